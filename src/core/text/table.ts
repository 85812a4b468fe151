/** Owns the reading of tables that are texts: a row a line, its number in front (rows.ts). */
import { isDigit, NEWLINE, ZERO } from "./characters.ts";
import { Line } from "./line.ts";
import { byteOf } from "./text.ts";

/** Where the row behind the one at `row` begins. */
export function endOfRow(table: string, row: i32): i32 {
  while (byteOf(table, row) != NEWLINE) row++;
  return row + 1;
}

/** The number at `at`. */
export function numberAt(table: string, at: i32): i32 {
  let number = 0;
  for (; isDigit(byteOf(table, at)); at++) number = number * 10 + byteOf(table, at) - ZERO;
  return number;
}

/** Where what follows the number at `at`, and the one byte behind that, begins. */
export function behindNumber(table: string, at: i32): i32 {
  while (isDigit(byteOf(table, at))) at++;
  return at + 1;
}

/** Where what is behind the number `key` begins in its row, or -1. */
export function findNumber(table: string, key: i32): i32 {
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    if (numberAt(table, row) == key) return behindNumber(table, row);
  }
  return -1;
}

/** Writes what is at `at` up to the row's end. */
export function writeRest(line: Line, table: string, at: i32): void {
  for (; byteOf(table, at) != NEWLINE; at++) line.byte(byteOf(table, at));
}
