/** What --zombies writes, read back by its own grammar: the table, and the one JSON document. */
import { expect } from "vitest";
import type { ZombieReport as Report } from "../../src/library/zombie-report.ts";

/** A row of the table, in which all but the numbers is as it is written. */
export type Row = Record<"pid" | "ppid", number> &
  Record<"parent" | "age" | "command" | "container" | "pod", string>;

export interface Table {
  readonly rows: readonly Row[];
  readonly total: number;
  /** What stands in brackets behind the total. */
  readonly parents: string;
  readonly pids: string;
}

const header = /^PID +PPID +PARENT +AGE +COMMAND +CONTAINER +POD$/;
const cells = /^(\d+) +(\d+) +(.*?) +(\d+[smhd]|-) +(.*?) +([0-9a-f]{12}|-) +([0-9a-f-]+)$/;
const summary = /^zombies: (\d+)(?: \((.*)\))?; pids: ((?:\d+|-) of (?:\d+|-))$/;

function row(line: string): Row {
  const match = cells.exec(line);
  if (match === null) throw new Error(`no row of the table: ${JSON.stringify(line)}`);
  const [pid, ppid, parent, age, command, container, pod] = match.slice(1) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { pid: Number(pid), ppid: Number(ppid), parent, age, command, container, pod };
}

/** Reads a table in which every line must be one of its grammar; no zombies, no header. */
export function table(text: string): Table {
  const lines = text.split("\n");
  expect(lines.pop()).toBe("");
  const last = summary.exec(lines.pop() ?? "");
  if (last === null) throw new Error(`no summary: ${JSON.stringify(text.slice(-300))}`);
  const [total, parents = "", pids] = last.slice(1) as [string, string | undefined, string];
  if (lines.length > 0) expect(lines.shift()).toMatch(header);
  const rows = lines.map(row);
  expect(rows).toHaveLength(Number(total));
  return { rows, total: Number(total), parents, pids };
}

const count: unknown = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value), "a count");
const countOrNull: unknown = expect.toSatisfy((value: unknown) => {
  return value === null || Number.isSafeInteger(value);
}, "a count or null");
const textOrNull: unknown = expect.toSatisfy((value: unknown) => {
  return value === null || typeof value === "string";
}, "a text or null");
const idOrNull: unknown = expect.toSatisfy((value: unknown) => {
  return value === null || (typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
}, "an id or null");

/** Reads the document, which must have just the fields of the schema, and end with a newline. */
export function report(text: string): Report {
  expect(text).toMatch(/\}\n$/);
  const read = JSON.parse(text) as Report;
  expect(read).toEqual({
    zombies: read.zombies.map(() => ({
      pid: count,
      ppid: count,
      parent: textOrNull,
      age: countOrNull,
      command: textOrNull,
      container: idOrNull,
      pod: textOrNull,
    })),
    parents: read.parents.map(() => ({ pid: count, name: textOrNull, zombies: count })),
    others: count,
    pids: { current: countOrNull, max: countOrNull },
  });
  const named = read.parents.reduce((sum, { zombies }) => sum + zombies, 0);
  expect(named + read.others).toBe(read.zombies.length);
  return read;
}
