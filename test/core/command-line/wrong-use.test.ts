/** Every malformed option gets one line: what was given, what is allowed, how to get help. */
import { describe, expect, it } from "vitest";
import { tsinit } from "../../sim/scenario.ts";
import {
  REWRITES,
  SIGNALS,
  STATUSES,
  TARGETS,
  UNKNOWN,
  VALUES,
} from "../../support/wrong-words.ts";

describe.each([
  { theme: "an option that is unknown", rows: UNKNOWN },
  { theme: "a value that is missing or too much", rows: VALUES },
  { theme: "a signal that is none", rows: SIGNALS },
  { theme: "a rewrite that cannot be", rows: REWRITES },
  { theme: "an exit status that is none", rows: STATUSES },
  { theme: "a target that is none", rows: TARGETS },
])("$theme", ({ rows }) => {
  it.each(rows)("%j", (words, what, cause) => {
    const outcome = tsinit(words.at(-1)!.startsWith("-") ? words : [...words, "program"]);
    expect(outcome.stderr).toBe(`tsinit: fatal: ${what}: ${cause}; see tsinit --help\n`);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.kernel.counts.get("spawn")).toBeUndefined();
    expect(outcome.lines).toHaveLength(1);
  });
});

describe("no program", () => {
  it.each([[[]], [["--"]], [["-s"]], [["-gvv"]], [["-e", "1"]], [["-s", "--"]]])("%j", (words) => {
    const outcome = tsinit(words);
    const use = "use tsinit [OPTIONS] [--] PROGRAM [ARG...]";
    const line = `tsinit: fatal: no program given; ${use}; see tsinit --help\n`;
    expect(outcome).toMatchObject({ status: 1, stderr: line, stdout: "" });
  });
});

describe("the first mistake ends the reading", () => {
  it("of two mistakes the first is named", () => {
    expect(tsinit(["-y", "-z"]).stderr).toContain(" -y: ");
    expect(tsinit(["-e", "300", "-p", "NOPE"]).stderr).toContain(" -e 300: ");
    expect(tsinit(["-wyz"]).stderr).toContain(" -y: ");
  });

  it("what was written before it has no effect", () => {
    const outcome = tsinit(["-s", "-p", "TERM", "-z", "program"]);
    for (const method of ["becomeSubreaper", "setParentDeathSignal", "spawn", "letGo"]) {
      expect(outcome.kernel.counts.get(method)).toBeUndefined();
    }
  });

  it("a message that nobody can read changes nothing", () => {
    const outcome = tsinit(["-z"], { prepare: (kernel) => void (kernel.brokenStderr = true) });
    expect(outcome.status).toBe(1);
  });
});
