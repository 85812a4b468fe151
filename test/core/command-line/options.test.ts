/** Every option in every form it may be written in. */
import { describe, expect, it } from "vitest";
import { HELP_TEXT, LICENSE_TEXT, VERSION_TEXT } from "../../../src/core/dialects/usage.ts";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import { HUP, TERM } from "../../support/signals.ts";

function called(outcome: Outcome, call: string): boolean {
  return outcome.kernel.trace!.some((line) => line.startsWith(call));
}

/** Runs `options` before a program that gets a TERM and a HUP and ends with 7; it must start. */
function started(options: readonly string[], setup: Setup = {}): Outcome {
  const steps = [sends(TERM), sends(HUP)];
  const outcome = tsinit([...options, "program", "-x", "--", "-h"], { steps, ...setup });
  expect(outcome.kernel.spawned).toEqual(["program -x -- -h"]);
  return outcome;
}

describe.each([
  { what: "help", text: HELP_TEXT, forms: [["-h"], ["--help"], ["-sh"], ["-vhz"], ["-w", "-h"]] },
  { what: "version", text: VERSION_TEXT, forms: [["-V"], ["--version"], ["-gV"], ["-sV", "-z"]] },
  { what: "licence", text: LICENSE_TEXT, forms: [["-l"], ["-L"], ["--license"], ["-wl"]] },
])("$what goes to standard output, with status 0 and nothing started", ({ text, forms }) => {
  it.each(forms.map((words) => ({ words })))("$words", ({ words }) => {
    for (const rest of [[], ["program"], ["--"]]) {
      const outcome = tsinit([...words, ...rest]);
      expect(outcome).toMatchObject({ status: 0, stdout: text, stderr: "" });
      expect(outcome.kernel.spawned).toEqual([]);
    }
  });

  it("a standard output that cannot be written is tsinit's own failure, 1", () => {
    for (const forEver of [true, false]) {
      const prepare: Setup["prepare"] = (kernel) => {
        kernel.failures = [{ method: "write", call: 1, errno: 28, forEver }];
      };
      expect(tsinit(forms[0]!, { prepare }).status).toBe(1);
    }
  });
});

describe("-s, --subreaper", () => {
  it.each([[["-s"]], [["--subreaper"]], [["-vs"]], [["-sg"]], [["-s", "-s", "--subreaper"]]])(
    "%j makes even a PID 1 the subreaper",
    (words) => {
      expect(called(started(words), "becomeSubreaper")).toBe(true);
    },
  );

  it("PID 1 does not ask for it otherwise, and every other process does", () => {
    expect(called(started([]), "becomeSubreaper")).toBe(false);
    expect(called(started([], { pid: 2 }), "becomeSubreaper")).toBe(true);
  });
});

describe("-p, --parent-death-signal", () => {
  const forms = [
    ["-p", "TERM"],
    ["-pTERM"],
    ["-p15"],
    ["-p", "15"],
    ["-p", "sigterm"],
    ["-sp", "TERM"],
    ["-spTERM"],
    ["--parent-death-signal=TERM"],
    ["--parent-death-signal", "SIGTERM"],
    ["-p", "HUP", "-p", "TERM"],
    ["-pKILL", "--parent-death-signal=15"],
  ];
  it.each(forms.map((words) => [words]))("%j asks for SIGTERM", (words) => {
    const parentEnds: Setup["prepare"] = (kernel) => void (kernel.parents = [999, 1]);
    const { sent } = started(words, { pid: 70, steps: [], prepare: parentEnds });
    expect(sent).toEqual([`${TERM} to child`]);
  });

  it("nothing is asked for without it", () => {
    expect(called(started([]), "setParentDeathSignal")).toBe(false);
  });
});

describe("-v, --verbose", () => {
  const levels: [string[], string][] = [
    [[], ""],
    [["-v"], "info"],
    [["--verbose"], "info"],
    [["-vv"], "info debug"],
    [["-v", "-v"], "info debug"],
    [["-v", "--verbose"], "info debug"],
    [["-vvv"], "info debug trace"],
    [["-vvvvvvvvv"], "info debug trace"],
    [["-gvvv"], "info debug trace"],
    [["-vgvsv"], "info debug trace"],
  ];
  it.each(levels)("%j says more, up to three times", (words, said) => {
    const { lines } = started(words);
    const found = new Set(lines.map((line) => line.split(": ")[1]!));
    const order = ["warning", "info", "debug", "trace"];
    expect(order.filter((level) => found.has(level)).join(" ")).toBe(said);
  });
});

describe("-g, -c and --forward choose the target", () => {
  const forms: [string[], string][] = [
    [[], "child"],
    [["-g"], "group"],
    [["--forward=group"], "group"],
    [["--forward", "group"], "group"],
    [["-c"], "child"],
    [["--forward=child"], "child"],
    [["--forward", "child"], "child"],
    [["--single-child"], "child"],
    [["-gc"], "child"],
    [["-cg"], "group"],
    [["-g", "--single-child"], "child"],
    [["--forward=group", "--forward=child"], "child"],
    [["--forward=child", "-sg"], "group"],
  ];
  it.each(forms)("%j: the last one says %s", (words, target) => {
    expect(started(words).sent).toEqual([`15 to ${target}`, `1 to ${target}`]);
  });
});

describe("-w, --warn-on-reap", () => {
  it.each([[["-w"]], [["--warn-on-reap"]], [["-sw"]], [["-ww"]]])(
    "%j looks at orphans",
    (words) => {
      expect(called(started(words), "peek(")).toBe(true);
      expect(called(started([]), "peek(")).toBe(false);
    },
  );
});

describe("-r, --rewrite", () => {
  const forms = [
    ["-r", "TERM:USR1"],
    ["-rTERM:USR1"],
    ["-r15:10"],
    ["--rewrite=TERM:USR1"],
    ["--rewrite", "SIGTERM:10"],
    ["-sr", "term:sigusr1"],
    ["-srTERM:USR1"],
    ["-r", "TERM:0", "-r", "TERM:USR1"],
  ];
  it.each(forms.map((words) => [words]))("%j sends USR1 in place of TERM", (words) => {
    expect(started(words).sent).toEqual(["10 to child", "1 to child"]);
  });

  it("several rewrites hold together, and none is applied to another's outcome", () => {
    const words = ["-r", "TERM:HUP", "-r", "HUP:TERM"];
    expect(started(words).sent).toEqual(["1 to child", "15 to child"]);
  });
});

describe("-e, --remap-exit", () => {
  const forms: [string[], number][] = [
    [[], 7],
    [["-e", "7"], 0],
    [["-e7"], 0],
    [["-e", "007"], 0],
    [["-e7:9"], 9],
    [["-e", "7:255"], 255],
    [["--remap-exit=7"], 0],
    [["--remap-exit=7:8"], 8],
    [["--remap-exit", "7"], 0],
    [["-se", "7"], 0],
    [["-se7"], 0],
    [["-e", "8"], 7],
    [["-e", "7:9", "-e", "9:1"], 9],
    [["-e", "7:9", "-e", "7"], 0],
    [["-e", "7", "-e", "7:7"], 7],
    [["-e1", "-e2", "-e7:3"], 3],
  ];
  it.each(forms)("%j makes 7 into %d", (words, status) => {
    expect(started(words).status).toBe(status);
  });
});

describe("options stop at the first word that is not one", () => {
  it.each([
    [["--", "-h"], "-h"],
    [["-s", "--", "--version"], "--version"],
    [["--", "--", "x"], "-- x"],
    [["program", "-h"], "program -h"],
    [["-", "-h"], "- -h"],
    [["", "-h"], " -h"],
    [["-vg", "a", "-z"], "a -z"],
    [["---"], null],
  ])("%j", (words, run) => {
    expect(tsinit(words).kernel.spawned).toEqual(run === null ? [] : [run]);
  });

  it("arguments of 100 kB, empty ones and bytes that are no UTF-8 are left alone", () => {
    const words = ["program", "x".repeat(100_000), "", "\xff\xfe\x80", "-h"];
    const outcome = tsinit(["-v", ...words]);
    expect(outcome.kernel.spawned).toEqual([words.join(" ")]);
    const reads = outcome.kernel.trace!.filter((call) => /^argument\([3-9],/.test(call));
    expect(reads).toEqual([]);
  });
});
