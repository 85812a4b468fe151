/** What is done before and at the start: subreaper, parent-death signal, foreground, letting go. */
import { describe, expect, it } from "vitest";
import { RESERVED } from "../../sim/kernel.ts";
import type { Setup, Step } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { EINVAL, EPERM, HUP, KILL, TERM } from "../../support/signals.ts";

function failing(method: string, errno: number): Setup["prepare"] {
  return (kernel) => {
    kernel.failures = [{ method, call: 1, errno, forEver: true }];
  };
}

describe("subreaper", () => {
  it("a refusal is silent when nobody asked for it, and told with -v", () => {
    const prepare = failing("becomeSubreaper", EINVAL);
    expect(tsinit(["p"], { pid: 70, prepare })).toMatchObject({ status: 7, stderr: "" });
    const told = "tsinit: warning: cannot become the child subreaper: invalid argument\n";
    expect(tsinit(["-v", "p"], { pid: 70, prepare }).lines[0]).toBe(told);
  });

  it("a refusal is a warning when -s asked for it, and tsinit goes on", () => {
    for (const pid of [1, 70]) {
      const outcome = tsinit(["-s", "p"], { pid, prepare: failing("becomeSubreaper", EPERM) });
      const told = "tsinit: warning: cannot become the child subreaper: operation not permitted\n";
      expect(outcome).toMatchObject({ status: 7, stderr: told });
    }
  });
});

describe("the parent-death signal", () => {
  const orphaned: Setup["prepare"] = (kernel) => {
    kernel.parents = [999, 1];
  };

  it("a parent that died before prctl still leads to it, rewritten like any signal", () => {
    const setup = { pid: 70, prepare: orphaned };
    expect(tsinit(["-p", "TERM", "p"], setup).sent).toEqual([`${TERM} to child`]);
    expect(tsinit(["-p", "TERM", "-r", "TERM:HUP", "p"], setup).sent).toEqual([`${HUP} to child`]);
    expect(tsinit(["-p", "TERM", "-r", "TERM:0", "p"], setup).sent).toEqual([]);
    expect(tsinit(["-gp", "TERM", "p"], setup).sent).toEqual([`${TERM} to group`]);
  });

  it("a parent that lives leads to nothing, nor does one that nobody asked about", () => {
    expect(tsinit(["-p", "TERM", "p"], { pid: 70 }).sent).toEqual([]);
    expect(tsinit(["p"], { pid: 70, prepare: orphaned }).sent).toEqual([]);
  });

  it("it may be a signal that cannot be caught", () => {
    const outcome = tsinit(["-p", "KILL", "p"], { pid: 70, prepare: orphaned });
    expect(outcome.sent).toEqual([`${KILL} to child`]);
    expect(outcome.status).toBe(128 + KILL);
  });

  const told = (sender: number): Step => sends(RESERVED, sender);
  const parentEnds: Step = ({ world }) => {
    world.parent = 1;
    world.raise(RESERVED, 0, 999);
  };

  it("the kernel tells of the parent by a signal that nobody sends", () => {
    const { kernel } = tsinit(["-p", "TERM", "p"], { pid: 70 });
    expect(kernel.trace).toContain(`setParentDeathSignal(${RESERVED}) = 0`);
  });

  it("the parent's end leads to it, and the end of whoever is the parent next", () => {
    const again: Step = ({ world }) => {
      world.parent = 5;
      world.raise(RESERVED, 0, 1);
    };
    const steps = [parentEnds, again];
    const { sent } = tsinit(["-p", "TERM", "p"], { pid: 70, steps });
    expect(sent).toEqual([`${TERM} to child`, `${TERM} to child`]);
  });

  it("the end of the parent's thread alone leads to nothing", () => {
    expect(tsinit(["-p", "TERM", "p"], { pid: 70, steps: [told(999)] }).sent).toEqual([]);
  });

  it("a parent in another PID namespace has no number, so that its kernel's word is believed", () => {
    expect(tsinit(["-p", "TERM", "p"], { steps: [told(0)] }).sent).toEqual([`${TERM} to child`]);
    expect(tsinit(["-p", "TERM", "p"], { steps: [told(8)] }).sent).toEqual([]);
  });

  it("the signal that tells of it means nothing without -p", () => {
    expect(tsinit(["p"], { pid: 70, steps: [parentEnds] }).sent).toEqual([]);
  });

  it("ends a pause when it is one that ends a pause, or SIGKILL", () => {
    for (const signal of ["TERM", "KILL"]) {
      const prepare: Setup["prepare"] = (kernel) => {
        kernel.parents = [999, 1];
      };
      const outcome = tsinit(["-P", "-p", signal], { pid: 70, prepare });
      expect([outcome.status, outcome.kernel.counts.get("next")]).toEqual([0, undefined]);
    }
  });

  it("a refusal is a warning", () => {
    const outcome = tsinit(["-p", "TERM", "p"], {
      prepare: failing("setParentDeathSignal", EINVAL),
    });
    const told = "tsinit: warning: cannot set the parent-death signal: invalid argument\n";
    expect(outcome).toMatchObject({ status: 7, stderr: told });
  });
});

describe("the order of the start", () => {
  it("what can be refused comes before the child, and letting go right after it", () => {
    const { kernel } = tsinit(["-s", "-p", "TERM", "p"], { pid: 70, foreground: 70 });
    const calls = kernel.trace!.map((call) => call.replace(/\(.*/, ""));
    const order = calls.filter((call) => !/^(argument|environment)$/.test(call));
    const spawn = order.indexOf("spawn");
    expect(order.slice(0, spawn)).toContain("becomeSubreaper");
    expect(order.slice(0, spawn)).toContain("setParentDeathSignal");
    expect(order[spawn + 1]).toBe("letGo");
    expect(order.filter((call) => call === "spawn" || call === "letGo")).toHaveLength(2);
  });

  it("only a message that ends tsinit waits for its reader", () => {
    const writesOf = (words: string[], setup: Setup = {}): string[] => {
      const { trace } = tsinit(words, setup).kernel;
      return trace!.filter((call) => call.startsWith("write("));
    };
    const all = writesOf(["-svv", "p"], { prepare: failing("becomeSubreaper", EPERM) });
    expect(all.length).toBeGreaterThan(2);
    for (const write of all) expect(write).toContain('", false)');
    for (const words of [["-z"], ["-h"], ["-V"], []]) {
      for (const write of writesOf(words)) expect(write).toContain('", true)');
    }
  });

  it("the words are not looked at once the child runs, but for a message", () => {
    const { kernel } = tsinit(["p"], { steps: [orphanEnds("sleep")] });
    const start = kernel.trace!.findIndex((call) => call.startsWith("spawn("));
    const late = kernel.trace!.slice(start).filter((call) => /^(argument|environment)/.test(call));
    expect(late).toEqual([]);
  });
});

describe("what was there before the start", () => {
  it("a child that had ended before tsinit took over its process is reaped at once", () => {
    const outcome = tsinit(["-vv", "p"], {
      prepare: (kernel) => {
        const inherited = kernel.world.fork(kernel.world.init, 0, "sleep");
        kernel.world.end(inherited, 0);
        while (kernel.world.pending.take() !== undefined);
      },
      steps: [
        ({ world }) => {
          const zombies = [...world.processes.values()].filter((one) => one.state === "zombie");
          expect(zombies).toEqual([]);
        },
      ],
    });
    expect(outcome.status).toBe(7);
    expect(outcome.stderr).toContain("reaped orphan");
  });
});
