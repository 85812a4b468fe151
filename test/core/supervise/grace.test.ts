/** The grace period: when it begins, when SIGKILL comes, to whom, and how often. */
import { describe, expect, it } from "vitest";
import type { Outcome, Setup, Step } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { EPERM, FORWARDABLE, INT, KILL, STOP_SIGNALS, TERM } from "../../support/signals.ts";

/** Nothing happens: time passes when tsinit waits for a time. */
const passes: Step = () => {};

const waitsOf = ({ kernel }: Outcome): number[] =>
  kernel
    .trace!.map((call) => /^next\((-?\d+)\)/.exec(call)?.[1])
    .flatMap((wait) => (wait === undefined ? [] : [Number(wait)]));

const timed = (outcome: Outcome): number[] => waitsOf(outcome).filter((wait) => wait > 0);

describe("--grace=TIME", () => {
  it("sends SIGKILL to the child when the time is over, which is 137", () => {
    const outcome = tsinit(["--grace=1s", "program"], { steps: [sends(TERM), passes] });
    expect(outcome.sent).toEqual([`${TERM} to child`, `${KILL} to child`]);
    expect(outcome.status).toBe(137);
    expect(timed(outcome)[0]).toBe(1000);
    expect(outcome.stderr).toMatch(/^tsinit: warning: grace period over: SIGKILL to \d+\n$/);
  });

  it("changes nothing for a child that ends in time: its status is its own", () => {
    const outcome = tsinit(["--grace=1s", "program"], { steps: [sends(TERM)], end: TERM });
    expect(outcome).toMatchObject({ status: 143, stderr: "", sent: [`${TERM} to child`] });
  });

  it("is nobody's without the option: nothing is ever timed", () => {
    const outcome = tsinit(["program"], { steps: [sends(TERM), passes, sends(INT), passes] });
    expect([timed(outcome), outcome.status]).toEqual([[], 7]);
  });

  it("of 0 is SIGKILL at once, with no wait at all", () => {
    const outcome = tsinit(["--grace=0", "program"], { steps: [sends(TERM)] });
    expect(outcome.sent).toEqual([`${TERM} to child`, `${KILL} to child`]);
    expect(outcome.status).toBe(137);
  });

  it("reports SIGKILL as 137, and what 137 is remapped to", () => {
    const setup = { steps: [sends(TERM), passes] };
    expect(tsinit(["--grace=1s", "-e137:3", "program"], setup).status).toBe(3);
  });

  it("survives a clock of 31 bits that wraps meanwhile", () => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.now = 0x7fffffff - 300);
    const outcome = tsinit(["--grace=1s", "program"], { steps: [sends(TERM), passes], prepare });
    expect([outcome.status, timed(outcome)[0]]).toEqual([137, 1000]);
    expect(outcome.kernel.now).toBe(0x7fffffff + 700);
  });
});

describe("the grace period begins", () => {
  it("with each stop signal, and with no other", () => {
    for (const signal of FORWARDABLE) {
      const outcome = tsinit(["--grace=1s", "program"], { steps: [sends(signal), passes] });
      const isKilled = outcome.sent.includes(`${KILL} to child`);
      expect([signal, isKilled]).toEqual([signal, STOP_SIGNALS.includes(signal)]);
      if (!isKilled) expect(timed(outcome)).toEqual([]);
    }
  });

  it("not with what tsinit was started to ignore, which is forwarded all the same", () => {
    for (const signal of STOP_SIGNALS) {
      const prepare: Setup["prepare"] = (kernel) => void (kernel.ignored = STOP_SIGNALS);
      const setup = { prepare, steps: [sends(signal), passes] };
      const outcome = tsinit(["--grace=1s", "program"], setup);
      expect(outcome).toMatchObject({ sent: [`${signal} to child`], status: 7 });
      expect(timed(outcome)).toEqual([]);
    }
  });

  it("with what an ignored signal is rewritten to", () => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.ignored = [1]);
    const setup = { prepare, steps: [sends(1), passes] };
    const { sent } = tsinit(["--grace=1s", "-r", "HUP:TERM", "program"], setup);
    expect(sent).toEqual([`${TERM} to child`, `${KILL} to child`]);
  });

  it("with what a stop signal is rewritten to, and not with a dropped one", () => {
    const after = (word: string, signal: number): readonly string[] =>
      tsinit(["--grace=1s", "-r", word, "program"], { steps: [sends(signal), passes] }).sent;
    expect(after("TERM:USR1", TERM)).toEqual(["10 to child", `${KILL} to child`]);
    expect(after("TERM:0", TERM)).toEqual([]);
    expect(after("USR1:QUIT", 10)).toEqual(["3 to child", `${KILL} to child`]);
  });

  it("only once: a second stop signal is forwarded as ever", () => {
    const later: Step = (kernel) => {
      kernel.now += 400;
      kernel.world.raise(INT, 0, 999);
    };
    const outcome = tsinit(["--grace=1s", "program"], { steps: [sends(TERM), later, passes] });
    expect(outcome.sent).toEqual([`${TERM} to child`, `${INT} to child`, `${KILL} to child`]);
    expect(timed(outcome).slice(0, 2)).toEqual([1000, 600]);
    expect(outcome.kernel.now).toBe(1000);
  });

  it("without a wake-up before, and with one when it is over", () => {
    const steps = [sends(10), orphanEnds("sleep"), passes, sends(TERM), passes];
    const outcome = tsinit(["--grace=5s", "program"], { steps });
    const waits = waitsOf(outcome);
    expect(waits.slice(0, waits.indexOf(5000))).toEqual(waits.filter((wait) => wait < 0));
    expect(timed(outcome)[0]).toBe(5000);
    expect(outcome.kernel.now).toBe(5000);
  });
});

/** A child that SIGKILL takes a while to end. */
const slowly: Setup["prepare"] = (kernel) => {
  kernel.onSpawn = (child) => void (child.slow = true);
};

describe("SIGKILL after the grace period", () => {
  it("goes with -g to the child too when it has left its group, in which others remain", () => {
    const leaves: Step = ({ world }, child) => {
      world.fork(child.pid, child.pid);
      child.group = 4242;
    };
    const steps = [leaves, sends(TERM), passes];
    const { sent, status } = tsinit(["-g", "--grace=1s", "program"], { steps });
    expect(sent).toEqual([`${TERM} to group`, `${KILL} to group`, `${KILL} to child`]);
    expect(status).toBe(137);
  });

  it("goes to the group with -g, and to all with --forward=all or --on-exit", () => {
    const setup = { steps: [sends(TERM), passes] };
    const target = (words: string[]): string | undefined =>
      tsinit(["--grace=1s", ...words, "program"], setup).sent.find((one) => one.startsWith("9 "));
    expect(target(["-g"])).toBe(`${KILL} to group`);
    for (const word of ["--forward=all", "--on-exit=wait", "--on-exit=stop"]) {
      expect(target([word])).toBe(`${KILL} to -1`);
    }
  });

  it("ends a program that SIGKILL takes a while to end", () => {
    const dies: Step = ({ world }) => world.dying.splice(0).forEach((one) => world.end(one, KILL));
    const steps = [sends(TERM), passes, passes, passes, dies];
    const outcome = tsinit(["--grace=1s", "program"], { steps, prepare: slowly });
    expect(outcome.status).toBe(137);
    expect(timed(outcome).slice(0, 3)).toEqual([1000, 100, 100]);
  });

  it("gives up with a warning after 50 tries, and sleeps for ever again", () => {
    const steps = [sends(TERM), ...Array.from({ length: 51 }, () => passes)];
    const outcome = tsinit(["--grace=1s", "program"], { steps, prepare: slowly });
    expect(outcome.sent.filter((sent) => sent.startsWith(`${KILL} `))).toHaveLength(50);
    expect(outcome.lines.at(-1)).toBe("tsinit: warning: processes are left after SIGKILL\n");
    expect(waitsOf(outcome).at(-1)).toBe(-1);
    expect(outcome.status).toBe(7);
  });

  it("tells once that SIGKILL is refused, and does not insist", () => {
    const prepare: Setup["prepare"] = (kernel) => {
      kernel.failures = [{ method: "kill", call: 2, errno: EPERM, forEver: true }];
    };
    const steps = [sends(TERM), passes, passes, passes];
    const outcome = tsinit(["--grace=1s", "program"], { steps, prepare });
    expect(outcome.status).toBe(7);
    expect(outcome.lines.filter((line) => line.includes("SIGKILL not forwarded"))).toHaveLength(1);
  });
});
