/** Owns the reading of small files in /proc, into one buffer, and of the numbers in them. */

import { Kernel } from "../kernel.ts";
import { CLOSING_PARENTHESIS, isDigit, SPACE, ZERO } from "../text/characters.ts";
import { Line } from "../text/line.ts";

/** Whoever reads. */
export const SELF: i32 = 0;

/** What is read of a file at most; the buffer is longer, so that a zero byte ends what was read. */
export const FILE_LIMIT: i32 = 1000;

/** A number that could not be read. */
export const UNKNOWN: i32 = -1;
/** Where the parent is, from the command's last parenthesis on (proc(5), stat). */
export const PARENT: i32 = 4;

/** No number that is read is larger: what is in a made-up file does not overflow. */
const LARGEST: i32 = 0x7fffffff;
const BEFORE_LARGEST: i32 = 214748364;
const LAST_DIGIT: i32 = 7;

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
    const start = this.line.length;
    const line = this.line;
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

  /**
   * Whether /proc is there, and is that of this process's PID namespace: the one rule for whoever
   * takes a PID from the kernel to /proc, or back. In another namespace's, this process has another
   * number and another parent, or there is no /proc/self (proc(5), pid_namespaces(7)). An emulated
   * /proc (qemu-user) may know no parent.
   */
  isOwn(): bool {
    const at = this.readStat(SELF);
    if (at <= 0 || this.numberAt(0) != this.kernel.processId()) return false;
    const parent = this.numberAt(at + PARENT);
    return parent == 0 || parent == this.kernel.parentId();
  }

  /** Whether /proc shows this process by the number that it has in another PID namespace. */
  isOthers(): bool {
    return this.read(SELF, "/stat") > 0 && !this.isOwn();
  }

  /** Where, from `at` on, what follows the blank number `count` begins, or what was read ends. */
  behindBlanks(at: i32, count: i32): i32 {
    const bytes = this.bytes;
    for (; count > 0 && bytes[at] != 0; at++) if (bytes[at] == SPACE) count--;
    return at;
  }

  /** The number at `at`, or `UNKNOWN`. */
  countAt(at: i32): i32 {
    return isDigit(this.bytes[at]) ? this.numberAt(at) : UNKNOWN;
  }

  /** The number at `at`, less its last `cut` digits. */
  numberAt(at: i32, cut: i32 = 0): i32 {
    const bytes = this.bytes;
    let number = 0;
    for (; isDigit(bytes[at]) && isDigit(bytes[at + cut]); at++) {
      const digit = bytes[at] - ZERO;
      const isLast = number == BEFORE_LARGEST;
      if (number > BEFORE_LARGEST || (isLast && digit > LAST_DIGIT)) return LARGEST;
      number = number * 10 + digit;
    }
    return number;
  }
}
