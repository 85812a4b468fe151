/** Which signal goes to whom: all 64, rewritten to all 64, or dropped. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Step } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import {
  CHLD,
  CONT,
  FAULTS,
  FORWARDABLE,
  HUP,
  KILL,
  LAST_SIGNAL,
  nameOf,
  PIPE,
  SEGV,
  STOP,
  TERM,
  XFSZ,
} from "../../support/signals.ts";

const SENDABLE = [...Array(LAST_SIGNAL + 1).keys()].filter(
  (n) => n > 0 && n !== KILL && n !== STOP,
);

/** All of `signals`, each taken before the next is sent. */
function forwarded(words: readonly string[], signals: readonly number[]): readonly string[] {
  return tsinit([...words, "p"], { steps: signals.map((signal) => sends(signal)) }).sent;
}

describe("every signal that a process can send is forwarded", () => {
  it.each([
    { options: [], target: "child" },
    { options: ["-g"], target: "group" },
  ])("with $options to the $target", ({ options, target }) => {
    expect(forwarded(options, SENDABLE)).toEqual(
      FORWARDABLE.map((signal) => `${signal} to ${target}`),
    );
  });

  it.each([32, 33])("%d is dropped with a message that names it", (signal) => {
    const { lines, status } = tsinit(["-vvv", "p"], { steps: [sends(signal)] });
    expect(lines).toContain(`tsinit: trace: took SIG${signal} from 999\n`);
    expect(lines).toContain(`tsinit: debug: SIG${signal} dropped: reserved\n`);
    expect(status).toBe(7);
  });

  it("CHLD, 32 and 33 are not", () => {
    expect(forwarded([], [CHLD, 32, 33])).toEqual([]);
  });

  it("a pending ordinary signal goes once, a real-time one as often as it was sent", () => {
    const burst: Step = (kernel) => {
      for (let i = 0; i < 3; i++) {
        for (const signal of [TERM, 40, 34]) kernel.world.raise(signal, 0, 999);
      }
    };
    const { sent } = tsinit(["p"], { steps: [burst] });
    const expected = [15, 34, 34, 34, 40, 40, 40].map((signal) => `${signal} to child`);
    expect([...sent].sort()).toEqual(expected);
  });

  it("signals take turns: one that keeps coming does not keep the others waiting", () => {
    const flood: Step = (kernel, child) => {
      const keepsComing = (): void => kernel.world.raise(HUP, 0, 999);
      for (const signal of [HUP, TERM, 40]) kernel.world.raise(signal, 0, 999);
      kernel.watcher!.killed = () => child.got.length < 20 && keepsComing();
    };
    const { got } = tsinit(["p"], { steps: [flood] }).kernel.child!;
    expect(got.slice(0, 4)).toEqual([HUP, TERM, 40, HUP]);
    expect(got.length).toBeGreaterThan(10);
  });

  it("the child's end is seen though signals keep coming", () => {
    const flood: Step = (kernel, child) => {
      kernel.world.raise(HUP, 0, 999);
      kernel.watcher!.killed = () => kernel.world.raise(HUP, 0, 999);
      kernel.watcher!.took = () => kernel.world.end(child, 3 << 8);
    };
    expect(tsinit(["p"], { steps: [flood] })).toMatchObject({ status: 3 });
  });
});

describe("fault signals", () => {
  it.each(FAULTS)("%d from a process is forwarded, from the kernel it is not", (signal) => {
    for (const code of [0, -1, -6]) {
      expect(tsinit(["p"], { steps: [sends(signal, 999, code)] }).sent).toEqual([
        `${signal} to child`,
      ]);
    }
    for (const code of [1, 2, 0x80]) {
      expect(tsinit(["p"], { steps: [sends(signal, 0, code)] }).sent).toEqual([]);
    }
  });

  it("si_code does not matter to any other signal", () => {
    for (const signal of FORWARDABLE.filter((one) => !FAULTS.includes(one))) {
      const { sent } = tsinit(["p"], { steps: [sends(signal, 0, 0x80)] });
      expect(sent).toEqual([`${signal} to child`]);
    }
  });
});

describe("what tsinit's own writing raises is not forwarded", () => {
  it.each([PIPE, XFSZ])(
    "%d from tsinit itself is dropped, from any other process forwarded",
    (signal) => {
      for (const pid of [1, 70]) {
        expect(tsinit(["p"], { pid, steps: [sends(signal, pid)] }).sent).toEqual([]);
        const other = tsinit(["p"], { pid, steps: [sends(signal, 2), sends(signal, 0)] }).sent;
        expect(other).toEqual([`${signal} to child`, `${signal} to child`]);
      }
    },
  );

  it("any other signal from tsinit's own PID is forwarded", () => {
    expect(tsinit(["p"], { steps: [sends(TERM, 1), sends(SEGV, 1)] }).sent).toHaveLength(2);
  });

  it.each(["-vv", "-vvv"])("a standard error that nobody reads does not make %s spin", (words) => {
    const breaks: Step = (kernel: SimKernel) => {
      kernel.brokenStderr = true;
      kernel.world.raise(TERM, 0, 999);
    };
    const { sent, status } = tsinit([words, "p"], { steps: [breaks] });
    expect(sent).toEqual(["15 to child"]);
    expect(status).toBe(7);
  });
});

describe("-r FROM:TO", () => {
  it("each FROM becomes each TO, and no other signal changes", () => {
    for (const from of FORWARDABLE) {
      for (let to = 1; to <= LAST_SIGNAL; to++) {
        if (to === 32 || to === 33 || to === KILL || to === STOP) continue;
        const other = FORWARDABLE.find((one) => one !== from && one !== CONT)!;
        const sent = forwarded(["-r", `${from}:${to}`], [from, other]);
        expect(sent).toEqual([`${to} to child`, `${other} to child`]);
      }
    }
  });

  it("each FROM can become KILL, which ends the child with 137", () => {
    for (const from of FORWARDABLE) {
      const { sent, status } = tsinit(["-r", `${from}:KILL`, "p"], { steps: [sends(from)] });
      expect(sent).toEqual([`${KILL} to child`]);
      expect(status).toBe(137);
    }
  });

  it("each FROM can become STOP", () => {
    for (const from of FORWARDABLE) {
      expect(forwarded(["-r", `${from}:STOP`], [from])).toEqual([`${STOP} to child`]);
    }
  });

  it("TO 0 drops each FROM, in every way of writing it", () => {
    for (const from of FORWARDABLE) {
      for (const word of [`${from}:0`, `${nameOf(from)}:0`, `${from}:00`]) {
        expect(forwarded(["-r", word], [from])).toEqual([]);
      }
    }
  });

  it("all signals can be rewritten at once", () => {
    const words = FORWARDABLE.flatMap((from) => ["-r", `${nameOf(from)}:${nameOf(TERM)}`]);
    expect(forwarded(words, FORWARDABLE)).toEqual(FORWARDABLE.map(() => "15 to child"));
  });

  it("a drop is not a fault's: a rewritten SEGV from the kernel stays tsinit's own", () => {
    expect(tsinit(["-r", "SEGV:TERM", "p"], { steps: [sends(SEGV, 0, 1)] }).sent).toEqual([]);
  });
});
