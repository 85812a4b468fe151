/** Owns the error numbers that the core tells apart, and their words. */
import { Line } from "./line.ts";
import { byteOf } from "./text.ts";

export const EPERM: i32 = 1;
export const ENOENT: i32 = 2;
export const ESRCH: i32 = 3;
export const ENOEXEC: i32 = 8;
export const ECHILD: i32 = 10;
export const EACCES: i32 = 13;
export const EISDIR: i32 = 21;

/**
 * A row an error: its number, a space, its words. The numbers are those of x86-64 and aarch64
 * (errno(3)).
 */
const WORDS: string =
  "1 operation not permitted\n" +
  "2 no such file or directory\n" +
  "3 no such process\n" +
  "5 input/output error\n" +
  "7 argument list too long\n" +
  "11 resource temporarily unavailable\n" +
  "12 out of memory\n" +
  "13 permission denied\n" +
  "20 not a directory\n" +
  "22 invalid argument\n" +
  "26 text file busy\n" +
  "36 file name too long\n" +
  "38 function not implemented\n" +
  "40 too many levels of symbolic links\n";

/** Writes the words of `errno` (above 0), or `error N` for a rare one. */
export function writeError(line: Line, errno: i32): void {
  if (!writeRow(line, WORDS, errno)) {
    line.text("error ");
    line.number(errno);
  }
}

/**
 * Writes the words behind `key` in a table of rows `KEY words\n`; false when it has no such row.
 */
export function writeRow(line: Line, table: string, key: i32): bool {
  let at = 0;
  while (byteOf(table, at) != 0) {
    let number = 0;
    for (; byteOf(table, at) != 0x20; at++) number = number * 10 + byteOf(table, at) - 0x30;
    const found = number == key;
    for (at++; byteOf(table, at) != 0x0a; at++) {
      if (found) line.byte(byteOf(table, at));
    }
    if (found) return true;
    at++;
  }
  return false;
}
