/** The terminal's foreground and job control. */
import { describe, expect, it } from "vitest";
import type { Setup, Step } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import {
  CONT,
  EIO,
  ENOENT,
  ENOTTY,
  EPERM,
  STOP,
  TERM,
  TSTP,
  TTIN,
  TTOU,
} from "../../support/signals.ts";

const TERMINAL: Setup = { pid: 70, group: 70, foreground: 70 };

const stops =
  (signal: number): Step =>
  (kernel, child) =>
    kernel.world.stop(child, signal);

function spawnCall(setup: Setup): string {
  return tsinit(["p"], setup).kernel.trace!.find((call) => call.startsWith("spawn("))!;
}

describe("at the start", () => {
  it("the child gets the foreground when tsinit's group has it", () => {
    expect(spawnCall(TERMINAL)).toMatch(/^spawn\(1, 1\)/);
    expect(spawnCall({ pid: 70, group: 50, foreground: 50 })).toMatch(/^spawn\(1, 1\)/);
  });

  it("a background start never takes the terminal", () => {
    expect(spawnCall({ pid: 70, group: 70, foreground: 50 })).toMatch(/^spawn\(1, 0\)/);
    const { kernel } = tsinit(["p"], { pid: 70, foreground: 50, steps: [sends(TERM)] });
    expect(kernel.world.foreground).toBe(50);
    expect(kernel.counts.get("setForegroundGroup")).toBeUndefined();
  });

  it("groups without a number, outside the PID namespace, are not taken for the same", () => {
    const outside = { pid: 1, group: 0, foreground: 0, steps: [sends(CONT)] };
    const { kernel } = tsinit(["p"], outside);
    expect(spawnCall(outside)).toMatch(/^spawn\(1, 0\)/);
    expect(kernel.counts.get("setForegroundGroup")).toBeUndefined();
  });

  it("no terminal is no error", () => {
    const outcome = tsinit(["p"]);
    expect(outcome).toMatchObject({ status: 7, stderr: "" });
    expect(outcome.kernel.counts.get("setForegroundGroup")).toBeUndefined();
  });

  it("a program that cannot run leaves the foreground with tsinit's group", () => {
    const outcome = tsinit(["p"], {
      ...TERMINAL,
      prepare: (kernel) => {
        kernel.spawnError = ENOENT;
        kernel.world.foreground = 70;
      },
    });
    expect(outcome.status).toBe(127);
    expect(outcome.kernel.world.foreground).toBe(70);
    expect(outcome.kernel.trace).toContain("setForegroundGroup(70) = 0");
  });
});

describe("at the end", () => {
  it("the foreground goes back to tsinit's group, so that whoever started it can read", () => {
    expect(tsinit(["p"], TERMINAL).kernel.world.foreground).toBe(70);
  });

  it("a foreground that a shell has taken meanwhile is left alone", () => {
    const steps: Step[] = [({ world }) => void (world.foreground = 50)];
    expect(tsinit(["p"], { ...TERMINAL, steps }).kernel.world.foreground).toBe(50);
  });

  it("terminal errors are never fatal and never told", () => {
    for (const errno of [ENOTTY, EIO, EPERM]) {
      for (const method of ["foregroundGroup", "setForegroundGroup"]) {
        const outcome = tsinit(["-w", "p"], {
          ...TERMINAL,
          steps: [stops(TSTP), sends(CONT)],
          prepare: (kernel) => {
            kernel.failures = [{ method, call: 2, errno, forEver: true }];
          },
        });
        expect(outcome.stderr).toBe("");
      }
    }
  });
});

describe("a child that a terminal's stop signal stopped", () => {
  it.each([TSTP, TTIN, TTOU])("by %d: tsinit's group is stopped by the same signal", (signal) => {
    const outcome = tsinit(["p"], { ...TERMINAL, steps: [stops(signal)] });
    expect(outcome.stops).toEqual([signal]);
    expect(outcome.sent).toEqual([`${CONT} to group`]);
    expect(outcome.status).toBe(7);
  });

  it("SIGCONT gives the foreground back before the child's group is continued", () => {
    const { kernel, child } = tsinit(["p"], { ...TERMINAL, steps: [stops(TSTP)] });
    const give = kernel.trace!.indexOf(`setForegroundGroup(${child}) = 0`);
    const resume = kernel.trace!.indexOf(`kill(${-child}, ${CONT}) = 0`);
    expect(give).toBeGreaterThan(0);
    expect(resume).toBeGreaterThan(give);
  });

  it("after `bg` the child's group is continued in the background", () => {
    const outcome = tsinit(["p"], { ...TERMINAL, steps: [stops(TSTP)], shell: 50 });
    expect(outcome.sent).toEqual([`${CONT} to group`]);
    expect(outcome.kernel.world.foreground).toBe(50);
  });

  it("SIGSTOP, or any stop without a terminal, stops nobody but the child", () => {
    for (const signal of [TSTP, TTIN, TTOU]) {
      expect(tsinit(["p"], { steps: [stops(signal), sends(CONT)] }).stops).toEqual([]);
    }
    const outcome = tsinit(["p"], { ...TERMINAL, steps: [stops(STOP), sends(CONT)] });
    expect(outcome.stops).toEqual([]);
    expect(outcome.sent).toEqual([`${CONT} to child`]);
  });

  it("a SIGCONT that waits means no stop: both go on", () => {
    const both: Step = (kernel, child) => {
      stops(TSTP)(kernel, child);
      kernel.world.raise(CONT, 0, 999);
    };
    const outcome = tsinit(["p"], { ...TERMINAL, orphanedGroup: true, steps: [both, both] });
    expect(outcome).toMatchObject({ stops: [], status: 7 });
    expect(outcome.sent).toEqual([`${CONT} to group`, `${CONT} to group`]);
  });

  it("a second stop signal that waits is the same stop, and not another one after it", () => {
    const twice: Step = (kernel, child) => {
      stops(TSTP)(kernel, child);
      kernel.world.raise(TSTP, 0, 999);
    };
    const outcome = tsinit(["p"], { ...TERMINAL, steps: [twice] });
    expect(outcome).toMatchObject({ stops: [TSTP], sent: [`${CONT} to group`], status: 7 });
  });

  it("in an orphaned group TSTP is undone, for nobody would ever continue the child", () => {
    const setup = { ...TERMINAL, orphanedGroup: true };
    const outcome = tsinit(["p"], { ...setup, steps: [stops(TSTP)] });
    expect(outcome.sent).toEqual([`${CONT} to group`]);
    expect(outcome.status).toBe(7);
  });

  it.each([TTIN, TTOU])(
    "in an orphaned group %d leaves the child stopped until SIGCONT",
    (signal) => {
      const setup = { ...TERMINAL, orphanedGroup: true };
      expect(tsinit(["p"], { ...setup, steps: [stops(signal)] })).toMatchObject({
        sent: [],
        status: 137,
      });
      const steps = [stops(signal), sends(CONT)];
      const outcome = tsinit(["p"], { ...setup, steps });
      expect(outcome).toMatchObject({ sent: [`${CONT} to group`], status: 7 });
    },
  );

  it("other signals are forwarded while it is stopped", () => {
    const setup = { ...TERMINAL, orphanedGroup: true };
    const outcome = tsinit(["p"], { ...setup, steps: [stops(TTIN), sends(TERM), sends(CONT)] });
    expect(outcome.sent).toEqual([`${TERM} to child`, `${CONT} to group`]);
  });

  it("stops and continues as often as it likes", () => {
    const again = Array.from({ length: 20 }, () => stops(TSTP));
    const outcome = tsinit(["p"], { ...TERMINAL, steps: again });
    expect(outcome.stops).toHaveLength(20);
    expect(outcome.sent).toHaveLength(20);
    expect(outcome.status).toBe(7);
  });
});

describe("SIGCONT to a tsinit whose child runs", () => {
  it("is forwarded like any signal, to the target, rewritten", () => {
    expect(tsinit(["p"], { steps: [sends(CONT)] }).sent).toEqual([`${CONT} to child`]);
    expect(tsinit(["-g", "p"], { steps: [sends(CONT)] }).sent).toEqual([`${CONT} to group`]);
    expect(tsinit(["-r", "CONT:TERM", "p"], { steps: [sends(CONT)] }).sent).toEqual([
      `${TERM} to child`,
    ]);
  });
});
