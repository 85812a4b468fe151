/** Owns how tests read the core's tables, which are texts of a row a line. */
import { expect } from "vitest";

/** The rows of a table of which each ends with a newline. */
export function split(table: string): string[] {
  expect(table.endsWith("\n")).toBe(true);
  return table.slice(0, -1).split("\n");
}

export interface OptionRow {
  readonly meaning: number;
  readonly flags: string;
  /** "" for none. */
  readonly long: string;
  readonly takesValue: boolean;
}

const OPTION = /^([1-9]\d*) ([A-Za-z]*) ((?:[a-z]+(?:-[a-z]+)*)?)(=?)$/;

/** The rows of a table of options, each of which must be well-formed. */
export function optionRows(table: string): OptionRow[] {
  return split(table).map((row) => {
    expect(row).toMatch(OPTION);
    const [, meaning, flags, long, value] = OPTION.exec(row)!;
    return { meaning: Number(meaning), flags: flags!, long: long!, takesValue: value === "=" };
  });
}

export interface MessageRow {
  readonly key: number;
  readonly level: number;
  readonly text: string;
}

const MESSAGE = /^(0|[1-9]\d*) ([0-5]) (\S.*)$/;

/** The rows of a table of messages, each of which must be well-formed. */
export function messageRows(table: string): MessageRow[] {
  return split(table).map((row) => {
    expect(row).toMatch(MESSAGE);
    const [, key, level, text] = MESSAGE.exec(row)!;
    return { key: Number(key), level: Number(level), text: text! };
  });
}

/** The numbers that a module of the core exports, by their names. */
export function numbersOf(module: Readonly<Record<string, unknown>>): Map<string, number> {
  const numbers = Object.entries(module).filter(([, value]) => typeof value === "number");
  return new Map(numbers as [string, number][]);
}

/** The numbers from `first` on, each once, in the order in which the source has their names. */
export function expectInOrder(
  source: string,
  numbers: ReadonlyMap<string, number>,
  first: number,
): void {
  const names = [...source.matchAll(/^export const (\w+): i32 = /gm)].map(([, name]) => name!);
  expect(names.map((name) => [name, numbers.get(name)])).toEqual(
    names.map((name, index) => [name, first + index]),
  );
  expect(numbers.size).toBe(names.length);
}
