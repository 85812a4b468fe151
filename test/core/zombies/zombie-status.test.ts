/** --zombies and its exit status: 0 for none, 1 for some, 2 where it cannot tell. */
import { describe, expect, it } from "vitest";
import { look } from "../../sim/looks.ts";
import { EACCES, EIO, EMFILE, ENOENT, ENOMEM, EPERM } from "../../sim/numbers.ts";
import { reportOf, tableOf } from "../../support/reports.ts";
import { LIVING, ZOMBIE } from "./families.ts";

const HIDDEN = "tsinit: fatal: cannot tell: /proc hides processes\n";

describe("the exit status is", () => {
  it("0 where there is no zombie, and the report one line", () => {
    const { status, stdout, stderr } = look({ entries: [LIVING] });
    expect([status, stdout, stderr]).toEqual([0, "zombies: 0; pids: 45 of 100\n", ""]);
  });

  it("1 where there is one", () => {
    const { status, stdout, stderr } = look({ entries: [LIVING, ZOMBIE] });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toBe(
      "PID     PPID    PARENT           AGE  COMMAND          CONTAINER    POD\n" +
        "30      7       server           1s   git              -            -\n" +
        "zombies: 1 (1 of server[7]); pids: 45 of 100\n",
    );
  });

  it("the same with the document", () => {
    const pids = '"pids":{"current":45,"max":100}}';
    const none = look({ options: ["--json"] });
    expect([none.status, none.stderr]).toEqual([0, ""]);
    expect(none.stdout.replaceAll("\n", "")).toBe(`{"zombies":[],"parents":[],"others":0,${pids}`);
    const some = look({ options: ["--json"], entries: [LIVING, ZOMBIE] });
    expect([some.status, some.stderr]).toEqual([1, ""]);
    expect(some.stdout.replaceAll("\n", "")).toBe(
      '{"zombies":[{"pid":30,"ppid":7,"parent":"server","age":1,"command":"git",' +
        '"container":null,"pod":null}],"parents":[{"pid":7,"name":"server","zombies":1}],' +
        `"others":0,${pids}`,
    );
  });
});

describe("where a process cannot be read, the exit status is 2", () => {
  it.each([
    { file: { open: EIO }, cause: "input/output error" },
    { file: { read: EIO }, cause: "input/output error" },
    { file: { open: ENOMEM }, cause: "cannot allocate memory" },
    { file: { open: EMFILE }, cause: "too many open files" },
  ])("$file", ({ file, cause }) => {
    const { status, stderr } = look({
      entries: [LIVING, ZOMBIE],
      files: { "/proc/30/stat": file },
    });
    expect([status, stderr]).toEqual([2, `tsinit: fatal: cannot list processes: ${cause}\n`]);
  });
});

describe("where /proc cannot be listed, the exit status is 2", () => {
  it("also where a made-up list of processes goes on for ever", () => {
    const { status, stderr } = look({
      entries: [LIVING, ZOMBIE],
      prepare: (kernel) => {
        kernel.listProcesses = () => ZOMBIE.pid;
      },
    });
    expect(status).toBe(2);
    expect(stderr).toContain("tsinit: fatal: cannot list processes: input/output error\n");
  });

  it.each([
    { errno: ENOENT, cause: "no such file or directory" },
    { errno: EACCES, cause: "permission denied" },
    { errno: EPERM, cause: "operation not permitted" },
  ])("and nothing is reported: errno $errno", ({ errno, cause }) => {
    const failures = [{ method: "listProcesses", call: 1, errno, forEver: true }];
    const { status, stdout, stderr, kernel } = look({ failures });
    expect([status, stdout, kernel.openFiles]).toEqual([2, "", 0]);
    expect(stderr).toBe(`tsinit: fatal: cannot list processes: ${cause}\n`);
  });

  it("also where it is an empty folder", () => {
    const { status, stdout, stderr } = look({
      prepare: (kernel) => void (kernel.listProcesses = () => 0),
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("tsinit: fatal: cannot list processes: no such file or directory\n");
  });

  it.each([ENOENT, EIO, EPERM, ENOMEM])(
    "and what was seen until then is reported, where the listing breaks off: errno %i",
    (errno) => {
      for (const call of [2, 3, 4]) {
        const failures = [{ method: "listProcesses", call, errno, forEver: false }];
        const scene = { entries: [LIVING, ZOMBIE], failures };
        const text = look(scene);
        expect([text.status, text.lines.length, text.kernel.openFiles]).toEqual([2, 1, 0]);
        expect(text.stderr).toMatch(/^tsinit: fatal: cannot list processes: [a-z /]+\n$/);
        const { zombies } = reportOf(look({ ...scene, options: ["--json"] }));
        expect([tableOf(text).total, zombies.length]).toEqual(call < 4 ? [0, 0] : [1, 1]);
      }
    },
  );
});

describe("where processes are hidden, the exit status is", () => {
  it("2 where PID 1 is not listed and no zombie is seen; the report comes first", () => {
    const { status, stdout, stderr } = look({ pid: 70 });
    expect([status, stdout, stderr]).toEqual([2, "zombies: 0; pids: 45 of 100\n", HIDDEN]);
  });

  it("1 where PID 1 is not listed, but a zombie is", () => {
    const { status, stderr } = look({ pid: 70, entries: [LIVING, ZOMBIE] });
    expect([status, stderr]).toEqual([1, HIDDEN]);
  });

  it.each([{ open: EACCES }, { open: EPERM }, { read: EACCES }, { read: EPERM }])(
    "2 where a process may not be looked at: %j",
    (file) => {
      const { status, stderr } = look({ entries: [LIVING], files: { "/proc/7/stat": file } });
      expect([status, stderr]).toEqual([2, HIDDEN]);
    },
  );
});
