/** TSINIT_OPTIONS: every option through it, blanks, order, and what is wrong in it. */
import { describe, expect, it } from "vitest";
import { HELP_TEXT, LICENSE_TEXT, VERSION_TEXT } from "../../../src/core/dialects/usage.ts";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { HUP, TERM } from "../../support/signals.ts";

const STEPS = [sends(TERM), orphanEnds("sleep"), sends(HUP)];

function withOptions(value: string, words: string[] = ["program"], setup: Setup = {}): Outcome {
  const variables = ["A=1", `TSINIT_OPTIONS=${value}`];
  return tsinit(words, { steps: STEPS, ...setup, variables });
}

/** What can be seen of a run: all calls but the reading of words; the same seed, the same PIDs. */
function seen({ kernel, status }: Outcome): unknown {
  const calls = kernel.trace!.filter((call) => !/^(argument|environment)\(/.test(call));
  return [status, calls.map((call) => call.replace(/^spawn\(\d+/, "spawn("))];
}

/** Each option, alone and with its value in every form that has no blank in it. */
const OPTIONS = [
  "-s",
  "--subreaper",
  "-p TERM",
  "-pTERM",
  "--parent-death-signal=USR1",
  "--parent-death-signal RTMIN+3",
  "-v",
  "-vvv",
  "--verbose --verbose",
  "-w",
  "--warn-on-reap",
  "-g",
  "-c",
  "--single-child",
  "--forward=group",
  "--forward all",
  "-r TERM:USR1",
  "--rewrite=HUP:0 -rTERM:QUIT",
  "-e 7",
  "-e7:9",
  "--remap-exit=7:255",
  "--on-exit=leave",
  "--on-exit wait",
  "--on-exit=stop --grace=2s",
  "--grace 500ms",
  "--session",
  "--log-format=json -vv",
  "--log-format text -v",
  "-sgvvw -e7",
];

describe("every option can be given in it, with the same effect as on the command line", () => {
  it.each(OPTIONS)("%s", (value) => {
    for (const pid of [1, 70]) {
      const onLine = tsinit([...value.split(" "), "program"], { steps: STEPS, pid });
      expect(seen(withOptions(value, ["program"], { pid }))).toEqual(seen(onLine));
    }
  });

  it("pause, help, version and licence", () => {
    const steps = [sends(HUP), sends(TERM)];
    expect(withOptions("-P", [], { steps })).toMatchObject({ status: 0, stderr: "" });
    expect(withOptions("--pause", [], { steps }).kernel.counts.get("spawn")).toBeUndefined();
    for (const [words, stdout] of [
      ["-h", HELP_TEXT],
      ["--version", VERSION_TEXT],
      ["-v -l", LICENSE_TEXT],
    ] as const) {
      expect(withOptions(words)).toMatchObject({ status: 0, stdout, stderr: "" });
    }
  });
});

describe("blanks", () => {
  it.each(["", " ", "\t", "\n", " \t\n "])("%j alone says nothing", (value) => {
    expect(withOptions(value)).toMatchObject({ status: 7, stderr: "" });
  });

  it.each([" ", "\t", "\n", "   ", "\n\n", " \t \n"])("%j separates words", (blank) => {
    for (const around of ["", blank]) {
      const value = around + ["-g", "-e", "7:9", "--grace", "1s"].join(blank) + around;
      const outcome = withOptions(value);
      expect(outcome).toMatchObject({ status: 9, stderr: "" });
      expect(outcome.sent).toEqual(["15 to group", "1 to group"]);
    }
  });

  it.each(["\r", "\v", "\f", "\x1f", "\xa0"])("%j is no blank", (byte) => {
    expect(withOptions(`-g${byte}-v`).status).toBe(1);
  });

  it("a value may not be empty, as it may on the command line", () => {
    expect(withOptions("-e ").stderr).toContain("-e: needs a value");
    expect(withOptions("--grace=").stderr).toContain("--grace=: not a time");
  });
});

describe("the command line wins", () => {
  it.each([
    ["--forward=all", ["-c"], "15 to child"],
    ["-g", ["--forward=child"], "15 to child"],
    ["-c", ["-g"], "15 to group"],
    ["-r TERM:HUP", ["-r", "TERM:INT"], "2 to child"],
  ] as const)("%s before %j", (value, words, sent) => {
    expect(withOptions(value, [...words, "program"]).sent[0]).toBe(sent);
  });

  it("over statuses and formats too, and it adds to verbosity", () => {
    expect(withOptions("-e 7:8", ["-e", "7:9", "program"]).status).toBe(9);
    const shown = (lines: readonly string[]): string => lines.join("");
    expect(shown(withOptions("--log-format=json", ["--log-format=text", "-v", "p"]).lines)).toMatch(
      /^tsinit: info: /,
    );
    const both = withOptions("-v", ["-v", "program"]).lines;
    expect(both.some((line) => line.startsWith("tsinit: debug: "))).toBe(true);
  });

  it("TINI_KILL_PROCESS_GROUP comes before both", () => {
    const variables = ["TINI_KILL_PROCESS_GROUP=1", "TSINIT_OPTIONS=-c"];
    expect(tsinit(["p"], { variables, steps: STEPS }).sent[0]).toBe("15 to child");
  });

  it("its own last option counts", () => {
    expect(withOptions("-e 7:8 -e 7:9").status).toBe(9);
  });
});

describe("what is wrong in it is one line, and nothing is started", () => {
  const line = (value: string): string => {
    const outcome = withOptions(value);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect([outcome.lines.length, outcome.kernel.spawned]).toEqual([1, []]);
    return outcome.stderr.replace(/^tsinit: fatal: (.*); see tsinit --help\n$/, "$1");
  };

  it("a word that is no option", () => {
    for (const value of ["program", "-v program", "-- program", "- x", "-v -- -x"]) {
      const word = value.split(" ").at(-1)!;
      const shown = value === "- x" ? "-" : word;
      expect(line(value)).toBe(`TSINIT_OPTIONS: "${shown}": not an option`);
    }
  });

  it("an option that there is not, a wrong value, a value too much", () => {
    expect(line("-v -z")).toBe("-z: no such option");
    expect(line("--nope=3 -v")).toBe("--nope: no such option");
    expect(line("-e 300 -g")).toContain("-e 300: not an exit status");
    expect(line("--forward=nobody")).toContain("--forward=nobody: no such target");
    expect(line("--pause=1")).toBe("--pause=1: takes no value");
  });

  it.each(["-e", "-p", "-r", "-vr", "--grace", "--forward", "--on-exit", "--log-format", "-g -e "])(
    "a value that is missing at its end: %s",
    (value) => {
      const option = value.trim().split(" ").at(-1)!.replace("-vr", "-r");
      expect(line(value)).toBe(`${option}: needs a value`);
    },
  );

  it("a value is never taken from the command line", () => {
    expect(withOptions("-e", ["7", "program"]).stderr).toContain("-e: needs a value");
  });

  it("-- ends it, and the command line is still read", () => {
    const outcome = withOptions("-g --", ["-e7", "program"]);
    expect(outcome).toMatchObject({ status: 0, sent: ["15 to group", "1 to group"] });
  });

  it("another variable of a similar name is not it", () => {
    for (const variable of ["TSINIT_OPTIONSX=-z", "XTSINIT_OPTIONS=-z", "TSINIT_OPTIONS"]) {
      expect(tsinit(["program"], { variables: [variable] }).status).toBe(7);
    }
  });
});
