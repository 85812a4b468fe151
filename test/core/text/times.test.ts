/** Times, and the words of --on-exit, --forward and --log-format: each form taken or refused. */
import { describe, expect, it } from "vitest";
import { takeTime } from "../../../src/core/text/time.ts";
import { tsinit } from "../../sim/scenario.ts";
import { cursorAt, optionsOf } from "../../support/core.ts";

/** Seven days. */
const LONGEST = 604_800_000;

const TAKEN: readonly (readonly [string, number])[] = [
  ["0", 0],
  ["00", 0],
  ["0ms", 0],
  ["0m", 0],
  ["0.0", 0],
  ["10", 10_000],
  ["10s", 10_000],
  ["010s", 10_000],
  ["500ms", 500],
  ["2m", 120_000],
  ["1.5s", 1500],
  ["1.5", 1500],
  ["0.25", 250],
  ["0.001s", 1],
  ["1.999s", 1999],
  ["1.50s", 1500],
  ["1.500s", 1500],
  ["0.5m", 30_000],
  ["1.25m", 75_000],
  ["0.001m", 60],
  ["604800s", LONGEST],
  ["604799.999s", LONGEST - 1],
  ["10080m", LONGEST],
  ["604800000ms", LONGEST],
];

const REFUSED = [
  "",
  "s",
  "ms",
  "m",
  ".5",
  ".5s",
  "1.",
  "1.s",
  "1.x",
  "1.2.3",
  "-1",
  "-1s",
  "+1",
  " 1",
  "1 ",
  "1 s",
  "1S",
  "1M",
  "1h",
  "1d",
  "1us",
  "1sec",
  "1mss",
  "1s2",
  "1m30s",
  "1ms5",
  "1,5",
  "0x10",
  "1e3",
  "ten",
  "NaN",
  "\xb2",
];

/** Each is longer than seven days; wrapped at 2^31 or 2^32 some would be small. */
const TOO_LONG = [
  "604801",
  "604800.001s",
  "604800001ms",
  "10080.001m",
  "10081m",
  "2147482s",
  "35790m",
  "2147483646ms",
  "2147483647",
  "2147484",
  "2147484s",
  "2147483648",
  "2147483648ms",
  "4294967295ms",
  "4294967296",
  "4294967296ms",
  "4294967297ms",
  "4294968s",
  "4294967s",
  "4294977s",
  "6442451s",
  "35792m",
  "71583m",
  "71582789m",
  "35791395m",
  "214748365",
  "2147483650ms",
  "4294967306ms",
  "9999999999999999999999",
  "18446744073709551616",
  "18446744073709551626s",
];

describe("a time", () => {
  it.each(TAKEN)("%s is %d ms", (word, milliseconds) => {
    expect(takeTime(cursorAt(word))).toBe(milliseconds);
    expect(optionsOf(`--grace=${word}`).grace).toBe(milliseconds);
    expect(optionsOf("--grace", word).grace).toBe(milliseconds);
  });

  it.each(TOO_LONG)("%j is too long", (word) => {
    expect(takeTime(cursorAt(word))).toBe(-2);
    const { status, stderr, kernel } = tsinit([`--grace=${word}`, "program"]);
    const remedy = "longer than 7 days; use at most 604800s; see tsinit --help";
    expect(stderr).toBe(`tsinit: fatal: --grace=${word}: ${remedy}\n`);
    expect([status, kernel.spawned]).toEqual([1, []]);
  });

  it.each([...REFUSED, "99999999999x", "604801x"])("%j is none", (word) => {
    expect(takeTime(cursorAt(word))).toBe(-1);
    const { status, stderr, kernel } = tsinit([`--grace=${word}`, "program"]);
    const shown = word === "\xb2" ? "\\xb2" : word;
    const remedy = "use for example 10, 10s, 500ms, 1.5s or 2m; see tsinit --help";
    expect(stderr).toBe(`tsinit: fatal: --grace=${shown}: not a time; ${remedy}\n`);
    expect([status, kernel.spawned]).toEqual([1, []]);
  });

  it("of whole numbers is exact up to the longest, and refused from there on", () => {
    for (const [unit, size] of [
      ["ms", 1],
      ["s", 1000],
      ["", 1000],
      ["m", 60_000],
    ] as const) {
      const last = Math.floor(LONGEST / size);
      for (const number of [1, 59, 60, 999, 1000, last - 1, last])
        expect(takeTime(cursorAt(`${number}${unit}`))).toBe(number * size);
      for (const number of [last + 1, last * 2, last * 10, 2 ** 31, 2 ** 32, 2 ** 32 + 1])
        expect([number, takeTime(cursorAt(`${number}${unit}`))]).toEqual([number, -2]);
    }
  });
});

describe("words of a choice are taken as they are written, and no others", () => {
  const choices = [
    { name: "on-exit", words: ["leave", "wait", "stop"], said: "choice; use leave, wait or stop" },
    { name: "forward", words: ["child", "group", "all"], said: "target; use child, group or all" },
    { name: "log-format", words: ["text", "json"], said: "log format; use text or json" },
  ];

  it.each(choices)("--$name", ({ name, words, said }) => {
    for (const word of words) {
      for (const form of [[`--${name}=${word}`], [`--${name}`, word]]) {
        expect(tsinit([...form, "program"])).toMatchObject({ status: 7, stderr: "" });
      }
      const wrong = [`${word}s`, word.slice(0, -1), word.toUpperCase(), ` ${word}`, `${word} `];
      for (const bad of [...wrong, "", `${word},${words[0]}`, "0", "1"]) {
        const shown = `--${name}=${bad}`;
        const { status, stderr } = tsinit([shown, "program"]);
        expect(stderr).toBe(`tsinit: fatal: ${shown}: no such ${said}; see tsinit --help\n`);
        expect(status).toBe(1);
      }
    }
  });

  it("the last one counts", () => {
    const options = optionsOf("--on-exit=stop", "--on-exit=wait", "--grace=5", "--grace=7s");
    expect([options.onExit, options.grace]).toEqual([1, 7000]);
    expect(optionsOf("--forward=all", "-g").target).toBe(1);
    expect(optionsOf("-g", "--forward=all").target).toBe(2);
    expect(optionsOf("--forward=all", "-c").target).toBe(0);
  });
});
