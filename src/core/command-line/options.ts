/** Owns what the user asked for: every option's meaning. */

import { DUMB_INIT, dialectNamed, NO_DIALECT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import * as meanings from "../dialects/meanings.ts";
import { Kernel } from "../kernel.ts";
import { isForwardable, SIGSYS, takeSignal } from "../linux/signals.ts";
import { Log } from "../messages/log.ts";
import { COLON } from "../text/characters.ts";
import { Cursor } from "../text/cursor.ts";
import { TOO_LONG, takeTime } from "../text/time.ts";
import { HELP, INSTALL, LICENSE, PAUSE, RUN, VERSION, WRONG_VALUE, ZOMBIES } from "./actions.ts";
import { CHILD, GROUP, LEAVE } from "./choices.ts";
import { Remaps } from "./remaps.ts";
import { Rewrites } from "./rewrites.ts";

export const NO_GRACE: i32 = -1;

export class Options {
  subreaper: bool = false;
  /** 0: none. */
  parentDeathSignal: i32 = 0;
  /** Whom signals are forwarded to. */
  target: i32 = CHILD;
  /** What happens to descendants that outlive the child. */
  onExit: i32 = LEAVE;
  /** Milliseconds from the first stop signal to SIGKILL, or `NO_GRACE`. */
  grace: i32 = NO_GRACE;
  warnOnReap: bool = false;
  /** `RUN`, or what is done without a program. */
  duty: i32 = RUN;
  /** The child leads a session of its own, with the terminal as its controlling terminal. */
  session: bool = false;
  readonly rewrites: Rewrites = new Rewrites();
  readonly remaps: Remaps = new Remaps();
  /** Where a copy is to be installed. */
  readonly destination: Cursor;
  private readonly log: Log;
  private readonly value: Cursor;
  private valueStart: i32 = 0;

  constructor(kernel: Kernel, log: Log) {
    this.log = log;
    this.destination = new Cursor(kernel);
    this.value = log.event.value;
  }

  /** Says what is wrong with the option at hand and its value. */
  private wrong(key: i32): i32 {
    this.value.offset = this.valueStart;
    this.log.say(key);
    return WRONG_VALUE;
  }

  /** An option without a value, by its meaning. */
  apply(meaning: i32): i32 {
    switch (meaning) {
      case meanings.HELP:
        return HELP;
      case meanings.VERSION:
        return VERSION;
      case meanings.LICENSE:
        return LICENSE;
      case meanings.SUBREAPER:
        this.subreaper = true;
        break;
      case meanings.VERBOSE:
        this.log.raise();
        break;
      case meanings.WARN_ON_REAP:
        this.warnOnReap = true;
        break;
      case meanings.PAUSE:
        this.duty = PAUSE;
        break;
      case meanings.ZOMBIES:
        this.duty = ZOMBIES;
        break;
      case meanings.JSON_FORMAT:
        this.log.json = true;
        break;
      case meanings.SESSION:
        this.session = true;
        break;
      case meanings.GROUP:
        this.target = GROUP;
        break;
      case meanings.CHILD:
        this.target = CHILD;
        if (this.log.dialect.kind == DUMB_INIT) this.session = false;
    }
    return RUN;
  }

  /** An option with the value that stands at `log.event.value`. */
  applyValue(meaning: i32): i32 {
    this.valueStart = this.value.offset;
    switch (meaning) {
      case meanings.PARENT_DEATH_SIGNAL:
        return this.readParentDeathSignal();
      case meanings.FORWARD:
        return this.readTarget();
      case meanings.ON_EXIT:
        return this.readOnExit();
      case meanings.GRACE:
        return this.readGrace();
      case meanings.REWRITE:
        return this.readRewrite();
      case meanings.LOG_FORMAT:
        return this.readFormat();
      case meanings.DIALECT:
        return this.readDialect();
      case meanings.INSTALL:
        return this.readDestination();
      case meanings.VERBOSITY:
        return this.readVerbosity();
      case meanings.REMAP_EXIT:
        return this.readRemap();
    }
    return RUN;
  }

  private readParentDeathSignal(): i32 {
    const signal = takeSignal(this.value);
    if (signal <= 0 || this.value.peek() > 0) return this.wrong(messages.BAD_SIGNAL);
    this.parentDeathSignal = signal;
    return RUN;
  }

  private readTarget(): i32 {
    const choice = this.value.choose("child", "group", "all");
    if (choice < 0) return this.wrong(messages.BAD_TARGET);
    this.target = choice;
    return RUN;
  }

  private readOnExit(): i32 {
    const choice = this.value.choose("leave", "wait", "stop");
    if (choice < 0) return this.wrong(messages.BAD_ON_EXIT);
    this.onExit = choice;
    return RUN;
  }

  private readGrace(): i32 {
    this.grace = takeTime(this.value);
    if (this.grace >= 0) return RUN;
    return this.wrong(this.grace == TOO_LONG ? messages.LONG_TIME : messages.BAD_TIME);
  }

  private readRewrite(): i32 {
    const isDumbInit = this.log.dialect.kind == DUMB_INIT;
    const from = takeSignal(this.value);
    if (from <= 0 || this.value.take() != COLON) return this.wrong(messages.BAD_REWRITE);
    const to = takeSignal(this.value);
    if (to < 0 || this.value.peek() > 0) return this.wrong(messages.BAD_REWRITE);
    if (isDumbInit && (from > SIGSYS || to > SIGSYS)) return this.wrong(messages.BAD_REWRITE);
    if (!isDumbInit && !isForwardable(from)) return this.wrong(messages.NEVER_FORWARDED);
    this.rewrites.set(from, to);
    return RUN;
  }

  private readRemap(): i32 {
    const from = this.value.number(255);
    let to = 0;
    if (from >= 0 && this.value.skip(":", false)) to = this.value.number(255);
    if (from < 0 || to < 0 || this.value.peek() > 0) return this.wrong(messages.BAD_STATUS);
    this.remaps.set(from, to);
    return RUN;
  }

  private readDestination(): i32 {
    this.duty = INSTALL;
    this.destination.moveTo(this.value.list, this.value.index, this.value.offset);
    return RUN;
  }

  private readVerbosity(): i32 {
    const level = this.value.number(messages.TRACE);
    if (level < 0 || this.value.peek() > 0) return this.wrong(messages.BAD_VERBOSITY);
    this.log.level = level;
    return RUN;
  }

  private readFormat(): i32 {
    const choice = this.value.choose("text", "json", "json");
    if (choice < 0) return this.wrong(messages.BAD_FORMAT);
    this.log.json = choice > 0;
    return RUN;
  }

  private readDialect(): i32 {
    const kind = dialectNamed(this.value);
    if (kind == NO_DIALECT) return this.wrong(messages.BAD_DIALECT);
    this.log.dialect.become(kind);
    return RUN;
  }
}
