/** --zombies in a simulated /proc: who is a zombie, and whose, whatever the names are. */
import { describe, expect, it } from "vitest";
import { look } from "../../sim/looks.ts";
import { EACCES, ENOENT, ESRCH } from "../../sim/numbers.ts";
import { lookTwice, reportOf, tableOf } from "../../support/reports.ts";
import { NAMES } from "../../support/zombie-tables.ts";
import { LIVING, ZOMBIE } from "./families.ts";

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

describe("a process that vanishes midway is no error", () => {
  it.each([{ open: ENOENT }, { open: ESRCH }, { read: ESRCH }, { bytes: Buffer.of() }])(
    "before it is looked at: %j",
    (file) => {
      const files = { "/proc/30/stat": file };
      const { plain, status } = lookTwice({ entries: [LIVING, ZOMBIE], files });
      expect([plain.total, status]).toEqual([0, 0]);
    },
  );

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
