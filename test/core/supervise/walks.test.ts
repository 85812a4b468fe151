/** The walks through /proc to every descendant: how long they take, and what one misses. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Failure } from "../../sim/recorder.ts";
import type { Setup } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import type { Process } from "../../sim/world.ts";
import { EIO, KILL, TERM, USR1 } from "../../support/signals.ts";
import { before, childEnds, expectClean, expectGot, walk } from "./walk.ts";

describe("a process forked meanwhile is reached", () => {
  it("by a walk that follows the one that met the child alone", () => {
    let late: Process | undefined;
    const { status } = walk(() => undefined, {
      prepare: (kernel) => {
        const kill = kernel.kill.bind(kernel);
        // Its number is below those that the walk has come to.
        kernel.kill = (target, signal) => {
          late ??= kernel.world.add(2, target, "late");
          return kill(target, signal);
        };
      },
    });
    expect([status, late?.got]).toEqual([7, [USR1]]);
  });

  it("though its PID and another's end in the same bits", () => {
    let late: Process | undefined;
    const outcome = walk(({ world }, child) => void world.add(41_000, child.pid, "first"), {
      prepare: (kernel) =>
        before(kernel, "signalProcess", () => {
          late = kernel.world.add(41_000 - 32_768, kernel.child!.pid, "late");
        }),
    });
    expectGot([late!], [USR1]);
    expectClean(outcome);
  });
});

/** A thousand processes, each below the next or the one before, the top one below `top`. */
function chain(kernel: SimKernel, top: number, step: 1 | -1): Process[] {
  const first = step > 0 ? 40_000 : 41_000;
  return Array.from({ length: 1000 }, (_, i) =>
    kernel.world.add(first + step * i, i === 0 ? top : first + step * (i - 1), "link"),
  );
}

/** A crowd of outsiders, of whom each takes a millisecond; when walks began is noted. */
function slowCrowd(kernel: SimKernel, walks: number[]): void {
  for (let pid = 100; pid < 5000; pid++) kernel.world.add(pid, 1, "crowd");
  const list = kernel.listProcesses.bind(kernel);
  kernel.listProcesses = (first) => {
    if (first) walks.push(kernel.now);
    kernel.now++;
    return list(first);
  };
}

describe("a walk takes as long as there are processes", () => {
  it.each([1, -1] as const)("a chain of outsiders is read once a walk (in steps of %d)", (step) => {
    let strangers: Process[] = [];
    const outcome = walk((kernel) => void (strangers = chain(kernel, 1, step)));
    expect(outcome.kernel.counts.get("open")).toBeLessThan(2 * 1100);
    expectGot(strangers, []);
    expectClean(outcome);
  });

  it.each([1, -1] as const)("a chain of our own is reached to its end (in steps of %d)", (step) => {
    let ours: Process[] = [];
    const outcome = walk((kernel, child) => void (ours = chain(kernel, child.pid, step)), {
      prepare: (kernel) => void (kernel.callLimit = 400_000),
    });
    expectGot(ours, [USR1]);
    expect(outcome.kernel.counts.get("open")).toBeLessThan(25 * 1000);
    expectClean(outcome);
  });

  it.each([
    { options: [], limit: 1000, last: USR1 },
    { options: ["--grace=300ms"], limit: 300, last: KILL },
  ])("its time is up after a second, or the grace period: $options", (row) => {
    const walks: number[] = [];
    const outcome = tsinit(["--forward=all", ...row.options, "program"], {
      pid: 70,
      steps: [sends(TERM), sends(USR1), childEnds],
      prepare: (kernel) => slowCrowd(kernel, walks),
    });
    const [from, to] = [walks[1]!, walks[2] ?? outcome.kernel.now];
    expect(to - from).toBeLessThanOrEqual(row.limit + 1);
    expect(outcome.kernel.child!.got).toContain(row.last);
    expectClean(outcome);
  });
});

describe("a walk ends", () => {
  it("though a process be its own parent, or two be each other's, or there be no such PID", () => {
    const outcome = walk(({ world }) => {
      world.add(40_000, 40_000, "own parent");
      world.add(40_001, 40_002, "one");
      world.add(40_002, 40_001, "other");
      world.add(40_003, 2_147_483_647, "far");
      world.add(2_000_000_000, 70, "no PID");
    });
    expect(outcome.sent).toEqual([`${USR1} to child`]);
    expectClean(outcome);
  });

  it("though the list begin again and again", () => {
    const { sent, stderr } = walk(() => undefined, {
      prepare: (kernel) => void (kernel.listProcesses = () => 71),
    });
    expect(sent).toEqual([`${USR1} to child`]);
    expect(stderr).toBe("tsinit: warning: SIGUSR1 not forwarded to all: input/output error\n");
  });
});

describe("where a list breaks off", () => {
  const grow = ({ world }: SimKernel, child: Process): void => {
    for (let pid = 40_000; pid < 40_005; pid++) world.add(pid, child.pid, "ours");
  };
  const breaksOff = (call: number, forEver: boolean): Setup => {
    const failures: Failure[] = [{ method: "listProcesses", call, errno: EIO, forEver }];
    return { prepare: (kernel) => void (kernel.failures = failures) };
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "once, at call %i, everybody is reached, nobody twice",
    (call) => {
      const outcome = walk(grow, breaksOff(call, false));
      const { kernel, stderr } = outcome;
      expectGot([kernel.child!, ...kernel.world.processes.values()], [USR1]);
      expect(stderr).toBe("");
      expectClean(outcome);
    },
  );

  it.each([2, 3, 4, 5, 6, 7, 8])(
    "for ever from call %i, nobody is reached twice, and it is said once that some were not found",
    (call) => {
      const steps = [sends(USR1), sends(12), childEnds];
      const outcome = walk(grow, { steps, ...breaksOff(call, true) });
      const { kernel, stderr } = outcome;
      for (const { got } of [kernel.child!, ...kernel.world.processes.values()]) {
        expect(new Set(got).size).toBe(got.length);
      }
      expect(stderr).toMatch(/^(tsinit: warning: SIG\w+ not forwarded to all: .*\n)?$/);
      expectClean(outcome);
    },
  );
});
