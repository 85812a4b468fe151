/** Owns what is read off tsinit's own name and the environment. */

import { DUMB_INIT, dialectNamed, NO_DIALECT, TINI, TSINIT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import * as meanings from "../dialects/meanings.ts";
import { Log } from "../messages/log.ts";
import { DASH, SLASH } from "../text/characters.ts";
import { ARGUMENTS, Cursor, ENVIRONMENT } from "../text/cursor.ts";
import { RUN, WRONG_VALUE } from "./actions.ts";
import { GROUP } from "./choices.ts";
import { Options } from "./options.ts";

/** Of `TINI_VERBOSITY=`. */
const TINI_VERBOSITY_LENGTH: i32 = 15;

export class Environment {
  private readonly log: Log;
  private readonly options: Options;
  private readonly option: Cursor;
  private readonly value: Cursor;

  constructor(log: Log, options: Options) {
    this.log = log;
    this.options = options;
    this.option = log.event.option;
    this.value = log.event.value;
  }

  /**
   * The dialect, by `TSINIT_DIALECT` or else the name that tsinit was called by, less its folders.
   */
  readName(): i32 {
    const name = this.value;
    if (name.findVariable("TSINIT_DIALECT=") && name.peek() != 0) {
      return this.readVariable("TSINIT_DIALECT=", meanings.DIALECT);
    }
    const kind = this.kindNamed();
    if (kind != NO_DIALECT) this.log.dialect.become(kind);
    return RUN;
  }

  /** tsinit was called by the name of another init. */
  isNamed(): bool {
    return this.kindNamed() > TSINIT;
  }

  private kindNamed(): i32 {
    const name = this.value;
    name.moveTo(ARGUMENTS, 0, 0);
    let base = 0;
    while (name.peek() > 0) {
      if (name.take() == SLASH) base = name.offset;
    }
    name.offset = base;
    return dialectNamed(name);
  }

  /** The dialect's variables, which the command line may overrule. */
  readVariables(): i32 {
    const kind = this.log.dialect.kind;
    let action = RUN;
    if (kind == TSINIT || kind == TINI) {
      this.options.subreaper = this.value.findVariable("TINI_SUBREAPER=");
      if (this.value.findVariable("TINI_KILL_PROCESS_GROUP=")) this.options.target = GROUP;
      if (kind == TSINIT) action = this.readVariable("TINI_VERBOSITY=", meanings.VERBOSITY);
    } else if (kind == DUMB_INIT) {
      this.options.session = !this.isVariable("DUMB_INIT_SETSID=", "0");
      if (this.options.session) this.options.target = GROUP;
    } else {
      const isDebug = this.value.findVariable("CATATONIT_DEBUG=");
      this.log.level = isDebug ? messages.TRACE : messages.FATAL;
      if (this.value.findVariable("CATATONIT_LOG=")) {
        this.log.say(messages.RESERVED_VARIABLE);
        return WRONG_VALUE;
      }
    }
    return action;
  }

  /** What the originals look at only when all options are read, and there is a program. */
  readLateVariables(): void {
    const kind = this.log.dialect.kind;
    if (kind == TINI && this.value.findVariable("TINI_VERBOSITY=")) {
      this.log.level = this.readTinisNumber();
    } else if (kind == DUMB_INIT) {
      if (this.isVariable("DUMB_INIT_DEBUG=", "1")) {
        this.log.raise();
        this.log.say(messages.DEBUGGING);
      }
      if (this.isVariable("DUMB_INIT_SETSID=", "0")) this.log.say(messages.NO_SESSION);
    }
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
}
