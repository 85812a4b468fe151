/** The bounds of a message, and what is escaped in it. */
import { describe, expect, it } from "vitest";
import { quotient } from "../../../src/core/text/arithmetic.ts";
import { LINE_LIMIT, Line, WORD_LIMIT } from "../../../src/core/text/line.ts";
import { orphanEnds, tsinit } from "../../sim/scenario.ts";
import { MISLEADING } from "../../support/both-ways.ts";
import { cursorAt, textOf } from "../../support/core.ts";
import { ENOENT } from "../../support/signals.ts";

const LONG = "x".repeat(100_000);
const CONTROLS = [...Array(32).keys(), 0x7f].filter((byte) => byte > 0);

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`;

describe("a line", () => {
  it("is at most 1024 bytes, its newline the last, whatever is written into it", () => {
    expect(LINE_LIMIT).toBe(1024);
    for (const length of [0, 1, 1022, 1023, 1024, 1025, 100_000]) {
      const line = new Line();
      for (let i = 0; i < length; i++) line.byte(0x61);
      line.end();
      expect(line.length).toBe(Math.min(length, LINE_LIMIT - 1) + 1);
      expect(line.bytes[line.length - 1]).toBe(0x0a);
    }
  });

  it("writes every number as decimal digits", () => {
    const ends = [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 32_767, 32_768, 4_194_304, 999_999_999];
    for (const number of [...ends, 1_000_000_000, 1_999_999_999, 2_147_483_647]) {
      expect(textOf((line) => line.number(number))).toBe(`${number}`);
    }
    for (let number = 0; number < 70_000; number += 7) {
      if (textOf((line) => line.number(number)) !== `${number}`) throw new Error(`${number}`);
    }
  });

  it("divides as whole numbers do", () => {
    for (const [dividend, divisor] of [
      [0, 1],
      [7, 2],
      [9, 10],
      [10, 10],
      [2_147_483_647, 10],
    ] as const) {
      expect(quotient(dividend, divisor)).toBe(Math.trunc(dividend / divisor));
    }
  });
});

describe("a word in a line", () => {
  const shownOf = (word: string): string => textOf((line) => line.word(cursorAt(word), 0));

  it("has control characters, quotes, backslashes and lone bytes escaped, and no others", () => {
    for (let byte = 1; byte < 256; byte++) {
      const letter = String.fromCharCode(byte);
      const shown = shownOf(letter);
      const escaped =
        CONTROLS.includes(byte) || byte > 0x7f
          ? hex(byte)
          : /["\\]/.test(letter)
            ? `\\${letter}`
            : letter;
      expect(shown).toBe(escaped);
    }
  });

  it("shows each character of Unicode as it is, but for those that mislead", () => {
    for (let code = 0x80; code < 0x110000; code += code < 0x3000 ? 1 : 97) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const bytes = Buffer.from(String.fromCodePoint(code)).toString("latin1");
      const escaped = [...bytes].map((byte) => hex(byte.charCodeAt(0))).join("");
      const isEscaped = MISLEADING.test(String.fromCodePoint(code));
      if (shownOf(`a${bytes}b`) !== `a${isEscaped ? escaped : bytes}b`) throw new Error(`${code}`);
    }
  });

  it("has every byte of a sequence that is not UTF-8 escaped", () => {
    const wrong = [
      "\xc0\x80",
      "\xc1\xbf",
      "\xe0\x80\x80",
      "\xe0\x9f\xbf",
      "\xed\xa0\x80",
      "\xed\xbf\xbf",
      "\xf0\x80\x80\x80",
      "\xf0\x8f\xbf\xbf",
      "\xf4\x90\x80\x80",
      "\xf5\x80\x80\x80",
      "\xff",
      "\xfe",
      "\xc2",
      "\xe2\x82",
      "\xf0\x9f\x98",
      "\x80",
      "\xbf\xbf",
      "\xc2\x9b",
    ];
    for (const bytes of wrong) {
      const escaped = [...bytes].map((byte) => hex(byte.charCodeAt(0))).join("");
      for (const [before, behind] of [
        ["", ""],
        ["a", "b"],
        ["\xc3\xa9", "\xc3\xa9"],
      ]) {
        expect(shownOf(`${before}${bytes}${behind}`)).toBe(`${before}${escaped}${behind}`);
      }
    }
  });

  it.each([1, 159, 160, 161, 162, 163, 164, 1000, 100_000])(
    "of %d bytes keeps its bound",
    (length) => {
      expect(WORD_LIMIT).toBe(160);
      for (const letter of ["x", "\x01", '"']) {
        const shown = textOf((line) => line.word(cursorAt(letter.repeat(length)), 0));
        const whole = letter === "x" ? letter.repeat(length) : shown.replace(/\.\.\.$/, "");
        expect(shown.length).toBeLessThanOrEqual(WORD_LIMIT + 3 + 3);
        if (whole.length <= WORD_LIMIT && letter === "x") expect(shown).toBe(whole);
        else if (length >= WORD_LIMIT + 1) expect(shown).toMatch(/\.\.\.$/);
      }
    },
  );
});

describe("whatever the words, the cause behind them finds room", () => {
  const hostile = [
    LONG,
    "\x01".repeat(5000),
    '"'.repeat(5000),
    "\xff".repeat(5000),
    "\n".repeat(300),
  ];
  const cases: readonly (readonly [string, (word: string) => string[], string])[] = [
    ["the program", (word) => [word, "x"], "no such file in PATH\n"],
    ["a short option's value", (word) => ["-e", word, "x"], "use 0 to 255; see tsinit --help\n"],
    [
      "a long option's value",
      (word) => [`--rewrite=${word}`, "x"],
      "TO 0 to drop; see tsinit --help\n",
    ],
    ["a long option's name", (word) => [`--${word}`, "x"], "no such option; see tsinit --help\n"],
    ["name and value", (word) => [`--help=${word}`, "x"], "takes no value; see tsinit --help\n"],
  ];
  it.each(cases)("%s", (_what, words, cause) => {
    for (const word of hostile) {
      const { lines } = tsinit(words(word), {
        prepare: (kernel) => void (kernel.spawnError = ENOENT),
      });
      expect(lines).toHaveLength(1);
      expect(lines[0]!.length).toBeLessThanOrEqual(LINE_LIMIT);
      expect(lines[0]).toMatch(/^[^\x00-\x1f\x7f]+\n$/);
      expect(lines[0]!.endsWith(cause)).toBe(true);
    }
  });

  it("a variable's value", () => {
    for (const word of hostile) {
      const { lines } = tsinit(["x"], { variables: [`TINI_VERBOSITY=${word}`] });
      expect(lines[0]).toMatch(/^[^\x00-\x1f\x7f]+use 0 to 4; see tsinit --help\n$/);
      expect(lines[0]!.length).toBeLessThanOrEqual(LINE_LIMIT);
    }
  });

  it("an interpreter's name that fills the kernel's 255 bytes", () => {
    const name = `/${"i".repeat(252)}`;
    const { lines } = tsinit([LONG], {
      prepare: (kernel) => {
        kernel.spawnError = ENOENT;
        kernel.programFile = { bytes: Buffer.from(`#!${name}\n`) };
      },
    });
    const shown = `${name.slice(0, WORD_LIMIT)}...`;
    expect(lines[0]!.endsWith(`: its interpreter "${shown}" is missing\n`)).toBe(true);
  });

  it.each(["a\nb", "\x1b[31m", "x\x7f", '"\\', "fifteen letters", "\xff\xfe"])(
    "an orphan's name %j",
    (command) => {
      const { lines } = tsinit(["-w", "x"], { steps: [orphanEnds(command)] });
      const shown = textOf((line) => line.word(cursorAt(command), 0));
      expect(lines[0]).toContain(` (${shown}): exit status 0\n`);
    },
  );
});
