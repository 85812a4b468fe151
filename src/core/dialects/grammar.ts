/** Owns the recognising of options in a dialect's table, a text of one row an option. */
import { EQUALS, NEWLINE, SPACE } from "../text/characters.ts";
import { Cursor } from "../text/cursor.ts";
import { Line } from "../text/line.ts";
import { behindNumber, endOfRow, numberAt } from "../text/table.ts";
import { byteOf } from "../text/text.ts";

// A row: the number of the option's meaning, a space, its short flags, a space, its long name, and
// `=` when a value goes with it (rows.ts).

/** `findName` found no row, or several. */
export const NO_ROW: i32 = -1;
export const SEVERAL_ROWS: i32 = -2;

/** The meaning (meanings.ts) of the option in `row`. */
export function meaningOf(table: string, row: i32): i32 {
  return numberAt(table, row);
}

/** A value goes with the option in `row`. */
export function takesValue(table: string, row: i32): bool {
  return byteOf(table, endOfRow(table, row) - 2) == EQUALS;
}

/** The row whose short flags hold `flag`, or `NO_ROW`. */
export function findFlag(table: string, flag: i32): i32 {
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    for (let at = behindNumber(table, row); byteOf(table, at) != SPACE; at++) {
      if (byteOf(table, at) == flag) return row;
    }
  }
  return NO_ROW;
}

/**
 * The row whose long name stands at `option`, which moves to the byte behind it. A part of a name
 * that begins no other is enough when `abbreviated`, as for getopt_long(3).
 */
export function findName(table: string, option: Cursor, abbreviated: bool): i32 {
  const start = option.offset;
  let end = start;
  let found = NO_ROW;
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    option.offset = start;
    const at = matchName(table, row, option);
    if (at < 0) continue;
    end = option.offset;
    const isWhole = byteOf(table, at) == NEWLINE || byteOf(table, at) == EQUALS;
    if (isWhole) {
      found = row;
      break;
    }
    if (abbreviated) found = found == NO_ROW ? row : SEVERAL_ROWS;
  }
  option.offset = found >= 0 ? end : start;
  return found;
}

/** Writes the long names that begin with what stands at `option`, each as ` '--name'`. */
export function writeCandidates(line: Line, table: string, option: Cursor): void {
  const start = option.offset;
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    option.offset = start;
    if (matchName(table, row, option) < 0) continue;
    line.text(" '");
    writeName(line, table, row);
    line.text("'");
  }
  option.offset = start;
}

/** Writes the long name of the option in `row`. */
export function writeName(line: Line, table: string, row: i32): void {
  line.text("--");
  let at = nameOf(table, row);
  for (; byteOf(table, at) != EQUALS && byteOf(table, at) != NEWLINE; at++) {
    line.byte(byteOf(table, at));
  }
}

/** Where the long name in `row` begins. */
function nameOf(table: string, row: i32): i32 {
  let at = behindNumber(table, row);
  while (byteOf(table, at) != SPACE) at++;
  return at + 1;
}

/** Where in `row` the name at `option` ends, `option` moved behind it; -1 for another name. */
function matchName(table: string, row: i32, option: Cursor): i32 {
  let at = nameOf(table, row);
  if (byteOf(table, at) == NEWLINE) return -1;
  while (option.peek() > 0 && option.peek() != EQUALS && option.peek() == byteOf(table, at)) {
    option.offset++;
    at++;
  }
  return option.peek() <= 0 || option.peek() == EQUALS ? at : -1;
}
