/** Owns how tsinitctl prints: tables, ages, and colours where they can be seen. */

import type { WriteStream } from "node:tty";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** A cell is its text, or its text in a style. */
export type Cell = string | readonly [text: string, style: Style];

export type Column = readonly [title: string, side: "left" | "right"];

/** `NO_COLOR`, `FORCE_COLOR` and TERM are what Node itself makes of them. */
export function hasColours(stream: WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}

/** Rows under their titles, in columns as wide as they must be; the last one is not padded. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  coloured: boolean,
): string {
  const all: (readonly Cell[])[] = [columns.map(([title]) => [title, "bold"] as const), ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => textOf(row[at]).length)));
  const lines = all.map((row) =>
    columns
      .map(([, side], at) => {
        const text = textOf(row[at]);
        const isLast = at === columns.length - 1;
        const width = widths[at] as number;
        const padded = side === "right" ? text.padStart(width) : isLast ? text : text.padEnd(width);
        return coloured ? paint(padded, row[at]) : padded;
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === "string" || cell === undefined ? (cell ?? "") : cell[0];
}

function paint(text: string, cell: Cell | undefined): string {
  return typeof cell === "string" || cell === undefined ? text : styleText(cell[1], text);
}

/**
 * Control characters, separators of lines, and what turns the direction of writing, as the core
 * escapes them in a name (src/core/text/line.ts): in no name may they reach a terminal.
 */
const MISLEADING = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** `text` with each such character as its bytes, `\x1b`. */
export function plain(text: string): string {
  return text.replace(MISLEADING, (character) => {
    return Buffer.from(character).toString("hex").replace(/../g, "\\x$&");
  });
}

/** The largest unit of which there are two: `74s`, `7m`, `5h`, `4d`; `-` where it is not known. */
export function formatAge(seconds: number | null): string {
  if (seconds === null) return "-";
  const units = [
    [86400, "d"],
    [3600, "h"],
    [60, "m"],
  ] as const;
  const [size, letter] = units.find(([unit]) => seconds >= 2 * unit) ?? [1, "s"];
  return `${Math.floor(seconds / size)}${letter}`;
}

/** As short as engines print it. */
export function shortContainer(container: string | null): string {
  return container?.slice(0, 12) ?? "-";
}
