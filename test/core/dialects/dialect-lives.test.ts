/** What the originals do differently: statuses for exec failures, dumb-init's session and stops. */
import { describe, expect, it } from "vitest";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import {
  E2BIG,
  EACCES,
  EIO,
  ELOOP,
  ENOENT,
  ENOEXEC,
  ENOMEM,
  ENOTDIR,
  EPERM,
  ETXTBSY,
  STOP,
  TERM,
  TSTP,
  TTIN,
  TTOU,
} from "../../support/signals.ts";

function life(dialect: string, words: readonly string[], setup: Setup = {}): Outcome {
  const variables = [`TSINIT_DIALECT=${dialect}`, ...(setup.variables ?? [])];
  return tsinit([...words, "program"], { ...setup, variables });
}

describe("a program that cannot be run", () => {
  const errors = [ENOENT, EACCES, ENOEXEC, EPERM, ENOTDIR, ETXTBSY, E2BIG, EIO, ELOOP, ENOMEM];
  const statuses: readonly (readonly [string, (errno: number) => number])[] = [
    ["tini", (errno) => (errno === ENOENT ? 127 : errno === EACCES ? 126 : 1)],
    ["dumb-init", () => 2],
    ["catatonit", () => 1],
    ["tsinit", (errno) => (errno === ENOENT ? 127 : 126)],
  ];

  it.each(statuses)("ends %s with its own status", (dialect, statusOf) => {
    for (const errno of errors) {
      for (const variables of [[], ["TINI_VERBOSITY=3"]]) {
        const prepare: Setup["prepare"] = (kernel) => void (kernel.spawnError = errno);
        const outcome = life(dialect, [], { prepare, variables });
        expect([errno, outcome.status]).toEqual([errno, statusOf(errno)]);
        expect(outcome.stderr).not.toBe("");
        expect(outcome.kernel.openFiles).toBe(0);
      }
    }
  });

  it("has one line of the original's words", () => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.spawnError = ENOENT);
    const line = (dialect: string): string => life(dialect, [], { prepare }).stderr;
    expect(line("tini")).toBe("[FATAL tini (1)] exec program failed: No such file or directory\n");
    expect(line("dumb-init")).toBe("[dumb-init] program: No such file or directory\n");
    expect(line("catatonit")).toBe(
      "ERROR (catatonit:1): failed to exec pid1: No such file or directory\n",
    );
  });

  it("with a reason that tsinit can tell more of is still the original's one line", () => {
    for (const dialect of ["tini", "dumb-init", "catatonit"]) {
      const prepare: Setup["prepare"] = (kernel) => {
        kernel.spawnError = ENOEXEC;
        kernel.programFile = { bytes: new Uint8Array(64) };
      };
      const { lines } = life(dialect, [], { prepare });
      expect([dialect, lines.length]).toEqual([dialect, 1]);
      expect(lines[0]).toContain("Exec format error");
    }
  });

  it("is not remapped by tsinit, and is by tini", () => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.spawnError = ENOENT);
    expect(life("tsinit", ["-e127"], { prepare }).status).toBe(127);
    expect(life("tini", ["-e127"], { prepare }).status).toBe(0);
  });
});

describe("dumb-init", () => {
  const dumbInit = (words: readonly string[], setup: Setup = {}): Outcome =>
    life("dumb-init", words, { pid: 70, ...setup });
  const place = ({ kernel }: Outcome): string =>
    /^spawn\(\d+, (\d)/.exec(kernel.trace!.find((call) => call.startsWith("spawn("))!)![1]!;

  it("has a session, signals to the whole group, and SIGTERM to it when the child ends", () => {
    const outcome = dumbInit([], { steps: [sends(1)] });
    expect(place(outcome)).toBe("2");
    expect(outcome.sent).toEqual(["1 to group", `${TERM} to group -3`]);
  });

  it.each([[["-c"]], [["--single-child"]], [["--single"]]])(
    "with %j it has neither, and signals nobody when the child has ended",
    (words) => {
      const outcome = dumbInit(words, { steps: [sends(1)] });
      expect(place(outcome)).toBe("0");
      expect(outcome.sent).toEqual(["1 to child"]);
    },
  );

  it("with DUMB_INIT_SETSID=0 it is as with -c, and with any other value it is not", () => {
    for (const value of ["0", "1", "", "no", "00"]) {
      const outcome = dumbInit([], { variables: [`DUMB_INIT_SETSID=${value}`], steps: [sends(1)] });
      expect(place(outcome)).toBe(value === "0" ? "0" : "2");
    }
  });

  it.each([TSTP, TTIN, TTOU])("%d stops the group by force, and then itself", (signal) => {
    const outcome = dumbInit([], { steps: [sends(signal)], end: 0 });
    expect(outcome.sent.slice(0, 2)).toEqual([`${STOP} to group`, `${STOP} to 70`]);
  });

  it.each([TSTP, TTIN, TTOU])("%d without a session stays what it is", (signal) => {
    const outcome = dumbInit(["-c"], { steps: [sends(signal)] });
    expect(outcome.sent).toEqual([`${signal} to child`, `${STOP} to 70`]);
  });

  it("a rewrite of one's own goes before the default one, a drop too", () => {
    for (const signal of [TSTP, TTIN, TTOU]) {
      const own = dumbInit(["-r", `${signal}:10`], { steps: [sends(signal)] });
      expect(own.sent.slice(0, 2)).toEqual(["10 to group", `${STOP} to 70`]);
      const other = [TSTP, TTIN, TTOU].find((one) => one !== signal)!;
      const rest = dumbInit(["-r", `${signal}:10`], { steps: [sends(other)] });
      expect(rest.sent[0]).toBe(`${STOP} to group`);
      const dropped = dumbInit(["-r", `${signal}:0`], { steps: [sends(signal)] });
      expect(dropped.sent[0]).toBe(`${STOP} to 70`);
    }
  });

  it("the SIGTERM of the end is rewritten, and dropped, as any other", () => {
    expect(dumbInit(["-r", "15:1"]).sent).toEqual(["1 to group -3"]);
    expect(dumbInit(["-r", "15:0"]).sent).toEqual([]);
  });

  it("takes rewrites of 1 to 31 alone, real-time signals are wrong use", () => {
    expect(dumbInit(["-r", "31:1"]).status).toBe(7);
    for (const value of ["34:1", "1:34", "64:0", "RTMIN:1"]) {
      expect(dumbInit(["-r", value]).status).toBe(1);
    }
  });
});
