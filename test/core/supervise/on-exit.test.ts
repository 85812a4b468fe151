/** What outlives the child: left, waited for, or stopped; and the way to all of it. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Outcome, Setup, Step } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import type { Process } from "../../sim/world.ts";
import { CONT, KILL, TERM, TSTP } from "../../support/signals.ts";

const passes: Step = () => {};
const endsChild: Step = ({ world }, child) => world.end(child, 7 << 8);

interface Family extends Outcome {
  readonly daemon: Process;
  readonly outsiders: Process[];
}

/** A child that leaves a daemon in its own session; tsinit has siblings when it is not PID 1. */
function family(words: readonly string[], steps: Step[], setup: Setup = {}): Family {
  const made: { daemon?: Process; outsiders: Process[] } = { outsiders: [] };
  const outcome = tsinit([...words, "program"], {
    ...setup,
    steps: [
      (kernel, child) => {
        const middle = kernel.world.fork(child.pid, 0, "middle");
        made.daemon = kernel.world.fork(middle.pid, 0, "daemon");
        kernel.world.end(middle, 0);
      },
      ...steps.map(
        (step): Step =>
          (kernel) =>
            step(kernel, made.daemon!),
      ),
    ],
    prepare: (kernel) => {
      if (kernel.world.init !== 1) made.outsiders.push(...outsiders(kernel));
      setup.prepare?.(kernel);
    },
  });
  return { ...outcome, daemon: made.daemon!, outsiders: made.outsiders };
}

function outsiders({ world }: SimKernel): Process[] {
  const first = world.add(1, 0, "systemd");
  const liar = world.add(30_000, 1, `a) S ${world.init} (`);
  return [first, liar, world.add(2, 1, ""), world.add(3, 999, "x)(y"), world.add(30_001, 2, "z")];
}

const childEnds: Step = ({ world, child }) => world.end(child!, 7 << 8);
const daemonEnds: Step = ({ world }, daemon) => world.end(daemon, 3 << 8);

describe.each([
  { pid: 1, who: "as PID 1" },
  { pid: 70, who: "as a subreaper" },
])("$who", ({ pid }) => {
  it("by default the child's end is tsinit's, whatever else still lives", () => {
    const { status, daemon } = family([], [childEnds], { pid });
    expect([status, daemon.state, daemon.got]).toEqual([7, "running", []]);
  });

  const later: Step = (kernel) => {
    kernel.now += 600;
    kernel.world.raise(TERM, 0, 999);
  };

  it.each([
    { words: [], ends: 1600, when: "the last stop signal" },
    { words: ["--grace=25s"], ends: 1000, when: "the first one, with --grace" },
  ])("--forward=all leaves those it told a second from $when on", ({ words, ends }) => {
    const steps = [sends(TERM), childEnds, later, passes];
    const { status, daemon, kernel } = family(["--forward=all", ...words], steps, { pid });
    expect([status, daemon.got, kernel.now]).toEqual([7, [TERM, TERM], ends]);
  });

  it("--on-exit=wait stays until the last descendant is gone, with the child's status", () => {
    const { status, daemon, sent } = family(["--on-exit=wait"], [childEnds, passes, daemonEnds], {
      pid,
    });
    expect([status, daemon.state, sent]).toEqual([7, "zombie", []]);
  });

  it("--on-exit=wait forwards to what is left, daemons in their own session included", () => {
    const steps = [childEnds, sends(10), sends(TERM), daemonEnds];
    const { status, daemon } = family(["--on-exit=wait"], steps, { pid });
    expect([status, daemon.got]).toEqual([7, [10, TERM]]);
  });

  it("--on-exit=stop sends SIGTERM, then SIGCONT, and SIGKILL after ten seconds", () => {
    const { status, daemon, kernel } = family(["--on-exit=stop"], [childEnds, passes], { pid });
    expect([status, daemon.got, daemon.status]).toEqual([7, [TERM, CONT, KILL], KILL]);
    expect(kernel.now).toBe(10_000);
  });

  it("--on-exit=stop with --grace has its own time", () => {
    const words = ["--on-exit=stop", "--grace=250ms"];
    const { kernel, status } = family(words, [childEnds, passes], { pid });
    expect([kernel.now, status]).toEqual([250, 7]);
  });

  it("--on-exit=stop lets a stopped process obey", () => {
    const stops: Step = ({ world }, daemon) => {
      daemon.mortal = true;
      world.stop(daemon, TSTP);
    };
    const { daemon, kernel, status } = family(["--on-exit=stop"], [stops, childEnds], { pid });
    expect([daemon.state, daemon.status, kernel.now, status]).toEqual(["zombie", TERM, 0, 7]);
  });

  it("a clock that runs since a stop signal is not begun again by the child's end", () => {
    const later: Step = (kernel) => {
      kernel.now += 600;
      kernel.world.end(kernel.child!, 7 << 8);
    };
    const words = ["--on-exit=stop", "--grace=1s"];
    const { kernel, daemon } = family(words, [sends(TERM), later, passes], { pid });
    expect(kernel.now).toBe(1000);
    expect(daemon.got.at(-1)).toBe(KILL);
  });

  it("--forward=all reaches everybody in the tree, and nobody else", () => {
    const { daemon, kernel, outsiders: others } = family(["--forward=all"], [sends(10)], { pid });
    expect([daemon.got, kernel.child!.got]).toEqual([[10], [10]]);
    for (const one of others) expect([one.command, one.got]).toEqual([one.command, []]);
  });

  it("--grace ends a whole tree that forks while it is killed", () => {
    let forks = 20;
    const prepare: Setup["prepare"] = (kernel) => {
      const driver = kernel.driver!;
      driver.before = (method) => {
        if (method !== "kill" || forks <= 0 || kernel.now < 1000) return;
        const { world } = kernel;
        const parent = [...world.processes.values()].find(
          (one) => !one.outside && one.state === "running",
        );
        if (parent !== undefined && forks-- > 0) world.fork(parent.pid, 0, "bomb");
      };
    };
    const words = ["--on-exit=wait", "--grace=1s"];
    const steps = [sends(TERM), ...Array.from({ length: 20 }, () => passes)];
    const { status, kernel, outsiders: others } = family(words, steps, { pid, prepare });
    expect(status).toBe(137);
    expect([...kernel.world.processes.values()]).toEqual(others);
    for (const one of others) expect(one.got).toEqual([]);
  });
});

describe("the walk", () => {
  it("meets a process that is forked behind it, and nobody twice", () => {
    let late: Process | undefined;
    const prepare: Setup["prepare"] = (kernel) => {
      kernel.driver!.before = (method) => {
        if (method === "kill") late ??= kernel.world.add(5, kernel.child!.pid, "late");
      };
    };
    const words = ["--forward=all"];
    const { daemon, kernel } = family(words, [sends(10)], { pid: 70, prepare });
    expect([late!.got, daemon.got, kernel.child!.got]).toEqual([[10], [10], [10]]);
  });

  it("believes no command that looks like the rest of the file", () => {
    for (const command of ["a) S 70 70 (", ") S 70", "x) S 1 (", "((((", "))))", ")"]) {
      let inside: Process | undefined;
      let outside: Process | undefined;
      const prepare: Setup["prepare"] = (kernel) => {
        outside = kernel.world.add(40_000, 1, command);
        kernel.onSpawn = (child) => void (inside = kernel.world.fork(child.pid, 0, command));
      };
      family(["--forward=all"], [sends(10)], { pid: 70, prepare });
      expect([command, inside!.got, outside!.got]).toEqual([command, [10], []]);
    }
  });
});

describe("where /proc is not that of tsinit's PID namespace, or is not there", () => {
  it.each([0, 71])("(it says %d) the group is as much as can be reached", (ownEntry) => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.ownEntry = ownEntry);
    const { sent, daemon } = family(["--forward=all"], [sends(TERM)], { pid: 70, prepare });
    expect([sent, daemon.got]).toEqual([[`${TERM} to group`], []]);
  });
});

describe("the terminal", () => {
  const setup = { pid: 70, group: 70, foreground: 70 };
  const leavesOne: Step = ({ world, child }) => void world.fork(child!.pid, child!.group, "left");
  const endAll: Step = ({ world }) => {
    for (const one of [...world.processes.values()]) if (!one.outside) world.end(one, 0);
  };

  it("is tsinit's again while it waits for what outlives the child", () => {
    const foreground: number[] = [];
    const looks: Step = ({ world }) => void foreground.push(world.foreground!);
    family(["--on-exit=wait"], [childEnds, looks, endAll], setup);
    expect(foreground).toEqual([70]);
  });

  it("stays so when SIGCONT comes, for there is no child to give it to", () => {
    const foreground: number[] = [];
    const looks: Step = ({ world }) => void foreground.push(world.foreground!);
    const steps = [leavesOne, childEnds, sends(CONT), looks, endAll];
    family(["--on-exit=wait"], steps, setup);
    expect(foreground).toEqual([70]);
  });
});

describe("an end that is lost", () => {
  it("never is: a child that ends while the stop is under way still gives its status", () => {
    const setup = { steps: [sends(TERM), endsChild] };
    for (const word of ["--on-exit=leave", "--on-exit=wait", "--on-exit=stop"]) {
      expect(tsinit([word, "--grace=1s", "program"], setup).status).toBe(7);
    }
  });
});
