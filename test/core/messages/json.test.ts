/** The JSON log format: pino's shape, the fields of each message, in every dialect. */
import { describe, expect, it } from "vitest";
import type { Setup } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { bothWays, parsed } from "../../support/both-ways.ts";
import { EACCES, EPERM, HUP, KILL, TERM, TSTP } from "../../support/signals.ts";
import { MESSAGES } from "./message-table.ts";

const LOUD = ["TINI_VERBOSITY=4"];
const refuses =
  (method: string): Setup["prepare"] =>
  (kernel) => {
    kernel.failures = [{ method, call: 1, errno: EPERM, forEver: true }];
  };

describe("each message is one JSON line with the text's message, level, and pino's fields", () => {
  it.each(MESSAGES)("$what", ({ words, setup, level }) => {
    const variables = [...(setup?.variables ?? []), `TINI_VERBOSITY=${Math.max(level, 2)}`];
    const lines = bothWays([...(words ?? []), "program"], { ...setup, variables });
    expect(lines.length).toBeGreaterThan(0);
  });

  it("a whole life at the most talkative level", () => {
    const steps = [sends(TERM), orphanEnds("sleep"), sends(32), sends(37), orphanEnds("x", KILL)];
    const lines = bothWays(["-gvvvw", "-rHUP:0", "--on-exit=wait", "--grace=5s", "program"], {
      pid: 70,
      steps: [...steps, sends(HUP)],
    });
    expect(lines.length).toBeGreaterThan(12);
    expect(new Set(lines.map(({ level }) => level))).toEqual(new Set([40, 30, 20, 10]));
  });
});

describe("fields where they apply", () => {
  const steps = [sends(TERM, 4711), orphanEnds("sleep", 3 << 8), sends(HUP)];
  const life = (words: string[], setup: Setup = {}): Record<string, unknown>[] =>
    bothWays([...words, "program"], { steps, variables: LOUD, ...setup });
  const find = (lines: Record<string, unknown>[], start: string): Record<string, unknown> => {
    const found = lines.find(({ msg }) => (msg as string).includes(start));
    const { level: _level, time: _time, pid: _pid, name: _name, msg: _msg, ...rest } = found!;
    return rest;
  };

  it("process of the start, the orphan, the taken signal's sender; signals by name", () => {
    const lines = life(["-w"]);
    const child = Number(/as (\d+)$/.exec(lines[0]!["msg"] as string)![1]);
    expect(find(lines, "started")).toEqual({ process: child });
    expect(find(lines, "took SIGTERM")).toEqual({ signal: "SIGTERM", process: 4711 });
    expect(find(lines, "forwarded")).toEqual({ signal: "SIGTERM", target: child });
    expect(find(lines, "reaped orphan")).toEqual({ process: expect.any(Number), status: 3 });
    expect(find(lines, "ended")).toEqual({ process: child, status: 7 });
  });

  it("a group is a target below 0, everybody is -1", () => {
    const lines = life(["-g"]);
    const child = lines[0]!["process"] as number;
    expect(find(lines, "forwarded").target).toBe(-child);
    expect(find(life(["--forward=all"]), "forwarded").target).toBe(-1);
  });

  it("errno as a number; a killed child's signal; a stop's signal", () => {
    expect(find(life([], { prepare: refuses("kill") }), "not forwarded")).toMatchObject({
      signal: "SIGTERM",
      errno: EPERM,
    });
    const killed = find(life([], { end: 9, steps: [] }), "killed by");
    expect(killed).toMatchObject({ signal: "SIGKILL" });
    const stop: Setup["steps"] = [({ world }, child) => world.stop(child, TSTP)];
    expect(find(life([], { steps: stop }), "stopped").signal).toBe("SIGTSTP");
    const denied: Setup["prepare"] = (kernel) => void (kernel.spawnError = EACCES);
    expect(find(life([], { prepare: denied }), "cannot run")).toEqual({ errno: EACCES });
  });

  it("the end of the grace period names its target", () => {
    const wait = [sends(TERM), (): void => {}];
    const lines = life(["--grace=1s"], { steps: wait });
    expect(find(lines, "grace period over")).toEqual({ target: lines[0]!["process"] });
    const all = life(["--grace=1s", "--forward=all"], { steps: wait });
    expect(find(all, "grace period over")).toEqual({ target: -1 });
  });
});

describe("in every dialect", () => {
  const names = ["tini", "dumb-init", "catatonit"];
  const variables = (name: string, more = ""): string[] => [
    `TSINIT_DIALECT=${name}`,
    `TSINIT_OPTIONS=-vvv -w --log-format=json ${more}`,
    "CATATONIT_DEBUG=1",
  ];

  it.each(names)("each line of %s is JSON in pino's shape", (name) => {
    const steps = [sends(TERM), orphanEnds("a\nb", 9), sends(20), orphanEnds("c", 1 << 8)];
    const { lines, stdout } = tsinit(["program"], { pid: 70, variables: variables(name), steps });
    const all = [...lines, ...stdout.split(/(?<=\n)/).filter((line) => line !== "")];
    expect(all.length).toBeGreaterThan(2);
    for (const line of all) expect([10, 20, 30, 40, 50, 60]).toContain(parsed(line).level);
  });

  it.each(["-g", "--forward=all"])("a refused kill of catatonit with %s is still JSON", (word) => {
    const { lines } = tsinit(["program"], {
      variables: variables("catatonit", word),
      steps: [sends(TERM)],
      prepare: refuses("kill"),
    });
    for (const line of lines) parsed(line);
  });

  it.each(names)("wrong use of %s has the level of a fatal error", (name) => {
    const { lines } = tsinit(["-Z", "program"], { variables: variables(name) });
    expect(parsed(lines[0]!).level).toBe(60);
  });
});
