/** The walks where it cannot be seen plainly who is whose: all of ours are reached, no stranger. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import { orphanEnds, tsinit } from "../../sim/scenario.ts";
import type { Process } from "../../sim/world.ts";
import { USR1 } from "../../support/signals.ts";
import { before, childEnds, expectClean, expectGot, walk } from "./walk.ts";

/** The process of this PID ends and is reaped, and the PID is an outsider's. */
function changeHands({ world }: SimKernel, pid: number): Process {
  world.processes.delete(pid);
  return world.add(pid, 1, "stranger");
}

describe("a PID that changes hands", () => {
  it.each(["openProcess", "signalProcess"] as const)("before %s is no stranger's hit", (method) => {
    let stranger: Process | undefined;
    const outcome = walk(({ world }, child) => void world.add(41_000, child.pid, "ours"), {
      prepare: (kernel) =>
        before(kernel, method, () => void (stranger = changeHands(kernel, 41_000))),
    });
    expectGot([stranger!], []);
    expectGot([outcome.kernel.child!], [USR1]);
    expectClean(outcome);
  });

  it("above a stranger does not make it ours", () => {
    let stranger: Process | undefined;
    const grow = ({ world }: SimKernel, child: Process): void => {
      world.add(40_000, child.pid, "ours");
      world.add(41_000, 40_000, "ours too");
    };
    const outcome = walk(grow, {
      prepare: (kernel) =>
        before(kernel, "signalProcess", () => {
          changeHands(kernel, 40_000);
          kernel.world.processes.delete(41_000);
          stranger = kernel.world.add(41_000, 40_000, "stranger");
        }),
    });
    expectGot([stranger!], []);
    expectClean(outcome);
  });
});

describe("without a way to hold a process", () => {
  it.each([
    { where: "before Linux 5.3", limits: { isOld: true } },
    { where: "with one descriptor", limits: { fileLimit: 1 } },
  ])("$where, everybody is reached", ({ limits }) => {
    let ours: Process[] = [];
    const grow = ({ world }: SimKernel, child: Process): void => {
      ours = [world.add(40_000, child.pid, "one"), world.add(41_000, 40_000, "two")];
    };
    const outcome = walk(grow, { prepare: (kernel) => void Object.assign(kernel, limits) });
    expectGot(ours, [USR1]);
    expect(outcome.stderr).toBe("");
    expectClean(outcome);
  });
});

describe("what is below a hidden process", () => {
  it.each([true, false])("is reached where a descriptor tells its parent (%j)", (tellsParents) => {
    let ours: Process[] = [];
    let strangers: Process[] = [];
    const grow = ({ world }: SimKernel, child: Process): void => {
      ours = [world.add(40_000, child.pid, "hidden"), world.add(41_000, 40_000, "below")];
      strangers = [world.add(39_000, 1, "outside"), world.add(39_001, 39_000, "outside")];
    };
    const outcome = walk(grow, {
      prepare: (kernel) => void Object.assign(kernel, { tellsParents, hidden: 40_000 }),
    });
    expectGot(ours, tellsParents ? [USR1] : []);
    expectGot(strangers, []);
    expectClean(outcome);
  });
});

describe("where /proc is another PID namespace's", () => {
  const prepare = (kernel: SimKernel): void => void (kernel.ownEntry = 71);

  it("-w names no orphan", () => {
    const steps = [orphanEnds("other"), childEnds];
    const { stderr } = tsinit(["-w", "program"], { pid: 70, steps, prepare });
    expect(stderr).toMatch(/^tsinit: warning: reaped orphan \d+: exit status 0\n$/);
  });

  it("--zombies cannot tell", () => {
    const { status, stderr, stdout } = tsinit(["--zombies"], { pid: 70, prepare });
    const says = "tsinit: fatal: cannot tell: /proc is another PID namespace's\n";
    expect([status, stdout, stderr]).toEqual([2, "", says]);
  });
});
