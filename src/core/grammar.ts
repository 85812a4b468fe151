/** Owns the grammar of the command line: which options there are, and how one is recognised. */
import { Cursor } from "./cursor.ts";
import { byteOf } from "./text.ts";

const SPACE: i32 = 0x20;
const NEWLINE: i32 = 0x0a;
const EQUALS: i32 = 0x3d;

/**
 * A row an option: a letter that stands for its meaning, a space, its short flags, a space, its
 * long name, and `=` when a value goes with it.
 */
const TABLE: string =
  "h h help\n" +
  "V V version\n" +
  "l lL license\n" +
  "s s subreaper\n" +
  "p p parent-death-signal=\n" +
  "v v verbose\n" +
  "w w warn-on-reap\n" +
  "g g \n" +
  "c c single-child\n" +
  "f  forward=\n" +
  "r r rewrite=\n" +
  "e e remap-exit=\n";

/** The letter that stands for the meaning of the option in `row`. */
export function meaningOf(row: i32): i32 {
  return byteOf(TABLE, row);
}

/** A value goes with the option in `row`. */
export function takesValue(row: i32): bool {
  return byteOf(TABLE, endOf(row) - 2) == EQUALS;
}

/** The row whose short flags hold `flag`, or -1. */
export function findFlag(flag: i32): i32 {
  for (let row = 0; byteOf(TABLE, row) != 0; row = endOf(row)) {
    for (let at = row + 2; byteOf(TABLE, at) != SPACE; at++) {
      if (byteOf(TABLE, at) == flag) return row;
    }
  }
  return -1;
}

/** The row whose long name stands at `option`, which moves to the byte behind it; or -1. */
export function findName(option: Cursor): i32 {
  const start = option.offset;
  for (let row = 0; byteOf(TABLE, row) != 0; row = endOf(row)) {
    let at = row + 2;
    while (byteOf(TABLE, at) != SPACE) at++;
    option.offset = start;
    for (at++; byteOf(TABLE, at) == option.peek() && option.peek() != EQUALS; at++) {
      option.offset++;
    }
    const isWhole = byteOf(TABLE, at) == NEWLINE || byteOf(TABLE, at) == EQUALS;
    const isAlone = option.peek() == 0 || option.peek() == EQUALS;
    if (isWhole && isAlone && option.offset > start) return row;
  }
  option.offset = start;
  return -1;
}

/** Where the row behind the one at `row` begins. */
function endOf(row: i32): i32 {
  while (byteOf(TABLE, row) != NEWLINE) row++;
  return row + 1;
}
