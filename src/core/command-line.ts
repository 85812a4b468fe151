/**
 * Owns the one parser: it walks through environment and arguments, and hands options their values.
 */
import { ARGUMENTS, Cursor, ENVIRONMENT, OPTIONS_VARIABLE } from "./cursor.ts";
import { CATATONIT, dialectNamed, DUMB_INIT, NO_DIALECT, TINI, TSINIT } from "./dialect.ts";
import { OPTIONS } from "./dialects/tsinit.ts";
import { findFlag, findName, meaningOf, NO_ROW, SEVERAL_ROWS, takesValue } from "./grammar.ts";
import { Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { GROUP, NO_PROGRAM, Options, PAUSE, RUN, VERSION, WRONG_USE } from "./options.ts";

const DASH: i32 = 0x2d;
const EQUALS: i32 = 0x3d;
const SLASH: i32 = 0x2f;
const VERBOSITY: i32 = 0x76;
const DIALECT: i32 = 0x44;
/** Of `TINI_VERBOSITY=`. */
const TINI_VERBOSITY_LENGTH: i32 = 15;

export class CommandLine {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly options: Options;
  /** Where the next word begins. */
  private readonly word: Cursor;
  private readonly option: Cursor;
  private readonly value: Cursor;
  /** The dialect's table of options, or tsinit's own for `TSINIT_OPTIONS`. */
  private table: string = OPTIONS;

  constructor(kernel: Kernel, log: Log, options: Options) {
    this.kernel = kernel;
    this.log = log;
    this.options = options;
    this.word = new Cursor(kernel);
    this.option = log.event.option;
    this.value = log.event.value;
  }

  /**
   * What is to be done; a message about wrong use has been written, and the program's place noted.
   */
  read(): i32 {
    let action = this.readName();
    if (action == RUN) action = this.readVariables();
    this.word.moveTo(ARGUMENTS, 1, 0);
    this.table = this.log.dialect.options;
    if (action == RUN && this.isTinisVersion()) return VERSION;
    if (action == RUN) action = this.readWords();
    if (action != RUN) return action;
    this.log.event.program = this.word.index;
    const isThere = this.word.peek() >= 0;
    if (this.options.pause) {
      if (!isThere || this.log.dialect.kind != TSINIT) return PAUSE;
      return this.wrong(messages.NO_PROGRAM_TAKEN);
    }
    if (isThere) return this.readLateVariables();
    this.log.say(messages.NO_PROGRAM);
    return NO_PROGRAM;
  }

  /** The name that tsinit was called by, without its folders; `TSINIT_DIALECT` goes before it. */
  private readName(): i32 {
    const name = this.value;
    name.moveTo(ARGUMENTS, 0, 0);
    let base = 0;
    while (name.peek() > 0) {
      if (name.take() == SLASH) base = name.offset;
    }
    name.offset = base;
    const kind = dialectNamed(name);
    if (kind != NO_DIALECT) this.log.dialect.become(kind);
    return this.readVariable("TSINIT_DIALECT=", DIALECT);
  }

  /** The variables of the dialect, and `TSINIT_OPTIONS`, whose words are tsinit's own in any. */
  private readVariables(): i32 {
    const kind = this.log.dialect.kind;
    let action = RUN;
    if (kind == TSINIT || kind == TINI) {
      this.options.subreaper = this.value.findVariable("TINI_SUBREAPER=");
      if (this.value.findVariable("TINI_KILL_PROCESS_GROUP=")) this.options.target = GROUP;
      if (kind == TSINIT) action = this.readVariable("TINI_VERBOSITY=", VERBOSITY);
    } else if (kind == DUMB_INIT) {
      this.options.session = !this.isVariable("DUMB_INIT_SETSID=", "0");
      if (this.options.session) this.options.target = GROUP;
    } else if (this.value.findVariable("CATATONIT_DEBUG=")) {
      this.log.level = messages.TRACE;
    } else {
      this.log.level = messages.FATAL;
    }
    if (action != RUN || !this.word.findVariable("TSINIT_OPTIONS=")) return action;
    this.word.list = OPTIONS_VARIABLE;
    this.word.skipBlanks();
    action = this.readWords();
    if (action != RUN || this.word.peek() < 0) return action;
    this.takeWord();
    return this.wrong(messages.NOT_AN_OPTION);
  }

  /** What the originals look at only when all options are read, and there is a program. */
  private readLateVariables(): i32 {
    const kind = this.log.dialect.kind;
    if (kind == TINI && this.value.findVariable("TINI_VERBOSITY=")) {
      this.log.level = this.readTinisNumber();
    } else if (kind == DUMB_INIT) {
      if (this.isVariable("DUMB_INIT_DEBUG=", "1")) {
        this.log.raise();
        this.log.say(messages.DEBUGGING);
      }
      if (this.isVariable("DUMB_INIT_SETSID=", "0")) this.log.say(messages.NO_SESSION);
    } else if (kind == CATATONIT && this.value.findVariable("CATATONIT_LOG=")) {
      return this.wrong(messages.RESERVED_VARIABLE);
    }
    return RUN;
  }

  /** As atoi(3) reads it for tini: no number is 0, and what is too large, or below 0, is all. */
  private readTinisNumber(): i32 {
    const level = this.value.number(messages.TRACE);
    if (level >= 0) return level;
    return this.value.peek() == DASH || this.value.offset > TINI_VERBOSITY_LENGTH
      ? messages.TRACE
      : messages.FATAL;
  }

  /** An option's value in a variable; an empty one counts as not set. */
  private readVariable(name: string, meaning: i32): i32 {
    if (!this.value.findVariable(name) || this.value.peek() == 0) return RUN;
    this.option.moveTo(ENVIRONMENT, this.value.index, 0);
    return this.options.applyValue(meaning);
  }

  private isVariable(name: string, value: string): bool {
    return this.value.findVariable(name) && this.value.skip(value, false) && this.value.peek() == 0;
  }

  /** tini knows one long option, if it is alone. */
  private isTinisVersion(): bool {
    if (this.log.dialect.kind != TINI || this.kernel.argument(2, 0) >= 0) return false;
    this.value.moveTo(ARGUMENTS, 1, 0);
    return this.value.skip("--version", false) && this.value.peek() == 0;
  }

  /** Reads words up to the first that is no option, or behind `--`. tini knows no long names. */
  private readWords(): i32 {
    const option = this.option;
    let action = RUN;
    while (action == RUN) {
      option.moveTo(this.word.list, this.word.index, this.word.offset);
      if (option.take() != DASH || option.peek() <= 0) break;
      this.word.nextWord();
      const isLong = option.peek() == DASH;
      if (isLong) option.take();
      if (option.peek() <= 0) break;
      if (isLong && (this.log.dialect.kind != TINI || option.list != ARGUMENTS)) {
        action = this.readLong();
      } else {
        if (isLong) option.offset--;
        action = this.readFlags();
      }
      if (option.list == ARGUMENTS) this.table = this.log.dialect.options;
    }
    return action;
  }

  /** A word of short flags; the value of one is the rest of the word, or the next word. */
  private readFlags(): i32 {
    const option = this.option;
    let action = RUN;
    for (; action == RUN && option.peek() > 0; option.offset++) {
      const row = findFlag(this.table, option.peek());
      if (row == NO_ROW) return this.wrong(messages.NO_SUCH_FLAG);
      const meaning = meaningOf(this.table, row);
      if (takesValue(this.table, row)) {
        this.value.moveTo(option.list, option.index, option.offset + 1);
        if (this.value.peek() <= 0) this.takeWord();
        if (this.value.peek() < 0) return this.wrong(messages.FLAG_NEEDS_VALUE);
        return this.options.applyValue(meaning);
      }
      action = this.options.apply(meaning);
    }
    return action;
  }

  /** --name, --name=value or --name value. */
  private readLong(): i32 {
    const option = this.option;
    const start = option.offset - 2;
    const row = findName(this.table, option, this.log.dialect.kind != TSINIT);
    const isAttached = option.peek() == EQUALS;
    this.value.moveTo(option.list, option.index, option.offset + 1);
    option.offset = start;
    if (row == NO_ROW) return this.wrong(messages.NO_SUCH_NAME);
    if (row == SEVERAL_ROWS) return this.wrong(messages.AMBIGUOUS_NAME);
    const meaning = meaningOf(this.table, row);
    if (takesValue(this.table, row)) {
      if (!isAttached) this.takeWord();
      if (this.value.peek() < 0) return this.wrong(messages.NAME_NEEDS_VALUE);
      return this.options.applyValue(meaning);
    }
    return isAttached ? this.wrong(messages.NO_VALUE_ALLOWED) : this.options.apply(meaning);
  }

  /** The next word becomes the value. */
  private takeWord(): void {
    this.value.moveTo(this.word.list, this.word.index, this.word.offset);
    this.word.nextWord();
  }

  private wrong(key: i32): i32 {
    this.log.event.options = this.table;
    this.log.say(key);
    return WRONG_USE;
  }
}
