/** Owns the options: their table, the one parser, and what the user asked for. */
import { ARGUMENTS, Cursor } from "./cursor.ts";
import { findFlag, findName, meaningOf, takesValue } from "./grammar.ts";
import { Kernel } from "./kernel.ts";
import { Log, TRACE } from "./log.ts";
import { isForwardable, takeSignal } from "./signals.ts";

/** What is to be done, as the options say. */
export const RUN: i32 = 0;
export const HELP: i32 = 1;
export const VERSION: i32 = 2;
export const LICENSE: i32 = 3;
export const WRONG_USE: i32 = 4;

const NEEDS_SIGNAL: string = "no such signal; use a name such as SIGTERM, or a number";

export class Options {
  /** The argument that is the program. */
  program: i32 = 0;
  subreaper: bool = false;
  /** 0: none. */
  parentDeathSignal: i32 = 0;
  /** Signals go to the child's process group. */
  group: bool = false;
  warnOnReap: bool = false;

  /**
   * Signal N is forwarded as N ^ rewrites[N], where 0 means dropped: nothing to fill in at the
   * start.
   */
  private readonly rewrites: Uint8Array = new Uint8Array(65);
  /** Exit status N is reported as N ^ remaps[N]. */
  private readonly remaps: Uint8Array = new Uint8Array(256);
  private readonly kernel: Kernel;
  private readonly log: Log;
  /** The option being read, and the value that goes with it. */
  private readonly option: Cursor;
  private readonly value: Cursor;
  private valueStart: i32 = 0;
  /** Where the next word is. */
  private next: i32 = 1;

  constructor(kernel: Kernel, log: Log) {
    this.kernel = kernel;
    this.log = log;
    this.option = new Cursor(kernel);
    this.value = new Cursor(kernel);
  }

  /** The signal to send for `signal`, 0 when it is to be dropped. */
  rewritten(signal: i32): i32 {
    return signal ^ this.rewrites[signal];
  }

  /** The exit status to report for `status`. */
  remapped(status: i32): i32 {
    return status ^ this.remaps[status];
  }

  /** Reads environment and arguments: what to do, the message about wrong use already written. */
  read(): i32 {
    let action = this.readEnvironment();
    while (action == RUN) {
      const option = this.option;
      option.moveTo(ARGUMENTS, this.next, 0);
      if (option.take() != 0x2d || option.peek() <= 0) break;
      this.next++;
      if (!option.skip("-", false)) action = this.readFlags();
      else if (option.peek() == 0) break;
      else action = this.readLong();
    }
    this.program = this.next;
    if (action == RUN && this.kernel.argument(this.next, 0) < 0) {
      this.log.noProgram();
      return WRONG_USE;
    }
    return action;
  }

  /** tini's variables: the first two only have to be set. */
  private readEnvironment(): i32 {
    this.subreaper = this.value.findVariable("TINI_SUBREAPER=");
    this.group = this.value.findVariable("TINI_KILL_PROCESS_GROUP=");
    if (this.value.findVariable("TINI_VERBOSITY=") && this.value.peek() != 0) {
      const level = this.value.number(TRACE);
      if (level < 0 || this.value.peek() != 0) {
        this.value.findVariable("TINI_VERBOSITY=");
        this.log.wrongVariable("TINI_VERBOSITY=", this.value, "not a verbosity; use 0 to 4");
        return WRONG_USE;
      }
      this.log.level = level;
    }
    return RUN;
  }

  /**
   * A word of short flags; the value of one that takes a value is the rest of the word, or the next
   * word.
   */
  private readFlags(): i32 {
    const option = this.option;
    let action = RUN;
    while (action == RUN && option.peek() > 0) {
      const row = findFlag(option.peek());
      if (row < 0) return this.wrong("no such option", false);
      option.offset++;
      if (!takesValue(row)) {
        action = this.apply(meaningOf(row));
        continue;
      }
      this.value.moveTo(ARGUMENTS, option.index, option.offset);
      option.offset--;
      if (this.value.peek() == 0) this.value.moveTo(ARGUMENTS, this.next++, 0);
      return this.applyValue(meaningOf(row));
    }
    return action;
  }

  /** --name, --name=value or --name value. */
  private readLong(): i32 {
    const option = this.option;
    const row = findName(option);
    if (row < 0) return this.wrong("no such option", false);
    const action = meaningOf(row);
    this.value.moveTo(ARGUMENTS, option.index, option.offset + 1);
    this.valueStart = this.value.offset;
    const attached = option.peek() == 0x3d;
    option.offset = 2;
    if (takesValue(row)) {
      if (!attached) this.value.moveTo(ARGUMENTS, this.next++, 0);
      return this.applyValue(action);
    }
    return attached ? this.wrong("takes no value", true) : this.apply(action);
  }

  private apply(action: i32): i32 {
    switch (action) {
      case 0x68: // h
        return HELP;
      case 0x56: // V
        return VERSION;
      case 0x6c: // l
        return LICENSE;
      case 0x73: // s
        this.subreaper = true;
        break;
      case 0x76: // v
        if (this.log.level < TRACE) this.log.level++;
        break;
      case 0x77: // w
        this.warnOnReap = true;
        break;
      default: // g and c
        this.group = action == 0x67;
    }
    return RUN;
  }

  private applyValue(action: i32): i32 {
    if (this.value.peek() < 0) return this.wrong("needs a value", false);
    this.valueStart = this.value.offset;
    switch (action) {
      case 0x70: // p
        return this.readParentDeathSignal();
      case 0x66: // f
        return this.readTarget();
      case 0x72: // r
        return this.readRewrite();
      default: // e
        return this.readRemap();
    }
  }

  private readParentDeathSignal(): i32 {
    const signal = takeSignal(this.value);
    if (signal <= 0 || this.value.peek() != 0) return this.wrong(NEEDS_SIGNAL, true);
    this.parentDeathSignal = signal;
    return RUN;
  }

  private readTarget(): i32 {
    this.group = this.value.skip("group", false);
    if (!this.group) this.value.skip("child", false);
    if (this.value.offset == this.valueStart || this.value.peek() != 0) {
      return this.wrong("no such target; use child or group", true);
    }
    return RUN;
  }

  private readRewrite(): i32 {
    const from = takeSignal(this.value);
    if (from <= 0 || this.value.take() != 0x3a) {
      return this.wrong("not FROM:TO; use two signals, names or numbers, with TO 0 to drop", true);
    }
    if (!isForwardable(from)) {
      return this.wrong("SIGKILL, SIGSTOP and SIGCHLD are never forwarded", true);
    }
    const to = takeSignal(this.value);
    if (to < 0 || this.value.peek() != 0) return this.wrong(NEEDS_SIGNAL, true);
    this.rewrites[from] = (from ^ to) as u8;
    return RUN;
  }

  private readRemap(): i32 {
    const from = this.value.number(255);
    let to = 0;
    if (from >= 0 && this.value.skip(":", false)) to = this.value.number(255);
    if (from < 0 || to < 0 || this.value.peek() != 0) {
      return this.wrong("not an exit status; use 0 to 255", true);
    }
    this.remaps[from] = (from ^ to) as u8;
    return RUN;
  }

  /** Says what is wrong with the option at hand, and with its value when it `hasValue`. */
  private wrong(cause: string, hasValue: bool): i32 {
    this.value.offset = this.valueStart;
    this.log.wrongOption(this.option, hasValue ? this.value : null, cause);
    return WRONG_USE;
  }
}
