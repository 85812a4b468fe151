/** -P: no program; stays, reaps, and ends with 0 on TERM or INT. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Outcome, Step } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import { CONT, FORWARDABLE, INT, TERM } from "../../support/signals.ts";

describe("pause", () => {
  const pause = (steps: Step[], words: string[] = []): Outcome =>
    tsinit(["-P", ...words], { steps });

  it.each([TERM, INT])("ends with 0 on %d, and starts nothing", (signal) => {
    const { status, kernel, stderr } = pause([sends(1), sends(3), sends(CONT), sends(signal)]);
    expect([status, stderr, kernel.counts.get("spawn")]).toEqual([0, "", undefined]);
    expect(kernel.counts.get("kill")).toBeUndefined();
  });

  it("ends on no other signal, whatever it would be rewritten to", () => {
    const others = FORWARDABLE.filter((signal) => signal !== TERM && signal !== INT);
    const steps = [...others.map((signal) => sends(signal)), sends(TERM)];
    const { kernel, status } = pause(steps, ["-r", "USR1:TERM", "-r", "TERM:0", "--grace=0"]);
    expect([status, kernel.counts.get("next")]).toEqual([0, others.length + 1]);
  });

  it("does not end on a signal that tsinit was started to ignore", () => {
    const prepare = (kernel: SimKernel): void => void (kernel.ignored = [INT]);
    const outcome = tsinit(["-P"], { prepare, steps: [sends(INT), sends(TERM)] });
    expect([outcome.status, outcome.kernel.counts.get("next")]).toEqual([0, 2]);
  });

  it("reaps meanwhile", () => {
    const orphan: Step = ({ world }) => world.end(world.fork(1, 0, "sleep"), 0);
    const { kernel, lines } = pause([orphan, orphan, sends(TERM)], ["-w"]);
    expect([kernel.world.processes.size, lines.length]).toEqual([0, 2]);
  });

  it("takes no program", () => {
    expect(tsinit(["-P", "program"]).stderr).toBe(
      "tsinit: fatal: -P, --zombies and --install take no program; see tsinit --help\n",
    );
  });
});
