/** Owns every message: one function each, its level tested before a byte is formatted. */
import { ARGUMENTS, Cursor } from "./cursor.ts";
import { writeError } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";
import { writeSignal } from "./signals.ts";
import { writeStatus } from "./status.ts";
import { byteOf } from "./text.ts";

export const FATAL: i32 = 0;
export const WARNING: i32 = 1;
export const INFO: i32 = 2;
export const DEBUG: i32 = 3;
export const TRACE: i32 = 4;

const STDOUT: i32 = 1;
const STDERR: i32 = 2;

export class Log {
  /** The most talkative level that is written. */
  level: i32 = WARNING;
  /** Once the child runs, no message may wait for its reader. */
  patient: bool = true;
  readonly line: Line = new Line();
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Writes `text`, of any length, to standard output line by line; false when that failed. */
  print(text: string): bool {
    let fine = true;
    for (let at = 0; byteOf(text, at) != 0; at++) {
      if (byteOf(text, at) == 0x0a) fine = this.flush(STDOUT) && fine;
      else this.line.byte(byteOf(text, at));
    }
    return fine;
  }

  /** A message is begun, unless its level is not written. */
  begin(level: i32): bool {
    if (level > this.level) return false;
    this.line.text("tsinit: ");
    if (level == FATAL) this.line.text("fatal: ");
    else if (level == WARNING) this.line.text("warning: ");
    else if (level == INFO) this.line.text("info: ");
    else if (level == DEBUG) this.line.text("debug: ");
    else this.line.text("trace: ");
    return true;
  }

  /** The message begun is written in one piece; what nobody reads is no error. */
  end(): void {
    this.flush(STDERR);
  }

  private flush(stream: i32): bool {
    this.line.end();
    const written = this.kernel.write(stream, this.line.bytes, this.line.length, this.patient);
    this.line.length = 0;
    return written >= 0;
  }

  // Before the start.

  noProgram(): void {
    this.begin(FATAL);
    this.line.text("no program given; use tsinit [OPTIONS] [--] PROGRAM [ARG...]");
    this.seeHelp();
  }

  /**
   * `option` is at the flag in question, or at the name behind `--`; `value` is null when there is
   * none to show.
   */
  wrongOption(option: Cursor, value: Cursor | null, cause: string): void {
    this.begin(FATAL);
    const isLong = this.kernel.argument(option.index, 1) == 0x2d;
    if (isLong) {
      this.line.text("--");
      this.line.word(option, 0x3d);
    } else {
      this.line.byte(0x2d);
      this.line.escaped(option.peek());
    }
    if (value != null) {
      this.line.byte(isLong ? 0x3d : 0x20);
      this.line.word(value, 0);
    }
    this.cause(cause);
    this.seeHelp();
  }

  /** `name` ends with `=`. */
  wrongVariable(name: string, value: Cursor, cause: string): void {
    this.begin(FATAL);
    this.line.text(name);
    this.line.word(value, 0);
    this.cause(cause);
    this.seeHelp();
  }

  /** Begins `cannot run "PROGRAM": `; the cause and `end` are the caller's. */
  cannotRun(program: Cursor): void {
    this.begin(FATAL);
    this.line.text("cannot run ");
    this.quoted(program);
    this.line.text(": ");
  }

  cannotStart(errno: i32): void {
    this.begin(FATAL);
    this.line.text("cannot start a process");
    this.error(errno);
  }

  /** Something asked for by an option was refused, and tsinit goes on without it. */
  refused(level: i32, what: string, errno: i32): void {
    if (!this.begin(level)) return;
    this.line.text(what);
    this.error(errno);
  }

  // While the child runs.

  started(program: Cursor, child: i32): void {
    if (!this.begin(INFO)) return;
    this.line.text("started ");
    this.quoted(program);
    this.line.text(" as ");
    this.line.number(child);
    this.end();
  }

  ended(child: i32, status: i32): void {
    if (!this.begin(INFO)) return;
    this.line.text("child ");
    this.line.number(child);
    this.line.text(" ended: ");
    writeStatus(this.line, status);
    this.end();
  }

  lost(child: i32): void {
    if (!this.begin(WARNING)) return;
    this.line.text("child ");
    this.line.number(child);
    this.line.text(" is gone: its status was not to be had");
    this.end();
  }

  stopped(child: i32, signal: i32): void {
    if (!this.begin(DEBUG)) return;
    this.line.text("child ");
    this.line.number(child);
    this.line.text(" stopped by ");
    writeSignal(this.line, signal);
    this.end();
  }

  /**
   * `command` is what the kernel called the orphan, `length` bytes of it, none when that is not
   * known.
   */
  reaped(level: i32, orphan: i32, status: i32, command: Uint8Array, length: i32): void {
    if (!this.begin(level)) return;
    this.line.text("reaped orphan ");
    this.line.number(orphan);
    if (length > 0) {
      this.line.text(" (");
      for (let i = 0; i < length; i++) this.line.escaped(command[i]);
      this.line.byte(0x29);
    }
    this.line.text(": ");
    writeStatus(this.line, status);
    this.end();
  }

  forwarded(signal: i32, target: i32): void {
    if (!this.begin(DEBUG)) return;
    writeSignal(this.line, signal);
    this.line.text(" forwarded to ");
    this.target(target);
    this.end();
  }

  notForwarded(signal: i32, target: i32, errno: i32): void {
    if (!this.begin(WARNING)) return;
    writeSignal(this.line, signal);
    this.line.text(" not forwarded to ");
    this.target(target);
    this.error(errno);
  }

  dropped(signal: i32, cause: string): void {
    if (!this.begin(DEBUG)) return;
    writeSignal(this.line, signal);
    this.line.text(" dropped");
    this.cause(cause);
    this.end();
  }

  took(signal: i32, sender: i32): void {
    if (!this.begin(TRACE)) return;
    this.line.text("took ");
    writeSignal(this.line, signal);
    this.line.text(" from ");
    this.line.number(sender);
    this.end();
  }

  private target(target: i32): void {
    if (target < 0) this.line.text("group ");
    this.line.number(target < 0 ? -target : target);
  }

  private quoted(word: Cursor): void {
    word.moveTo(ARGUMENTS, word.index, 0);
    this.line.byte(0x22);
    this.line.word(word, 0);
    this.line.byte(0x22);
  }

  private cause(cause: string): void {
    this.line.text(": ");
    this.line.text(cause);
  }

  private error(errno: i32): void {
    this.line.text(": ");
    writeError(this.line, errno);
    this.end();
  }

  private seeHelp(): void {
    this.line.text("; see tsinit --help");
    this.end();
  }
}
