/** Every message's text, one test each, and the level that shows it. */
import { describe, expect, it } from "vitest";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { CHLD, CONT, TERM } from "../../support/signals.ts";
import { MESSAGES } from "./message-table.ts";

/** The lines shown with each of -v, -vv, -vvv, none and TINI_VERBOSITY=0, by level. */
function atLevel(level: number, words: readonly string[], setup: Setup = {}): Outcome {
  const variables = [...(setup.variables ?? []), `TINI_VERBOSITY=${level}`];
  return tsinit([...words, "program"], { ...setup, variables });
}

describe("each message has its text, is one line, and is written once", () => {
  it.each(MESSAGES)("$what: $text", ({ level, words, setup, text }) => {
    const outcome = atLevel(level, words ?? [], setup);
    const pattern = text.replace(/[\\"()+.[\]]/g, "\\$&").replace(/\bN\b/, `${outcome.child}`);
    const line = new RegExp(`^tsinit: ${pattern.replace(/\bO\b/, "\\d+")}\n$`);
    expect(outcome.lines.filter((one) => line.test(one))).toHaveLength(1);
    const writes = outcome.kernel.trace!.filter((call) => call.startsWith("write("));
    expect(writes).toHaveLength(outcome.lines.length);
    expect(outcome.stdout).toBe("");
  });

  it.each(MESSAGES.filter(({ level }) => level > 0))(
    "$what is not said one level below",
    (message) => {
      const { level, words, setup, text } = message;
      const start = text.slice(0, text.indexOf(":") + 1);
      const { stderr } = atLevel(level - 1, words ?? [], setup);
      expect(stderr).not.toContain(`tsinit: ${start}`);
    },
  );
});

describe("silence", () => {
  it("nothing is said by default when all goes well", () => {
    const steps = [
      sends(TERM),
      orphanEnds("sleep"),
      sends(CHLD),
      sends(CONT),
      sends(64),
      sends(33),
    ];
    expect(tsinit(["program"], { steps })).toMatchObject({ stderr: "", stdout: "", status: 7 });
    expect(tsinit(["program"], { steps, pid: 70, foreground: 70 })).toMatchObject({ stderr: "" });
  });

  it("nothing but help, version and licence is ever written to standard output", () => {
    const outcome = tsinit(["-vvvw", "program"], { steps: [sends(TERM), orphanEnds("sleep")] });
    expect(outcome.stdout).toBe("");
    expect(outcome.lines.length).toBeGreaterThan(4);
  });

  it("-w names each orphan, and never the child", () => {
    const steps = ["one", "two", "three"].map((command) => orphanEnds(command));
    const { lines } = tsinit(["-w", "program"], { steps });
    expect(lines.map((line) => /\((\w+)\)/.exec(line)?.[1])).toEqual(["one", "two", "three"]);
  });
});
