/** The core's shape: how long lines, functions and files may be, and how a file opens. */
import { describe, expect, it } from "vitest";
import { sources } from "../support/core.ts";

const COLUMNS = 100;
const FUNCTION_LINES = 50;
const FILE_LINES = 200;

/** The first line of a function or method, whose last line is a brace at the same depth. */
const HEAD =
  /^(?<indent> *)(?:export )?(?:(?:private|abstract|readonly|static) )*(?:function )?\w+\(/;

/** Where functions begin and how many lines they have. */
function functions(lines: readonly string[]): { at: number; size: number }[] {
  const found: { at: number; size: number }[] = [];
  lines.forEach((line, at) => {
    const indent = HEAD.exec(line)?.groups?.["indent"];
    if (indent === undefined || /^\s*(if|for|while|switch|return|super)\b/.test(line)) return;
    if (line.endsWith(";") || indent.length > 2) return;
    const end = lines.findIndex((other, i) => i > at && other === `${indent}}`);
    if (end > at) found.push({ at: at + 1, size: end - at + 1 });
  });
  return found;
}

describe("the core's files", () => {
  it(`have lines of at most ${COLUMNS} columns`, () => {
    const long = sources().flatMap(({ name, lines }) =>
      lines.flatMap((line, i) =>
        line.length > COLUMNS ? [`${name}:${i + 1}: ${line.length} columns`] : [],
      ),
    );
    expect(long).toEqual([]);
  });

  it(`have at most ${FILE_LINES} lines`, () => {
    const long = sources().filter(({ lines }) => lines.length > FILE_LINES);
    expect(long.map(({ name, lines }) => `${name}: ${lines.length} lines`)).toEqual([]);
  });

  it(`have functions of at most ${FUNCTION_LINES} lines`, () => {
    const all = sources().flatMap(({ name, lines }) =>
      functions(lines).map((one) => ({ name, ...one })),
    );
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter(({ size }) => size > FUNCTION_LINES)).toEqual([]);
  });

  it("open with a sentence on what they own", () => {
    for (const { name, text } of sources()) {
      expect([name, text]).toEqual([
        name,
        expect.stringMatching(/^\/\*\*\s+(\* )?[A-Z][^]*?\.\s*\*\//),
      ]);
    }
  });

  it("leave nothing to be done", () => {
    for (const { name, text } of sources())
      expect([name, /TODO|FIXME|XXX/.test(text)]).toEqual([name, false]);
  });
});
