/** Real zombies, whose parent never waits for them: found and named by --zombies. */
import { expect, it } from "vitest";
import { hex } from "../support/family.ts";
import { until } from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { report, table } from "../support/zombies.ts";
import { describePlaces, isAlone, make, of, type Place } from "./zombie-maker.ts";

function shows(place: Place): void {
  it("has a row for each of them, with its parent, and ends with status 1", async () => {
    const maker = await make(place, ...["one", "two", "three"].map(hex));
    const { status, out, err } = await maker.see("--zombies");
    expect(
      of(maker, table(out).rows).map(({ pid, parent, command }) => [pid, parent, command]),
    ).toEqual(maker.zombies.map((pid, at) => [pid, "zombies", ["one", "two", "three"][at]]));
    expect({ status, err }).toEqual({ status: 1, err: "" });
  });

  it("sums them up by the parent, whose program must be mended", async () => {
    const maker = await make(place, "many=30");
    const { total, parents } = table((await maker.see("--zombies")).out);
    expect(`${parents},`).toContain(`30 of zombies[${maker.own}],`);
    if (isAlone(place)) expect([total, parents]).toEqual([30, `30 of zombies[${maker.own}]`]);
  });

  it.each([["--json"], ["--log-format=json"]])("is one document with %s", async (option) => {
    const maker = await make(place, hex("one"), hex("two"));
    const { status, out, err } = await maker.see("--zombies", option);
    const read = report(out);
    expect(of(maker, read.zombies)).toEqual(
      maker.zombies.map((pid, at) => ({
        pid,
        ppid: maker.own,
        parent: "zombies",
        age: expect.any(Number) as number,
        command: ["one", "two"][at],
        container: null,
        pod: null,
      })),
    );
    const parent = { pid: maker.own, name: "zombies", zombies: 2 };
    if (isAlone(place)) expect(read.parents).toEqual([parent]);
    expect({ status, err }).toEqual({ status: 1, err: "" });
  });

  it("knows their age, as /proc does", async () => {
    const maker = await make(place, hex("one"), hex("two"));
    const begun = proc.children(maker.pid).map((pid) => Number(proc.stat(pid)[19]) / 100);
    const before = proc.uptime();
    const { zombies } = report((await maker.see("--zombies", "--json")).out);
    const after = proc.uptime();
    for (const [at, { age }] of of(maker, zombies).entries()) {
      // Both numbers are cut to seconds before they are subtracted, or afterwards.
      expect(age).toBeGreaterThanOrEqual(Math.floor(before - begun[at]!) - 1);
      expect(age).toBeLessThanOrEqual(Math.ceil(after - begun[at]!));
    }
  });
}

describePlaces("--zombies", shows);

/** Bytes of a name, and how both forms show them. */
const names = [
  ["blanks", "a b  c", "a b  c"],
  ["a name that looks like the end of one", "x) Z 1 (y", "x) Z 1 (y"],
  ["parentheses alone", ")))(((", ")))((("],
  ["a newline", "a\nb", "a\\x0ab"],
  ["the beginning of a row", "a\n7 1 sh", "a\\x0a7 1 sh"],
  ["control characters", "\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f"],
  ["quotes and a backslash", 'a"b\\c', 'a\\"b\\\\c'],
  ["bytes that are no UTF-8", "\xff\xfe", "\\xff\\xfe"],
  ["what turns the line around", "a\xe2\x80\xaeb\xe2\x81\xa9", "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa9"],
  ["separators of lines", "a\xe2\x80\xa8b\xe2\x80\xa9", "a\\xe2\\x80\\xa8b\\xe2\\x80\\xa9"],
  ["UTF-8", "h\xc3\xa9", "h\xc3\xa9"],
] as const;

function keepNames(place: Place): void {
  it.each(names)("with %s break no line and fool nobody", async (_, bytes, shown) => {
    const maker = await make(place, `self=${hex(bytes)}`, hex(bytes));
    const plain = await maker.see("--zombies");
    const { rows, parents } = table(plain.out);
    const expected = { pid: maker.zombies[0], parent: shown, command: shown };
    expect(of(maker, rows)).toEqual([expect.objectContaining(expected)]);
    if (isAlone(place)) expect(parents).toBe(`1 of ${shown}[${maker.own}]`);
    const { zombies } = report((await maker.see("--zombies", "--json")).out);
    expect(of(maker, zombies)).toEqual([expect.objectContaining(expected)]);
    expect(plain).toMatchObject({ status: 1, err: "" });
  });

  it("that are empty are blank in the table, and empty in JSON", async () => {
    const maker = await make(place, "self=", "");
    const { rows } = table((await maker.see("--zombies")).out);
    expect(of(maker, rows)).toMatchObject([{ parent: "", command: "" }]);
    const { zombies } = report((await maker.see("--zombies", "--json")).out);
    expect(of(maker, zombies)).toMatchObject([{ parent: "", command: "" }]);
  });
}

describePlaces("names", keepNames);

describePlaces("a leader that ended before its threads", (place) => {
  it("is no zombie before they have ended too", async () => {
    const maker = await make(place, "leader");
    const leader = Number((await maker.started.line(/^leader (\d+)$/m))[1]);
    const seen = await until(() => proc.children(maker.pid)[0], "the leader");
    await until(() => proc.state(seen) === "Z" && proc.status(seen, "Threads") === "2", "its end");
    const lives = table((await maker.see("--zombies")).out);
    expect(lives.rows.filter(({ pid }) => pid === leader)).toEqual([]);
    maker.started.write("end\n");
    await maker.started.line(new RegExp(`^zombie ${leader}$`, "m"));
    const over = table((await maker.see("--zombies")).out);
    expect(over.rows.filter(({ pid }) => pid === leader)).toMatchObject([{ ppid: maker.own }]);
  });
});
