/** The portable subset: what TypeScript and AssemblyScript do not mean alike is not in the core. */
import { describe, expect, it } from "vitest";
import type { Source } from "../support/core.ts";
import { sources } from "../support/core.ts";

/** A comment, or a text. */
const TOKEN = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The code alone: comments are blanks and texts are empty, lines stay where they are. */
function codeOf({ text }: Source): string[] {
  const bare = text.replace(TOKEN, (token) =>
    /^["']/.test(token) ? '""' : token.replace(/[^\n]/g, " "),
  );
  return bare.split("\n");
}

interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  /** A line that the ban must find, so that it is known to work. */
  readonly example: string;
}

const MADE = "strings that are made";

const BANS: readonly Ban[] = [
  { what: "`/`, which keeps fractions in JavaScript alone", pattern: /\//, example: "a / b" },
  { what: "regular expressions", pattern: /\/|RegExp/, example: "new RegExp(x)" },
  { what: "closures", pattern: /=>|\bfunction\s*\(|^\s+function\b/, example: "  function x() {" },
  { what: "template literals", pattern: /`/, example: "`x`" },
  {
    what: "for-of and for-in",
    pattern: /\bfor\s*\([^;)]*\b(of|in)\b/,
    example: "for (const a of b)",
  },
  { what: "destructuring", pattern: /\b(const|let|var)\s*[[{]/, example: "const { a } = b" },
  { what: "spread", pattern: /\.\.\./, example: "f(...a)" },
  { what: "exceptions", pattern: /\b(try|catch|throw|finally)\b/, example: "throw x" },
  {
    what: "enum, namespace, any, unknown",
    pattern: /\b(enum|namespace|any|unknown)\b/,
    example: "enum A",
  },
  {
    what: "unions but `| null`",
    pattern: /[:=]\s*[\w.[\]]+(\s*\|\s*(?!null\b)[A-Za-z]\w*)+\s*[,;)={]|^(export )?type /,
    example: "f(a: Line | Log): void",
  },
  { what: "optional parts", pattern: /\?\.|\?\?|\w\?\s*:/, example: "a?.b" },
  { what: "===, which compares objects in AssemblyScript", pattern: /[=!]==/, example: "a === b" },
  { what: "var, async, generators", pattern: /\b(var|async|await|yield)\b/, example: "var a" },
  {
    what: "types of JavaScript alone",
    pattern: /[:|]\s*(number|boolean|undefined|object)\s*([,;)={|[]|$)/,
    example: "f(a: number): void",
  },
  { what: "floats", pattern: /\bf(32|64)\b|\d\.\d|\bMath\b/, example: "1.5" },
  { what: "64-bit values", pattern: /\b[iu]64\b|\b\d+n\b/, example: "a: i64" },
  {
    what: "maps, sets, arrays that grow",
    pattern: /\bnew (Map|Set|Array)\b|\bStaticArray\b|\.push\(/,
    example: "new Map()",
  },
  {
    what: MADE,
    pattern: /parseInt|toString|toUpper|toLower|\.concat|\.slice|\.substring|\.split/,
    example: "x.toString()",
  },
  {
    what: "way to the world but through the kernel",
    pattern: /\b(console|globalThis|require)\b|\bprocess\./,
    example: "console.log",
  },
];

/** The body of quotient(), the one place for `/`. */
const isQuotient = (line: string): boolean => /^\s+return \(\(dividend - /.test(line);

/** Rows are made here before tsinit runs, and the static binary has none of it. */
const isOfRows = ({ name }: Source): boolean => name.endsWith("/rows.ts");

/** A text may only be read byte by byte, and text.ts is where that is done. */
const exempt = (source: Source, line: string): boolean =>
  isQuotient(line) || (source.name.endsWith("/text.ts") && line.includes("charCodeAt"));

describe("the core keeps to the portable subset", () => {
  it.each(BANS)("it has no $what", ({ what, pattern, example }) => {
    expect(example).toMatch(pattern);
    const found: string[] = [];
    for (const source of sources()) {
      codeOf(source).forEach((line, i) => {
        if (what === MADE && isOfRows(source)) return;
        if (pattern.test(line) && !exempt(source, line))
          found.push(`${source.name}:${i + 1}: ${line}`);
      });
    }
    expect(found).toEqual([]);
  });

  it("quotient() is the only place with `/`", () => {
    const lines = sources().flatMap(codeOf).filter(isQuotient);
    expect(lines).toHaveLength(1);
  });

  it("rows.ts, where strings are made, is for tables alone, whose texts the build makes", () => {
    for (const { name, text } of sources()) {
      if (!/^import .*\/rows\.ts";$/m.test(text)) continue;
      expect(name).toMatch(/^src\/core\/dialects\//);
      expect([name, /\b(class|function)\b/.test(text)]).toEqual([name, false]);
    }
  });

  it("no number in hexadecimal stands for a letter: characters.ts has names for them", () => {
    const letter = /\b0x[0-7]?[0-9a-f]\b/i;
    expect(["byte == 0x2f", "0x0a;", "0xa"].filter((line) => !letter.test(line))).toEqual([]);
    for (const source of sources()) {
      const found = codeOf(source).filter((line) => letter.test(line));
      expect([source.name, found]).toEqual([source.name, []]);
    }
  });

  it("imports name a file of the core with its ending, and nothing else", () => {
    for (const { name, text } of sources()) {
      const file = / "\.\.?\/[\w/-]+\.ts";$/;
      for (const [statement] of text.matchAll(/^(?:import\b|export [^;=("]*\bfrom\b)[^;]*;/gm)) {
        expect([name, statement]).toEqual([name, expect.stringMatching(file)]);
      }
    }
  });

  it("it is ASCII, so that in its texts a byte is a character", () => {
    for (const { name, text } of sources()) {
      expect([name, text.match(/[^\x00-\x7f].*/)?.[0]]).toEqual([name, undefined]);
    }
  });
});
