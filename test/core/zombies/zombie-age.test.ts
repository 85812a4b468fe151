/** --zombies and ages: how long each zombie is there, by two clocks that need not agree. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Look } from "../../sim/looks.ts";
import { stat } from "../../sim/looks.ts";
import { EIO, ENOENT } from "../../sim/numbers.ts";
import { lookTwice } from "../../support/reports.ts";
import { AGES } from "../../support/zombie-tables.ts";
import { ZOMBIE } from "./families.ts";

/** From the second time it is opened on, /proc/uptime tells of a machine that is older. */
function growsOlder(kernel: SimKernel, uptime: string): void {
  const open = kernel.open.bind(kernel);
  let looks = 0;
  kernel.open = (path, at) => {
    const name = Buffer.from(path.subarray(at)).toString("latin1");
    if (name.startsWith("/proc/uptime\0") && ++looks > 1) {
      kernel.disk.set("/proc/uptime", { bytes: Buffer.from(uptime) });
    }
    return open(path, at);
  };
}

/** A zombie with that start has no age, and is one all the same. */
function expectUnknown(start: number | string, files: Look["files"]): void {
  const { plain, json, status } = lookTwice({ entries: [{ ...ZOMBIE, start }], files });
  expect([plain.rows[0]!.age, json.zombies[0]!.age, status]).toEqual(["-", null, 1]);
}

describe("an age is the time since the start, in the largest unit of which there are two", () => {
  it.each(AGES)("$seconds seconds: $shown", ({ seconds, shown }) => {
    const entry = { ...ZOMBIE, start: (10_000_000 - seconds) * 100 };
    const { plain, json } = lookTwice({ entries: [entry] });
    expect([plain.rows[0]!.age, json.zombies[0]!.age]).toEqual([shown, seconds]);
  });

  it.each([
    { uptime: "200000000.00 1.00\n", start: "19999999999", age: 1 },
    { uptime: "200000000.00 1.00\n", start: "2147483648", age: 200_000_000 - 21_474_836 },
    { uptime: "2147483647.99 1.00\n", start: "214748364600", age: 1 },
  ])("where a machine is up for $uptime, and it started after $start ticks", (row) => {
    const files = { "/proc/uptime": row.uptime };
    const { json } = lookTwice({ entries: [{ ...ZOMBIE, start: row.start }], files });
    expect(json.zombies[0]!.age).toBe(row.age);
  });

  it("told by a second look at the clock for what started after the first", () => {
    const late = { ...ZOMBIE, start: "1000000100" };
    const entries = [late, { ...ZOMBIE, pid: 31, start: 999_999_900 }];
    const prepare = (kernel: SimKernel): void => growsOlder(kernel, "10000003.00 1.00\n");
    const { json } = lookTwice({ entries, prepare });
    expect(json.zombies.map(({ age }) => age)).toEqual([2, 4]);
  });
});

describe("an age is not known", () => {
  it.each([
    { where: "there is no file", uptime: { open: ENOENT } },
    { where: "it cannot be read", uptime: { read: EIO } },
    { where: "it is empty", uptime: "" },
    { where: "it tells nothing", uptime: "\n" },
  ])("from /proc/uptime where $where", ({ uptime }) => {
    expectUnknown(100, { "/proc/uptime": uptime });
  });

  it.each([
    { where: "the clock is not the machine's, but a container's", start: "1000000100" },
    { where: "its start is no number", start: "-1" },
  ])("where $where", ({ start }) => {
    expectUnknown(start, {});
  });

  it("where its stat ends before its start, whatever was read before", () => {
    const whole = stat({ ...ZOMBIE, pid: 31 });
    const cut = stat(ZOMBIE).split(" ").slice(0, 21).join(" ");
    const files = { "/proc/30/stat": whole.replace(/^31/, "30"), "/proc/31/stat": cut };
    const { json } = lookTwice({ entries: [ZOMBIE, { ...ZOMBIE, pid: 31 }], files });
    expect(json.zombies.map(({ age }) => age)).toEqual([1, null]);
  });
});
