/** tini's environment variables, and LISTEN_PID. */
import { describe, expect, it } from "vitest";
import { orphanEnds, sends, tsinit } from "../sim/scenario.ts";
import type { Outcome } from "../sim/scenario.ts";
import { TERM } from "./signals.ts";

function withVariables(variables: string[], words: string[] = []): Outcome {
  const steps = [sends(TERM), orphanEnds("sleep")];
  return tsinit([...words, "program"], { variables, steps });
}

function isSubreaper(outcome: Outcome): boolean {
  return outcome.kernel.counts.get("becomeSubreaper") === 1;
}

describe("TINI_SUBREAPER, when set, is -s", () => {
  it.each([["1"], [""], ["0"], ["no"]])("TINI_SUBREAPER=%s", (value) => {
    expect(isSubreaper(withVariables(["A=1", `TINI_SUBREAPER=${value}`]))).toBe(true);
  });

  it.each([["TINI_SUBREAPERS=1"], ["XTINI_SUBREAPER=1"], ["TINI_SUBREAPER"], ["tini_subreaper=1"]])(
    "%s is another variable",
    (entry) => {
      expect(isSubreaper(withVariables([entry]))).toBe(false);
    },
  );
});

describe("TINI_KILL_PROCESS_GROUP, when set, is -g", () => {
  it.each([["1"], [""], ["0"]])("TINI_KILL_PROCESS_GROUP=%s", (value) => {
    const outcome = withVariables([`TINI_KILL_PROCESS_GROUP=${value}`]);
    expect(outcome.sent).toEqual(["15 to group"]);
  });

  it("the command line wins", () => {
    const variables = ["TINI_KILL_PROCESS_GROUP=1"];
    expect(withVariables(variables, ["-c"]).sent).toEqual(["15 to child"]);
    expect(withVariables(variables, ["--forward=child"]).sent).toEqual(["15 to child"]);
  });
});

describe("TINI_VERBOSITY=N is the level, 0 to 4, and -v adds to it", () => {
  const shown = (outcome: Outcome): string => {
    const levels = outcome.lines.map((line) => line.split(": ")[1]!);
    return ["info", "debug", "trace"].filter((level) => levels.includes(level)).join(" ");
  };

  it.each([
    ["0", [], ""],
    ["1", [], ""],
    ["2", [], "info"],
    ["3", [], "info debug"],
    ["4", [], "info debug trace"],
    ["", [], ""],
    ["", ["-v"], "info"],
    ["0", ["-v"], ""],
    ["0", ["-vv"], "info"],
    ["1", ["-vv"], "info debug"],
    ["4", ["-vvv"], "info debug trace"],
    ["02", [], "info"],
  ])("TINI_VERBOSITY=%s with %j shows [%s]", (value, words, levels) => {
    expect(shown(withVariables([`TINI_VERBOSITY=${value}`], words))).toBe(levels);
  });

  it("0 keeps warnings back", () => {
    const orphans = withVariables(["TINI_VERBOSITY=0"], ["-w"]);
    expect(orphans.stderr).toBe("");
  });

  it("0 keeps back the warning that a child's status is lost", () => {
    const outcome = tsinit(["program"], {
      variables: ["TINI_VERBOSITY=0"],
      steps: [
        ({ world }, child) => {
          world.end(child, 0);
          world.wait(child.pid);
        },
      ],
    });
    expect(outcome).toMatchObject({ status: 1, stderr: "" });
  });

  it.each([["5"], ["-1"], ["x"], ["1x"], [" 1"], ["1 "], ["999999999999"], ["\x1b"]])(
    "TINI_VERBOSITY=%j is refused",
    (value) => {
      const outcome = withVariables([`TINI_VERBOSITY=${value}`]);
      const shown = `TINI_VERBOSITY=${value.replace("\x1b", "\\x1b")}`;
      const cause = "not a verbosity; use 0 to 4; see tsinit --help";
      expect(outcome.stderr).toBe(`tsinit: fatal: ${shown}: ${cause}\n`);
      expect(outcome).toMatchObject({ status: 1, stdout: "" });
      expect(outcome.kernel.spawned).toEqual([]);
    },
  );
});

describe("LISTEN_PID is rewritten when it named tsinit, and left alone otherwise", () => {
  it.each([
    [["LISTEN_PID=70"], 0],
    [["A=1", "LISTEN_PIDX=70", "LISTEN_PID=70", "B=2"], 2],
    [["LISTEN_PID=71"], -1],
    [["LISTEN_PID=7"], -1],
    [["LISTEN_PID=700"], -1],
    [["LISTEN_PID=70x"], -1],
    [["LISTEN_PID="], -1],
    [["LISTEN_PID=-70"], -1],
    [["LISTEN_PID=99999999999999999999"], -1],
    [["LISTEN_PID"], -1],
    [["XLISTEN_PID=70"], -1],
    [[], -1],
  ])("%j", (variables, entry) => {
    const { kernel } = tsinit(["program"], { pid: 70, variables });
    expect(kernel.trace!.some((call) => call.startsWith(`spawn(1, 0, ${entry})`))).toBe(true);
  });
});
