/** --zombies in a simulated /proc: who is a zombie, how old, whose, and what the status tells. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Entry } from "../../sim/looks.ts";
import { look, stat } from "../../sim/looks.ts";
import { EACCES, EIO, ENOENT, ENOMEM, EPERM, ESRCH } from "../../sim/numbers.ts";
import { lookTwice, reportOf, tableOf } from "../../support/reports.ts";
import { AGES, NAMES } from "../../support/zombie-tables.ts";

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

  it("is 2 where a made-up list of processes goes on for ever", () => {
    const prepare = (kernel: SimKernel): void => {
      kernel.listProcesses = () => ZOMBIE.pid;
    };
    const { status, stderr } = look({ entries: [LIVING, ZOMBIE], prepare });
    expect(status).toBe(2);
    expect(stderr).toContain("tsinit: fatal: cannot list processes: input/output error\n");
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

  it.each([ENOENT, EIO, EPERM, ENOMEM])(
    "is 2 where the listing breaks off, and what was seen until then is reported: errno %i",
    (errno) => {
      for (const call of [2, 3, 4]) {
        const failures = [{ method: "listProcesses", call, errno, forEver: false }];
        const text = look({ entries: [LIVING, ZOMBIE], failures });
        expect([text.status, text.lines.length, text.kernel.openFiles]).toEqual([2, 1, 0]);
        expect(text.stderr).toMatch(/^tsinit: fatal: cannot list processes: [a-z /]+\n$/);
        const { zombies } = reportOf(
          look({ entries: [LIVING, ZOMBIE], failures, options: ["--json"] }),
        );
        expect([tableOf(text).total, zombies.length]).toEqual(call < 4 ? [0, 0] : [1, 1]);
      }
    },
  );

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
    { open: ENOENT },
    { open: ESRCH },
    { read: ESRCH },
    { read: EIO },
    { bytes: Buffer.of() },
  ])("before it is looked at: %j", (file) => {
    const files = { "/proc/30/stat": file };
    const { plain, status } = lookTwice({ entries: [LIVING, ZOMBIE], files });
    expect([plain.total, status]).toEqual([0, 0]);
  });

  it.each([{ open: ENOENT }, { open: ESRCH }, { open: EACCES }, { read: ESRCH }])(
    "before its parent's name or its control group is read, and is known by name: %j",
    (file) => {
      const files = { "/proc/30/comm": file, "/proc/7/comm": file, "/proc/30/cgroup": file };
      const { plain, json, status } = lookTwice({ entries: [LIVING, ZOMBIE], files });
      expect(plain.rows).toMatchObject([{ pid: 30, ppid: 7, parent: "-", command: "git" }]);
      expect(plain.parents).toBe("1 of -[7]");
      expect(json.zombies).toMatchObject([{ parent: null, command: "git", container: null }]);
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
    ["there is no /proc/uptime", { "/proc/uptime": { open: ENOENT } }, 100],
    ["/proc/uptime cannot be read", { "/proc/uptime": { read: EIO } }, 100],
    ["/proc/uptime is empty", { "/proc/uptime": "" }, 100],
    ["/proc/uptime tells nothing", { "/proc/uptime": "\n" }, 100],
    ["the clock is not the machine's, but a container's", {}, "1000000100"],
    ["its start is no number", {}, "-1"],
  ])("is not known where %s", (_, files, start) => {
    const { plain, json, status } = lookTwice({ entries: [{ ...ZOMBIE, start }], files });
    expect([plain.rows[0]!.age, json.zombies[0]!.age, status]).toEqual(["-", null, 1]);
  });

  it("is not known where its stat ends before its start, whatever was read before", () => {
    const whole = stat({ ...ZOMBIE, pid: 31 });
    const cut = stat(ZOMBIE).split(" ").slice(0, 21).join(" ");
    const files = { "/proc/30/stat": whole.replace(/^31/, "30"), "/proc/31/stat": cut };
    const { json } = lookTwice({ entries: [ZOMBIE, { ...ZOMBIE, pid: 31 }], files });
    expect(json.zombies.map(({ age }) => age)).toEqual([1, null]);
  });

  it("is told by a second look at the clock for what started after the first", () => {
    const late = { ...ZOMBIE, start: "1000000100" };
    const entries = [late, { ...ZOMBIE, pid: 31, start: 999_999_900 }];
    const prepare = (kernel: SimKernel): void => {
      const open = kernel.open.bind(kernel);
      let looks = 0;
      kernel.open = (path, at) => {
        const name = Buffer.from(path.subarray(at)).toString("latin1");
        if (name.startsWith("/proc/uptime\0") && ++looks > 1) {
          kernel.disk.set("/proc/uptime", { bytes: Buffer.from("10000003.00 1.00\n") });
        }
        return open(path, at);
      };
    };
    const { json } = lookTwice({ entries, prepare });
    expect(json.zombies.map(({ age }) => age)).toEqual([2, 4]);
  });
});

describe("a name cannot break a line, fool the parser, or spoil the document", () => {
  it.each(NAMES)("%j", (name, shown) => {
    const entries = [
      { ...LIVING, command: name },
      { ...ZOMBIE, command: name },
    ];
    const text = tableOf(look({ entries }));
    expect(text.rows).toMatchObject([{ pid: 30, ppid: 7, parent: shown, command: shown }]);
    expect(text.parents).toBe(`1 of ${shown}[7]`);
    const document = reportOf(look({ entries, options: ["--json"] }));
    const decodedName = Buffer.from(shown, "latin1").toString("utf8");
    expect(document.zombies).toMatchObject([{ parent: decodedName, command: decodedName }]);
    expect(document.parents).toEqual([{ pid: 7, name: decodedName, zombies: 1 }]);
  });
});
