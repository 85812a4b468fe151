/** Owns the comparison of the two log formats: the same run once in text, once in JSON. */
import { expect } from "vitest";
import type { Outcome, Setup } from "../sim/scenario.ts";
import { tsinit } from "../sim/scenario.ts";

export interface JsonLine {
  readonly level: number;
  readonly time: number;
  readonly pid: number;
  readonly name: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const LEVELS: Readonly<Record<string, number>> = {
  fatal: 60,
  warning: 40,
  info: 30,
  debug: 20,
  trace: 10,
};
const TEXT = /^tsinit: (?<level>[a-z]+): (?<msg>.+)\n$/s;

/** Bytes as they were written; a byte that is not UTF-8 is an error. */
export function decoded(line: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(line, "latin1"));
}

/** Control characters, separators of lines, and what turns the direction of writing (UAX #9). */
export const MISLEADING = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** No character that breaks or turns a line, but for the newline at the end. */
export function expectClean(line: string): void {
  const text = decoded(line);
  const isClean = /^.+\n$/s.test(text) && !MISLEADING.test(text.slice(0, -1));
  if (!isClean) throw new Error(JSON.stringify(text));
  if (line.length > 1024) throw new Error(`${line.length} bytes`);
}

export function parsed(line: string): JsonLine {
  expectClean(line);
  const found = JSON.parse(decoded(line)) as JsonLine;
  const fields = Object.keys(found).slice(0, 5);
  if (fields.join() !== "level,time,pid,name,msg") throw new Error(`fields ${fields}`);
  return found;
}

/** Runs both ways: each line says the same, at the same level. The JSON lines. */
export function bothWays(words: readonly string[], setup: Setup = {}): JsonLine[] {
  const text = tsinit(words, setup);
  const json = tsinit(["--log-format=json", ...words], setup);
  return sameLines(text, json);
}

export function sameLines(text: Outcome, json: Outcome): JsonLine[] {
  const lines = json.lines.map(parsed);
  expect([json.status, lines.length]).toEqual([text.status, text.lines.length]);
  lines.forEach(({ level, time, pid, name, msg }, i) => {
    expectClean(text.lines[i]!);
    const { groups } = TEXT.exec(decoded(text.lines[i]!))!;
    const found = [level, time, pid, name, msg];
    const wanted = [LEVELS[groups!["level"]!], 1_700_000_001_234, json.kernel.world.init];
    expect(found).toEqual([...wanted, "tsinit", groups!["msg"]]);
  });
  return lines;
}
