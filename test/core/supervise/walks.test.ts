/** The walks through /proc to every descendant: what one misses, the next finds. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import { EIO, KILL, TERM } from "../../sim/numbers.ts";
import type { Outcome, Setup, Step } from "../../sim/scenario.ts";
import { CHILD_END, orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import type { Process } from "../../sim/world.ts";

const SIGNAL = 10;
const childEnds: Step = ({ world }, child) => world.end(child, CHILD_END);

/** tsinit, which is not PID 1, gets one signal for all; `grow` makes what is below the child. */
function walk(grow: (kernel: SimKernel, child: Process) => void, more: Setup = {}): Outcome {
  return tsinit(["--forward=all", "program"], {
    pid: 70,
    steps: [sends(SIGNAL), childEnds],
    ...more,
    prepare: (kernel) => {
      kernel.onSpawn = (child) => grow(kernel, child);
      more.prepare?.(kernel);
    },
  });
}

/** Calls `act` once, before the first call of `method` that `when` is right for. */
function before(
  kernel: SimKernel,
  method: "signalProcess" | "openProcess" | "parentOf",
  act: () => void,
): void {
  const call = kernel[method].bind(kernel) as (one: number, other: number) => number;
  let isDone = false;
  kernel[method] = (one: number, other: number = 0) => {
    if (!isDone) act();
    isDone = true;
    return call(one, other);
  };
}

/** `process` ends and is reaped, and its PID is an outsider's. */
function changeHands(kernel: SimKernel, process: Process): Process {
  kernel.world.processes.delete(process.pid);
  return kernel.world.add(process.pid, 1, "stranger");
}

function expectClean({ kernel }: Outcome): void {
  expect([kernel.openFiles, kernel.noted]).toEqual([0, 0]);
}

it("a walk that met the child alone is followed by one for what it has forked meanwhile", () => {
  let late: Process | undefined;
  const { status } = tsinit(["--forward=all", "program"], {
    pid: 70,
    steps: [sends(10), ({ world }, child) => world.end(child, CHILD_END)],
    prepare: (kernel) => {
      const kill = kernel.kill.bind(kernel);
      // Its number is below those that the walk has come to.
      kernel.kill = (target, signal) => {
        late ??= kernel.world.add(2, target, "late");
        return kill(target, signal);
      };
    },
  });
  expect([status, late?.got]).toEqual([7, [10]]);
});

describe("a walk takes as long as there are processes", () => {
  /** A thousand processes, each below the next or the one before, the top one below `top`. */
  function chain(kernel: SimKernel, top: number, step: 1 | -1): Process[] {
    const first = step > 0 ? 40_000 : 41_000;
    return Array.from({ length: 1000 }, (_, i) =>
      kernel.world.add(first + step * i, i === 0 ? top : first + step * (i - 1), "link"),
    );
  }

  it.each([1, -1] as const)("a chain of outsiders is read once a walk (in steps of %d)", (step) => {
    let strangers: Process[] = [];
    const outcome = walk((kernel) => void (strangers = chain(kernel, 1, step)));
    expect(outcome.kernel.counts.get("open")).toBeLessThan(2 * 1100);
    expect(strangers.flatMap(({ got }) => got)).toEqual([]);
    expectClean(outcome);
  });

  it.each([1, -1] as const)("a chain of our own is reached to its end (in steps of %d)", (step) => {
    let ours: Process[] = [];
    const outcome = walk((kernel, child) => void (ours = chain(kernel, child.pid, step)), {
      prepare: (kernel) => void (kernel.callLimit = 400_000),
    });
    for (const one of ours) expect(one.got).toEqual([SIGNAL]);
    expect(outcome.kernel.counts.get("open")).toBeLessThan(25 * 1000);
    expectClean(outcome);
  });

  it("its time is up after a second, or when the grace period is over", () => {
    for (const [words, limit] of [
      [[], 1000],
      [["--grace=300ms"], 300],
    ] as const) {
      const walks: number[] = [];
      const outcome = tsinit(["--forward=all", ...words, "program"], {
        pid: 70,
        steps: [sends(TERM), sends(SIGNAL), childEnds],
        prepare: (kernel) => {
          for (let pid = 100; pid < 5000; pid++) kernel.world.add(pid, 1, "crowd");
          const list = kernel.listProcesses.bind(kernel);
          kernel.listProcesses = (first) => {
            if (first) walks.push(kernel.now);
            kernel.now++;
            return list(first);
          };
        },
      });
      const [from, to] = [walks[1]!, walks[2] ?? outcome.kernel.now];
      expect(to - from).toBeLessThanOrEqual(limit + 1);
      expect(outcome.kernel.child!.got).toContain(words.length > 0 ? KILL : SIGNAL);
      expectClean(outcome);
    }
  });
});

describe("a walk ends", () => {
  it("though a process be its own parent, or two be each other's, or there be no such PID", () => {
    const outcome = walk((kernel) => {
      kernel.world.add(40_000, 40_000, "own parent");
      kernel.world.add(40_001, 40_002, "one");
      kernel.world.add(40_002, 40_001, "other");
      kernel.world.add(40_003, 2_147_483_647, "far");
      kernel.world.add(2_000_000_000, 70, "no PID");
    });
    expect(outcome.sent).toEqual([`${SIGNAL} to child`]);
    expectClean(outcome);
  });

  it("though the list begin again and again", () => {
    const outcome = walk(() => undefined, {
      prepare: (kernel) => void (kernel.listProcesses = () => 71),
    });
    expect(outcome.sent).toEqual([`${SIGNAL} to child`]);
    const says = `tsinit: warning: SIGUSR1 not forwarded to all: input/output error\n`;
    expect(outcome.stderr).toBe(says);
  });
});

it("a process forked meanwhile is reached though its PID and another's end in the same bits", () => {
  let late: Process | undefined;
  const outcome = walk(({ world }, child) => void world.add(41_000, child.pid, "first"), {
    prepare: (kernel) =>
      before(kernel, "signalProcess", () => {
        late = kernel.world.add(41_000 - 32_768, kernel.child!.pid, "late");
      }),
  });
  expect(late!.got).toEqual([SIGNAL]);
  expectClean(outcome);
});

describe("where a list breaks off", () => {
  const grow = ({ world }: SimKernel, child: Process): void => {
    for (let pid = 40_000; pid < 40_005; pid++) world.add(pid, child.pid, "ours");
  };

  it("once, everybody is reached, and nobody twice", () => {
    for (let call = 1; call < 9; call++) {
      const failures = [{ method: "listProcesses", call, errno: EIO, forEver: false }];
      const outcome = walk(grow, { prepare: (kernel) => void (kernel.failures = failures) });
      const { kernel, stderr } = outcome;
      for (const one of kernel.world.processes.values()) {
        expect([call, one.got]).toEqual([call, [SIGNAL]]);
      }
      expect([kernel.child!.got, stderr]).toEqual([[SIGNAL], ""]);
      expectClean(outcome);
    }
  });

  it("for ever, nobody is reached twice, and it is said once that some were not found", () => {
    for (let call = 2; call < 9; call++) {
      const failures = [{ method: "listProcesses", call, errno: EIO, forEver: true }];
      const steps = [sends(SIGNAL), sends(12), childEnds];
      const outcome = walk(grow, { steps, prepare: (kernel) => void (kernel.failures = failures) });
      const { kernel, stderr } = outcome;
      for (const one of [kernel.child!, ...kernel.world.processes.values()]) {
        expect(new Set(one.got).size).toBe(one.got.length);
      }
      expect(stderr).toMatch(/^(tsinit: warning: SIG\w+ not forwarded to all: .*\n)?$/);
      expectClean(outcome);
    }
  });
});

describe("a PID that changes hands", () => {
  it.each(["openProcess", "signalProcess"] as const)("before %s is no stranger's hit", (method) => {
    let stranger: Process | undefined;
    const outcome = walk(({ world }, child) => void world.add(41_000, child.pid, "ours"), {
      prepare: (kernel) =>
        before(kernel, method, () => {
          stranger = changeHands(kernel, kernel.world.processes.get(41_000)!);
        }),
    });
    expect(stranger!.got).toEqual([]);
    expect(outcome.kernel.child!.got).toEqual([SIGNAL]);
    expectClean(outcome);
  });

  it("above a stranger does not make it ours", () => {
    let stranger: Process | undefined;
    const outcome = walk(
      ({ world }, child) => {
        world.add(40_000, child.pid, "ours");
        world.add(41_000, 40_000, "ours too");
      },
      {
        prepare: (kernel) =>
          before(kernel, "signalProcess", () => {
            changeHands(kernel, kernel.world.processes.get(40_000)!);
            kernel.world.processes.delete(41_000);
            stranger = kernel.world.add(41_000, 40_000, "stranger");
          }),
      },
    );
    expect(stranger!.got).toEqual([]);
    expectClean(outcome);
  });
});

describe("without a way to hold a process", () => {
  it.each([
    ["before Linux 5.3", (kernel: SimKernel) => void (kernel.isOld = true)],
    ["with one descriptor", (kernel: SimKernel) => void (kernel.fileLimit = 1)],
  ])("%s, everybody is reached", (_, prepare) => {
    let ours: Process[] = [];
    const outcome = walk(
      ({ world }, child) => {
        ours = [world.add(40_000, child.pid, "one"), world.add(41_000, 40_000, "two")];
      },
      { prepare },
    );
    for (const one of ours) expect(one.got).toEqual([SIGNAL]);
    expect(outcome.stderr).toBe("");
    expectClean(outcome);
  });
});

describe("what is below a hidden process", () => {
  it.each([true, false])("is reached where a descriptor tells its parent (%j)", (tellsParents) => {
    let ours: Process[] = [];
    let strangers: Process[] = [];
    const outcome = walk(
      ({ world }, child) => {
        ours = [world.add(40_000, child.pid, "hidden"), world.add(41_000, 40_000, "below")];
        strangers = [world.add(39_000, 1, "outside"), world.add(39_001, 39_000, "outside")];
      },
      {
        prepare: (kernel) => Object.assign(kernel, { tellsParents, hidden: 40_000 }),
      },
    );
    for (const one of ours) expect(one.got).toEqual(tellsParents ? [SIGNAL] : []);
    for (const one of strangers) expect(one.got).toEqual([]);
    expectClean(outcome);
  });
});

describe("where /proc is another PID namespace's", () => {
  it("-w names no orphan", () => {
    const { stderr } = tsinit(["-w", "program"], {
      pid: 70,
      steps: [orphanEnds("other"), childEnds],
      prepare: (kernel) => void (kernel.ownEntry = 71),
    });
    expect(stderr).toMatch(/^tsinit: warning: reaped orphan \d+: exit status 0\n$/);
  });

  it("--zombies cannot tell", () => {
    const prepare = (kernel: SimKernel): void => void (kernel.ownEntry = 71);
    const { status, stderr, stdout } = tsinit(["--zombies"], { pid: 70, prepare });
    const says = "tsinit: fatal: cannot tell: /proc is another PID namespace's\n";
    expect([status, stdout, stderr]).toEqual([2, "", says]);
  });
});
