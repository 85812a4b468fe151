/**
 * Owns the one parser: it walks through environment and arguments, and hands options their values.
 */

import { TINI, TSINIT } from "../dialects/dialect.ts";
import {
  findFlag,
  findName,
  meaningOf,
  NO_ROW,
  SEVERAL_ROWS,
  takesValue,
} from "../dialects/grammar.ts";
import * as messages from "../dialects/keys.ts";
import { OPTIONS } from "../dialects/tsinit.ts";
import { Kernel } from "../kernel.ts";
import { Log } from "../messages/log.ts";
import { DASH, EQUALS } from "../text/characters.ts";
import { ARGUMENTS, Cursor, OPTIONS_VARIABLE } from "../text/cursor.ts";
import { NO_PROGRAM, REPORTED, RUN, VERSION, WRONG_USE } from "./actions.ts";
import { Environment } from "./environment.ts";
import { Options } from "./options.ts";

export class CommandLine {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly options: Options;
  private readonly environment: Environment;
  /** Where the next word begins. */
  private readonly word: Cursor;
  private readonly option: Cursor;
  private readonly value: Cursor;
  /** The dialect's table of options, or tsinit's own for `TSINIT_OPTIONS`. */
  private table: string = OPTIONS;
  /** The argument that is the first word of the dialect. */
  private first: i32 = 1;

  constructor(kernel: Kernel, log: Log, options: Options) {
    this.kernel = kernel;
    this.log = log;
    this.options = options;
    this.environment = new Environment(log, options);
    this.word = new Cursor(kernel);
    this.option = log.event.option;
    this.value = log.event.value;
  }

  /**
   * What is to be done; a message about wrong use has been written, and the program's place noted.
   */
  read(): i32 {
    let action = this.readDialect();
    if (action == RUN) action = this.environment.readVariables();
    if (action == RUN) action = this.readOptionsVariable();
    this.word.moveTo(ARGUMENTS, this.first, 0);
    this.table = this.log.dialect.options;
    if (action == RUN) action = this.readWords();
    if (action != RUN) return action;
    this.log.event.program = this.word.index;
    const isThere = this.word.peek() >= 0;
    if (this.options.duty != RUN) {
      if (!isThere || this.log.dialect.kind != TSINIT) return this.options.duty;
      return this.wrong(messages.NO_PROGRAM_TAKEN);
    }
    if (isThere) {
      this.environment.readLateVariables();
      return RUN;
    }
    if (this.log.dialect.kind != TINI) this.log.say(messages.NO_PROGRAM);
    return NO_PROGRAM;
  }

  /** The first word may choose the dialect, unless tsinit's name has: then it decides alone. */
  private readDialect(): i32 {
    const option = this.option;
    option.moveTo(ARGUMENTS, 1, 0);
    if (!option.skip("--dialect", false) || this.environment.isNamed()) {
      return this.environment.readName();
    }
    option.offset = 2;
    this.word.moveTo(ARGUMENTS, 2, 0);
    const action = this.readLong();
    this.first = this.word.index;
    return action;
  }

  /** The words of `TSINIT_OPTIONS` are tsinit's own in any dialect. */
  private readOptionsVariable(): i32 {
    if (!this.word.findVariable("TSINIT_OPTIONS=")) return RUN;
    this.word.list = OPTIONS_VARIABLE;
    this.word.skipBlanks();
    const action = this.readWords();
    if (action >= WRONG_USE) return REPORTED;
    if (action != RUN || this.word.peek() < 0) return action;
    this.takeWord();
    this.log.say(messages.NOT_AN_OPTION);
    return REPORTED;
  }

  /** tini knows one long option, if it is alone; how it was made tini does not count. */
  private isTinisVersion(index: i32): bool {
    const isLast = this.kernel.argument(index + 1, 0) < 0;
    if (this.log.dialect.kind != TINI || index != this.first || !isLast) return false;
    this.value.moveTo(ARGUMENTS, index, 0);
    return this.value.skip("--version", false) && this.value.peek() == 0;
  }

  /** Reads words up to the first that is no option, or behind `--`. tini knows no long names. */
  private readWords(): i32 {
    const option = this.option;
    let action = RUN;
    while (action == RUN) {
      option.moveTo(this.word.list, this.word.index, this.word.offset);
      if (option.take() != DASH || option.peek() <= 0) break;
      if (option.list == ARGUMENTS && this.isTinisVersion(option.index)) return VERSION;
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
    this.log.event.row = row;
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
