/** Owns the name of a process, kept while other files are read into the one buffer. */
import { OPENING_PARENTHESIS } from "../text/characters.ts";
import { WORD_LIMIT } from "../text/line.ts";
import { ProcFile, UNKNOWN } from "./proc-file.ts";

/** One byte more than is ever shown, so that it shows that there is more. */
const LIMIT: i32 = WORD_LIMIT + 1;

export class Name {
  readonly bytes: Uint8Array = new Uint8Array(LIMIT);
  /** Of the bytes, or `UNKNOWN`. */
  length: i32 = UNKNOWN;
  private readonly file: ProcFile;

  constructor(file: ProcFile) {
    this.file = file;
  }

  /** Reads the name of `process`; of none, where `process` is 0. */
  read(process: i32): void {
    const end = process > 0 ? this.file.read(process, "/comm") - 1 : UNKNOWN;
    this.take(0, end);
  }

  /** Takes the name out of /proc/PID/stat, whose last parenthesis is at `end` (proc(5)). */
  takeFromStat(end: i32): void {
    let start = 0;
    while (start < end && this.file.bytes[start] != OPENING_PARENTHESIS) start++;
    this.take(start + 1, end);
  }

  private take(start: i32, end: i32): void {
    this.length = UNKNOWN;
    if (end < start) return;
    this.length = 0;
    for (let at = start; at < end && this.length < LIMIT; at++) {
      this.bytes[this.length++] = this.file.bytes[at];
    }
  }
}
