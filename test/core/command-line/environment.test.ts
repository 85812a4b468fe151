/** tini's environment variables, and LISTEN_PID. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { TERM } from "../../support/signals.ts";

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

describe("a variable that names tsinit names the child instead, and is left alone otherwise", () => {
  const named = (variables: readonly string[]): number[] => {
    const { trace } = tsinit(["program"], { pid: 70, variables }).kernel;
    const calls = trace!.filter((call) => call.startsWith("nameChild("));
    return calls.map((call) => Number(/\d+/.exec(call)![0]));
  };

  describe.each(["LISTEN_PID", "WATCHDOG_PID", "SYSTEMD_EXEC_PID"])("%s", (name) => {
    it.each([
      [[`${name}=70`], [0]],
      [["A=1", `${name}X=70`, `${name}=70`, "B=2"], [2]],
      [[`${name}=71`], []],
      [[`${name}=7`], []],
      [[`${name}=700`], []],
      [[`${name}=70x`], []],
      [[`${name}=`], []],
      [[`${name}=-70`], []],
      [[`${name}=99999999999999999999`], []],
      [[name], []],
      [[`X${name}=70`], []],
      [[], []],
    ])("%j", (variables, entries) => {
      expect(named(variables)).toEqual(entries);
    });
  });

  it("all of them at once, in any order", () => {
    const variables = ["SYSTEMD_EXEC_PID=70", "WATCHDOG_PID=70", "X=1", "LISTEN_PID=70"];
    expect(named(variables).sort()).toEqual([0, 1, 3]);
  });
});

describe("LISTEN_PIDFDID", () => {
  const withheld = (variables: readonly string[]): string[] => {
    const { trace } = tsinit(["program"], { pid: 70, variables }).kernel;
    return trace!.filter((call) => call.startsWith("withhold"));
  };

  it("is taken out together with a LISTEN_PID that named tsinit", () => {
    expect(withheld(["LISTEN_PIDFDID=123", "LISTEN_PID=70"])).toEqual(["withhold(0) = 0"]);
    expect(withheld(["LISTEN_PID=70", "A=1", "LISTEN_PIDFDID=123"])).toEqual(["withhold(2) = 0"]);
  });

  it("stays where LISTEN_PID names another process, or nobody", () => {
    expect(withheld(["LISTEN_PIDFDID=123", "LISTEN_PID=71"])).toEqual([]);
    expect(withheld(["LISTEN_PIDFDID=123"])).toEqual([]);
    expect(withheld(["LISTEN_PID=70"])).toEqual([]);
  });
});
