/** Owns the reading of tables that are texts: a row a line, its key in front. */
import { Line } from "./line.ts";
import { byteOf } from "./text.ts";

const NEWLINE: i32 = 0x0a;
const SPACE: i32 = 0x20;
const ZERO: i32 = 0x30;

/** Where the row that begins with the byte `key` begins, or -1. */
export function findRow(table: string, key: i32): i32 {
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    if (byteOf(table, row) == key) return row;
  }
  return -1;
}

/** Where the row behind the one at `row` begins. */
export function endOfRow(table: string, row: i32): i32 {
  while (byteOf(table, row) != NEWLINE) row++;
  return row + 1;
}

/** Where the words behind the number `key` begin in a table of rows `NUMBER words`, or -1. */
export function findNumber(table: string, key: i32): i32 {
  for (let row = 0; byteOf(table, row) != 0; row = endOfRow(table, row)) {
    let number = 0;
    let at = row;
    for (; byteOf(table, at) != SPACE; at++) number = number * 10 + byteOf(table, at) - ZERO;
    if (number == key) return at + 1;
  }
  return -1;
}

/** Writes what is at `at` up to the row's end. */
export function writeRest(line: Line, table: string, at: i32): void {
  for (; byteOf(table, at) != NEWLINE; at++) line.byte(byteOf(table, at));
}
