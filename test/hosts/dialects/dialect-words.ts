/** Tables of command lines and what of their output has to be the same, line for line. */
import { expect, it } from "vitest";
import { type Pair, type Transcript, transcript } from "./dialects.ts";

/** all: every line. first: the first line of each stream. stream: only which stream is used, for
 * help, licence and longer prose, which each program says in its own words. */
export type Extent = "all" | "first" | "stream";

export type Row = readonly [words: readonly string[], env?: Readonly<Record<string, string>>];

function reduced(whole: Transcript, extent: Extent): object {
  if (extent === "all") return whole;
  if (extent === "first") {
    return { ...whole, out: whole.out.slice(0, 1), err: whole.err.slice(0, 1) };
  }
  return { status: whole.status, out: whole.out.length > 0, err: whole.err.length > 0 };
}

function titleOf([words, env]: Row, pair: Pair): string {
  const set = Object.entries(env ?? {}).map(([key, value]) => `${key}=${JSON.stringify(value)} `);
  const shown = words.map((word) => (/^[\w:=+/.-]+$/.test(word) ? word : JSON.stringify(word)));
  return `${set.join("")}${pair.name} ${shown.join(" ").slice(0, 80)}`;
}

/** One test a row: both programs are run with the same words in the same environment. */
export function sameWords(pair: Pair, extent: Extent, rows: readonly Row[]): void {
  for (const row of rows) {
    it(titleOf(row, pair), async () => {
      const [words, env] = row;
      const options = { env: { ...env }, cwd: "/" };
      const wanted = await transcript(pair, pair.original, words, options);
      const got = await transcript(pair, pair.ours, words, options);
      expect(reduced(got, extent)).toEqual(reduced(wanted, extent));
    });
  }
}

/** The same rows of words, each with every one of these environments. */
export function inEach(
  environments: readonly Record<string, string>[],
  ...words: readonly (readonly string[])[]
): Row[] {
  return environments.flatMap((env) => words.map((one): Row => [one, env]));
}

export const rows = (...lines: readonly string[]): Row[] => {
  return lines.map((line): Row => [line.split(" ").filter((word) => word !== "")]);
};

/** Our lines have a bounded length, so a long name is not compared word for word. */
export const tooLong = `/${"x".repeat(300)}`;

/** Programs that cannot be run, each for a reason of its own, as the words of a shell would be. */
export const unrunnable: readonly (readonly [title: string, word: string])[] = [
  ["a name that PATH does not know", "no-such-program-anywhere"],
  ["a path that does not exist", "/nonexistent/program"],
  ["an empty name", ""],
  ["a folder", "/etc"],
  ["a file without x", "/etc/passwd"],
  ["a file as a folder", "/etc/passwd/program"],
  ["a dash", "-"],
];
