/** Owns the reading of small files in /proc, into one buffer, and of the numbers in them. */
import { CLOSING_PARENTHESIS, isDigit, SPACE, ZERO } from "./characters.ts";
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";

/** Whoever reads. */
export const SELF: i32 = 0;

/** What is read of a file at most; the buffer is longer, so that a zero byte ends what was read. */
export const FILE_LIMIT: i32 = 1000;

export class ProcFile {
  readonly bytes: Uint8Array;
  private readonly kernel: Kernel;
  private readonly line: Line;

  /** Files are read into `bytes`; their paths are made behind what stands in `line`. */
  constructor(kernel: Kernel, bytes: Uint8Array, line: Line) {
    this.kernel = kernel;
    this.bytes = bytes;
    this.line = line;
  }

  /** Reads /proc/PROCESS/NAME into `bytes`: how many bytes there are, or an errno. */
  read(process: i32, name: string): i32 {
    const line = this.line;
    const start = line.length;
    line.text("/proc/");
    if (process == SELF) line.text("self");
    else line.number(process);
    line.text(name);
    return this.readPath(start);
  }

  /** Reads the file `path` into `bytes`: how many bytes there are, or an errno. */
  readPlain(path: string): i32 {
    return this.readAll(this.openPlain(path));
  }

  /** Opens the file `path`. */
  openPlain(path: string): i32 {
    const start = this.line.length;
    this.line.text(path);
    return this.open(start);
  }

  /** Reads the file whose path stands in the line from `start` on, and takes the path away. */
  readPath(start: i32): i32 {
    return this.readAll(this.open(start));
  }

  private open(start: i32): i32 {
    const line = this.line;
    line.byte(0);
    line.length = start;
    return this.kernel.open(line.bytes, start);
  }

  private readAll(file: i32): i32 {
    if (file < 0) return file;
    const length = this.kernel.read(file, this.bytes, FILE_LIMIT);
    this.kernel.close(file);
    if (length >= 0) this.bytes[length] = 0;
    return length;
  }

  /**
   * Reads /proc/PROCESS/stat: where its last parenthesis is, for the command in front of it may
   * hold anything (proc(5)); 0 when there is none, or an errno.
   */
  readStat(process: i32): i32 {
    let at = this.read(process, "/stat") - 1;
    if (at < -1) return at + 1;
    while (at > 0 && this.bytes[at] != CLOSING_PARENTHESIS) at--;
    return at > 0 ? at : 0;
  }

  /** Where, from `at` on, what follows the blank number `count` begins. */
  behindBlanks(at: i32, count: i32): i32 {
    for (; count > 0 && at < FILE_LIMIT; at++) if (this.bytes[at] == SPACE) count--;
    return at;
  }

  /** The number at `at`, less its last `cut` digits. */
  numberAt(at: i32, cut: i32 = 0): i32 {
    const bytes = this.bytes;
    let number = 0;
    for (; isDigit(bytes[at]) && isDigit(bytes[at + cut]); at++) {
      number = number * 10 + bytes[at] - ZERO;
    }
    return number;
  }
}
