/** Owns the error numbers that the core tells apart, and their words. */
import { capital } from "../text/characters.ts";
import { Line } from "../text/line.ts";
import { findNumber, writeRest } from "../text/table.ts";
import { byteOf } from "../text/text.ts";

// The numbers of x86-64 and aarch64 (errno(3)); the hosts that have a C compiler assert them.
export const EPERM: i32 = 1;
export const ENOENT: i32 = 2;
export const ESRCH: i32 = 3;
export const EIO: i32 = 5;
export const ENOEXEC: i32 = 8;
export const ECHILD: i32 = 10;
export const EAGAIN: i32 = 11;
export const EACCES: i32 = 13;
export const EEXIST: i32 = 17;
export const EISDIR: i32 = 21;
export const EINVAL: i32 = 22;
export const EMFILE: i32 = 24;
export const ENOTTY: i32 = 25;
export const ENOSPC: i32 = 28;
export const EROFS: i32 = 30;
export const EPIPE: i32 = 32;
export const ENAMETOOLONG: i32 = 36;
export const ENOSYS: i32 = 38;
export const ELOOP: i32 = 40;
export const ETIME: i32 = 62;
export const EOPNOTSUPP: i32 = 95;

/** A row an error: its number, a space, strerror(3)'s words for it. */
const WORDS: string =
  "1 operation not permitted\n" +
  "2 no such file or directory\n" +
  "3 no such process\n" +
  "4 interrupted system call\n" +
  "5 input/output error\n" +
  "7 argument list too long\n" +
  "8 exec format error\n" +
  "9 bad file descriptor\n" +
  "11 resource temporarily unavailable\n" +
  "12 cannot allocate memory\n" +
  "13 permission denied\n" +
  "16 device or resource busy\n" +
  "20 not a directory\n" +
  "21 is a directory\n" +
  "22 invalid argument\n" +
  "24 too many open files\n" +
  "25 inappropriate ioctl for device\n" +
  "26 text file busy\n" +
  "27 file too large\n" +
  "28 no space left on device\n" +
  "30 read-only file system\n" +
  "32 broken pipe\n" +
  "36 file name too long\n" +
  "38 function not implemented\n" +
  "40 too many levels of symbolic links\n" +
  "62 timer expired\n" +
  "95 operation not supported\n" +
  "116 stale file handle\n" +
  "122 disk quota exceeded\n";

/**
 * Writes the words of `errno` (above 0), or `error N` for a rare one; a capital in front or not.
 */
export function writeError(line: Line, errno: i32, isCapital: bool): void {
  const at = findNumber(WORDS, errno);
  if (at < 0) {
    line.text("error ");
    line.number(errno);
    return;
  }
  const first = byteOf(WORDS, at);
  line.byte(isCapital ? capital(first) : first);
  writeRest(line, WORDS, at + 1);
}
