/** --zombies in a simulated /proc: who is a zombie, how old, whose, and what the status tells. */
import { describe, expect, it } from "vitest";
import { EACCES, EIO, ENOENT, EPERM, ESRCH } from "../sim/numbers.ts";
import { look } from "../sim/looks.ts";
import type { Entry } from "../sim/looks.ts";
import { lookTwice, reportOf, tableOf } from "./reports.ts";
import { AGES, NAMES } from "./zombie-tables.ts";

const LIVING: Entry = { pid: 7, state: "S", command: "server" };
const ZOMBIE: Entry = { pid: 30, parent: 7, command: "git", start: 999_999_900 };
const HIDDEN = "tsinit: fatal: cannot tell: /proc hides processes\n";

describe("the exit status", () => {
  it("is 0 where there is no zombie, and the report one line", () => {
    const { status, stdout, stderr } = look({ entries: [LIVING] });
    expect([status, stdout, stderr]).toEqual([0, "zombies: 0; pids: 45 of 100\n", ""]);
  });

  it("is 1 where there is one", () => {
    const { status, stdout, stderr } = look({ entries: [LIVING, ZOMBIE] });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toBe(
      "PID     PPID    PARENT           AGE  COMMAND          CONTAINER    POD\n" +
        "30      7       server           1s   git              -            -\n" +
        "zombies: 1 (1 of server[7]); pids: 45 of 100\n",
    );
  });

  it("goes with the document too", () => {
    const none = look({ options: ["--json"] });
    const pids = '"pids":{"current":45,"max":100}}\n';
    expect([none.status, none.stderr]).toEqual([0, ""]);
    expect(none.stdout.replaceAll("\n", "")).toBe(
      `{"zombies":[],"parents":[],"others":0,${pids.trim()}`,
    );
    const some = look({ options: ["--json"], entries: [LIVING, ZOMBIE] });
    expect([some.status, some.stderr]).toEqual([1, ""]);
    expect(some.stdout.replaceAll("\n", "")).toBe(
      '{"zombies":[{"pid":30,"ppid":7,"parent":"server","age":1,"command":"git",' +
        '"container":null,"pod":null}],"parents":[{"pid":7,"name":"server","zombies":1}],' +
        `"others":0,${pids.trim()}`,
    );
  });

  it.each([
    [ENOENT, "no such file or directory"],
    [EACCES, "permission denied"],
    [EPERM, "operation not permitted"],
  ])("is 2 where /proc cannot be listed, and nothing is reported: errno %i", (errno, words) => {
    const failures = [{ method: "listProcesses", call: 1, errno, forEver: true }];
    const { status, stdout, stderr, kernel } = look({ failures });
    expect([status, stdout, kernel.openFiles]).toEqual([2, "", 0]);
    expect(stderr).toBe(`tsinit: fatal: cannot list processes: ${words}\n`);
  });

  it("is 2 where /proc is an empty folder", () => {
    const prepare = (kernel: { listProcesses(first: boolean): number }): void =>
      void (kernel.listProcesses = () => 0);
    const { status, stdout, stderr } = look({ prepare });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("tsinit: fatal: cannot list processes: no such file or directory\n");
  });

  it("is 2 where PID 1 is not listed and no zombie is seen; the report comes first", () => {
    const { status, stdout, stderr } = look({ pid: 70 });
    expect([status, stdout, stderr]).toEqual([2, "zombies: 0; pids: 45 of 100\n", HIDDEN]);
  });

  it("is 1 where PID 1 is not listed, but a zombie is", () => {
    const { status, stderr } = look({ pid: 70, entries: [LIVING, ZOMBIE] });
    expect([status, stderr]).toEqual([1, HIDDEN]);
  });

  it.each([{ open: EACCES }, { open: EPERM }, { read: EACCES }, { read: EPERM }])(
    "is 2 where a process may not be looked at: %j",
    (file) => {
      const { status, stderr } = look({ entries: [LIVING], files: { "/proc/7/stat": file } });
      expect([status, stderr]).toEqual([2, HIDDEN]);
    },
  );
});

describe("a process that vanishes midway is no error", () => {
  it.each([
    { open: ENOENT }, { open: ESRCH }, { read: ESRCH }, { read: EIO }, { bytes: Buffer.of() },
  ])("before it is looked at: %j", (file) => {
    const files = { "/proc/30/stat": file };
    const { plain, status } = lookTwice({ entries: [LIVING, ZOMBIE], files });
    expect([plain.total, status]).toEqual([0, 0]);
  });

  it.each([{ open: ENOENT }, { open: ESRCH }, { open: EACCES }, { read: ESRCH }])(
    "before its name, its parent's, or its control group is read: %j",
    (file) => {
      const files = { "/proc/30/comm": file, "/proc/7/comm": file, "/proc/30/cgroup": file };
      const { plain, json, status } = lookTwice({ entries: [LIVING, ZOMBIE], files });
      expect(plain.rows).toMatchObject([{ pid: 30, ppid: 7, parent: "-", command: "-" }]);
      expect(plain.parents).toBe("1 of -[7]");
      expect(json.zombies).toMatchObject([{ parent: null, command: null, container: null }]);
      expect(json.parents).toEqual([{ pid: 7, name: null, zombies: 1 }]);
      expect(status).toBe(1);
    },
  );
});

describe("a zombie", () => {
  it.each(["R", "S", "D", "T", "t", "X", "x", "I", "P", "K", "W", "z"])(
    "is not one in state %s",
    (state) => {
      expect(lookTwice({ entries: [{ ...ZOMBIE, state }] }).plain.total).toBe(0);
    },
  );

  it.each([2, 10, 11, 32_000])("is not a leader that ended before its threads: %i", (threads) => {
    expect(lookTwice({ entries: [{ ...ZOMBIE, threads }] }).plain.total).toBe(0);
  });

  it.each([0, 1])("is a leader with %i threads left, itself counted", (threads) => {
    expect(lookTwice({ entries: [{ ...ZOMBIE, threads }] }).plain.total).toBe(1);
  });

  it("has no parent that could be named when that is outside of the namespace", () => {
    const { plain, json } = lookTwice({ entries: [{ ...ZOMBIE, parent: 0 }] });
    expect(plain.rows).toMatchObject([{ ppid: 0, parent: "-" }]);
    expect(plain.parents).toBe("1 of -[0]");
    expect(json.parents).toEqual([{ pid: 0, name: null, zombies: 1 }]);
  });

  it("may have the highest PID that there is", () => {
    const { json } = lookTwice({ entries: [{ ...ZOMBIE, pid: 4_194_303, parent: 4_194_302 }] });
    expect(json.zombies).toMatchObject([{ pid: 4_194_303, ppid: 4_194_302 }]);
  });
});

describe("an age is the time since the start, in the largest unit of which there are two", () => {
  it.each(AGES)("$seconds seconds: $shown", ({ seconds, shown }) => {
    const entry = { ...ZOMBIE, start: (10_000_000 - seconds) * 100 };
    const { plain, json } = lookTwice({ entries: [entry] });
    expect([plain.rows[0]!.age, json.zombies[0]!.age]).toEqual([shown, seconds]);
  });

  it.each([
    ["200000000.00 1.00\n", "19999999999", 1],
    ["200000000.00 1.00\n", "2147483648", 200_000_000 - 21_474_836],
    ["2147483647.99 1.00\n", "214748364600", 1],
  ])("where a machine is up for %j, and it started after %s ticks", (uptime, start, age) => {
    const files = { "/proc/uptime": uptime };
    const { json } = lookTwice({ entries: [{ ...ZOMBIE, start }], files });
    expect(json.zombies[0]!.age).toBe(age);
  });

  it.each([
    ["it started after the clock was read", {}, "1000000100"],
    ["there is no /proc/uptime", { "/proc/uptime": { open: ENOENT } }, 100],
    ["/proc/uptime cannot be read", { "/proc/uptime": { read: EIO } }, 100],
  ])("is 0 where %s", (_, files, start) => {
    const { plain, json } = lookTwice({ entries: [{ ...ZOMBIE, start }], files });
    expect([plain.rows[0]!.age, json.zombies[0]!.age]).toEqual(["0s", 0]);
  });
});

describe("a name cannot break a line, fool the parser, or spoil the document", () => {
  it.each(NAMES)("%j", (name, shown) => {
    const entries = [{ ...LIVING, command: name }, { ...ZOMBIE, command: name }];
    const text = tableOf(look({ entries }));
    expect(text.rows).toMatchObject([{ pid: 30, ppid: 7, parent: shown, command: shown }]);
    expect(text.parents).toBe(`1 of ${shown}[7]`);
    const document = reportOf(look({ entries, options: ["--json"] }));
    const decodedName = Buffer.from(shown, "latin1").toString("utf8");
    expect(document.zombies).toMatchObject([{ parent: decodedName, command: decodedName }]);
    expect(document.parents).toEqual([{ pid: 7, name: decodedName, zombies: 1 }]);
  });
});
