/** Any bytes in any name: every line is UTF-8 without control characters, in JSON as in text. */
import { describe, expect, it } from "vitest";
import { Random } from "../../sim/random.ts";
import type { Setup } from "../../sim/scenario.ts";
import { orphanEnds, tsinit } from "../../sim/scenario.ts";
import { bothWays, decoded, expectClean, parsed, sameLines } from "../../support/both-ways.ts";
import { ENOENT } from "../../support/signals.ts";

const BYTES = Array.from({ length: 255 }, (_, i) => String.fromCharCode(i + 1));

const BROKEN = [
  "\xc0\x80",
  "\xc1\xbf",
  "\xe0\x80\x80",
  "\xe0\x9f\xbf",
  "\xed\xa0\x80",
  "\xed\xbf\xbf",
  "\xed\xa0\xbd\xed\xb8\x80",
  "\xf0\x80\x80\x80",
  "\xf0\x8f\xbf\xbf",
  "\xf4\x90\x80\x80",
  "\xf5\x80\x80\x80",
  "\xf8\x88\x80\x80\x80",
  "\xfe",
  "\xff",
  "\xc2",
  "\xe2\x82",
  "\xf0\x9f\x98",
  "\x80",
  "\xbf\xbf\xbf",
  "\xc2\x80",
  "\xc2\x9f",
  "\xc2\xa0",
  "\xef\xbb\xbf",
  "\xef\xbf\xbe",
  "\xf4\x8f\xbf\xbf",
  "\xe2\x80\xa7",
  "\xe2\x80\xa8",
  "\xe2\x80\xaea",
  "\xe2\x80\xaf",
  "\xe2\x81\xa6\xe2\x81\xa9",
  "\xe2\x81\xaa",
  "\xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\x90",
  "\xd8\x9c",
  "\xf0\x9f\x98\x80\xe2\x80\xae",
  "\xe2\x80\xe2\x80\xae",
  "\xe2\x82\xe2\x82\xac",
  "\xc3\xc3\xa9",
  "\xf0\x9f\xe2\x82\xac",
];

const RANDOM = ((): string[] => {
  const random = new Random(7);
  const byte = (): string => String.fromCharCode(1 + random.below(255));
  const high = (): string => String.fromCharCode(0x80 + random.below(128));
  return Array.from({ length: 1000 }, (_, i) =>
    Array.from({ length: 1 + random.below(i % 10 === 0 ? 30 : 12) }, i % 2 ? byte : high).join(""),
  );
})();

const notFound =
  (errno: number): Setup["prepare"] =>
  (kernel) =>
    void (kernel.spawnError = errno);

/** Each place where somebody's bytes come into a message; `word` has no 0. */
const PLACES: Readonly<Record<string, (word: string) => void>> = {
  "a program": (word) => void bothWays(["--", word], { prepare: notFound(ENOENT) }),
  "a started program": (word) => void bothWays(["-v", "--", word]),
  "an orphan's command": (word) =>
    void bothWays(["-w", "p"], { steps: [orphanEnds(word.slice(0, 15))] }),
  "a flag": (word) => void (word.startsWith("P") || bothWays([`-${word}`, "p"])),
  "a long name": (word) => void bothWays([`--z${word}`, "p"]),
  "a long name's value": (word) => void bothWays([`--help=${word}`, "p"]),
  "a status": (word) => void bothWays(["-e", `z${word}`, "p"]),
  "a rewrite": (word) => void bothWays([`--rewrite=TERM:z${word}`, "p"]),
  "a time": (word) => void bothWays(["--grace", `z${word}`, "p"]),
  "an interpreter": (word) =>
    void bothWays(["./p"], {
      prepare: (kernel) => {
        kernel.spawnError = ENOENT;
        kernel.programFile = { bytes: Buffer.from(`#!/${word}\n`, "latin1") };
      },
    }),
  "a word of TSINIT_OPTIONS": (word) => {
    const text = tsinit(["p"], { variables: [`TSINIT_OPTIONS=z${word}`] });
    const json = tsinit(["p"], { variables: [`TSINIT_OPTIONS=--log-format=json z${word}`] });
    sameLines(text, json);
  },
};

describe.each(Object.keys(PLACES))("%s", (place) => {
  const hold = (word: string): void => {
    try {
      PLACES[place]!(word);
    } catch (error) {
      throw new Error(`${JSON.stringify(word)}: ${error}`, { cause: error });
    }
  };

  it("may be any byte, alone and between others", () => {
    for (const byte of BYTES) for (const word of [byte, `a${byte}b`]) hold(word);
  });

  it("may be broken UTF-8 of every kind, at the beginning, in the middle, and at the end", () => {
    for (const word of BROKEN) {
      for (const whole of [word, `${word}b`, `a${word}`, `\xc3\xa9${word}\xc3\xa9`]) hold(whole);
    }
  });

  it("may be 1000 random strings of bytes", () => {
    for (const word of RANDOM) if (!/[\t\n ]/.test(word) || !place.includes("word")) hold(word);
  });
});

describe("a long word", () => {
  const units = ['"', "\\", "\x01", "\xff", "\xe2\x80\xae", "\xe2\x82\xac", "\xf0\x9f\x98\x80"];
  const words = units.flatMap((unit) =>
    Array.from({ length: 8 }, (_, shift) => "x".repeat(shift) + unit.repeat(300)),
  );
  const missing =
    (word: string): Setup["prepare"] =>
    (kernel) => {
      kernel.spawnError = ENOENT;
      kernel.programFile = { bytes: Buffer.from(`#!/${word}`, "latin1").subarray(0, 255) };
    };

  it("may be cut anywhere, between two escapes or two characters", () => {
    for (const word of words) {
      for (const more of [[], ["--log-format=json"]]) {
        const { lines } = tsinit([...more, word], { prepare: notFound(ENOENT) });
        const line = decoded(lines[0]!);
        const message = more.length > 0 ? parsed(lines[0]!).msg : line.slice(0, -1);
        expect(message).toMatch(/\.\.\.": no such file in PATH$/);
        expectClean(lines[0]!);
      }
    }
  });

  it("is cut at the same place in both formats", () => {
    for (const word of words) bothWays([word], { prepare: notFound(ENOENT) });
  });

  it("may be an interpreter's name, of the kernel's 255 bytes", () => {
    for (const word of words) {
      const text = tsinit(["./p"], { prepare: missing(word) });
      expect(text.stderr).toMatch(/ is missing\n$/);
      const json = tsinit(["--log-format=json", "./p"], { prepare: missing(word) });
      expect(parsed(json.lines[0]!).msg).toMatch(/ is missing$/);
    }
  });
});

describe("a character that is shown as it is", () => {
  it("keeps its meaning in JSON", () => {
    const word = Buffer.from('gr\u00fc\u00df "\\ \u20ac \u{1f600}').toString("latin1");
    const [line] = bothWays([word], { prepare: notFound(ENOENT) });
    expect(line!.msg).toContain('gr\u00fc\u00df \\"\\\\ \u20ac \u{1f600}');
  });
});
