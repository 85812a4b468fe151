/** Owns the making of a message: its row, its level, its shape as text or JSON, its one write. */

import { Dialect, TSINIT } from "../dialects/dialect.ts";
import * as getopt from "../dialects/getopt.ts";
import { BARE, FATAL, TRACE, WARNING } from "../dialects/keys.ts";
import * as own from "../dialects/tsinit.ts";
import { Kernel } from "../kernel.ts";
import { DASH, NEWLINE, OPENING_BRACE } from "../text/characters.ts";
import { Line } from "../text/line.ts";
import { behindNumber, findNumber, numberAt } from "../text/table.ts";
import { byteOf } from "../text/text.ts";
import { Event } from "./event.ts";

export const STDOUT: i32 = 1;
export const STDERR: i32 = 2;

/** A time's digits beyond its millions. */
const REST_DIGITS: i32 = 6;

/**
 * pino's levels are 60 for fatal, then 50 for error, which tsinit does not have, and down to 10.
 */
const FATAL_IN_PINO: i32 = 60;

export class Log {
  /** The most talkative level that is written. */
  level: i32 = WARNING;
  json: bool = false;
  readonly event: Event;
  readonly dialect: Dialect;
  /** Empty between messages. */
  readonly line: Line = new Line();
  private readonly kernel: Kernel;

  /** `bytes` is where files are read into. */
  constructor(kernel: Kernel, dialect: Dialect, bytes: Uint8Array) {
    this.kernel = kernel;
    this.dialect = dialect;
    this.event = new Event(kernel, bytes);
  }

  /** One level more. */
  raise(): void {
    if (this.level < TRACE) this.level++;
  }

  /** Nothing that tells of ordinary events is written. */
  isQuiet(): bool {
    return this.level <= WARNING;
  }

  /**
   * Tells of an ordinary event, of which there may be a flood: unless asked for, it costs nothing.
   */
  tell(key: i32, signal: i32 = 0, process: i32 = 0, number: i32 = 0): void {
    if (!this.isQuiet()) this.say(key, signal, process, number);
  }

  /**
   * Writes the message that the dialect has under `key`, if its level is written. The other fields
   * that its text names are in `event` already. A warning, or worse, that the original could not
   * give is given as tsinit's own.
   */
  say(key: i32, signal: i32 = 0, process: i32 = 0, number: i32 = 0): void {
    let messages = this.dialect.messages;
    let row = findNumber(messages, key);
    if (row < 0 && this.dialect.kind != TSINIT) {
      messages = getopt.MESSAGES;
      row = findNumber(messages, key);
    }
    if (row < 0) {
      messages = own.MESSAGES;
      row = findNumber(messages, key);
      if (row < 0 || numberAt(messages, row) > WARNING) return;
    }
    const level = numberAt(messages, row);
    if (level > this.level && level != BARE) return;
    this.event.signal = signal;
    this.event.process = process;
    this.event.number = number;
    if (this.json) {
      this.writeJson(messages, behindNumber(messages, row), level);
    } else {
      if (level != BARE) this.expandRow(messages, findNumber(messages, level));
      this.expandRow(messages, row);
    }
    const isLast = level == FATAL || level == BARE;
    this.flush(level >= this.dialect.stdoutLevel && !isLast ? STDOUT : STDERR, isLast);
  }

  /** Writes `text`, of any length, line by line; false when that failed. */
  print(text: string, stream: i32): bool {
    let fine = true;
    for (let at = 0; fine && byteOf(text, at) != 0; at++) {
      this.expand(text, at);
      while (byteOf(text, at) != NEWLINE) at++;
      fine = this.flush(stream, true);
    }
    return fine;
  }

  /** Only the last words before an end may wait for a reader; what nobody reads is no error. */
  private flush(stream: i32, patient: bool): bool {
    this.line.end();
    const written = this.kernel.write(stream, this.line.bytes, this.line.length, patient);
    this.line.length = 0;
    return written >= 0;
  }

  /** Writes the words of the row whose level is at `at`. */
  private expandRow(messages: string, at: i32): void {
    this.expand(messages, behindNumber(messages, at));
  }

  /** Writes the text at `at`, up to the end of its line, with the event's pieces filled in. */
  private expand(text: string, at: i32): void {
    while (byteOf(text, at) != NEWLINE) {
      if (byteOf(text, at) == OPENING_BRACE) {
        this.event.write(this.line, numberAt(text, at + 1));
        at = behindNumber(text, at + 1);
      } else {
        this.line.byte(byteOf(text, at++));
      }
    }
  }

  /** The shape of pino's lines: level, time in milliseconds, pid, name, msg, then the fields. */
  private writeJson(text: string, at: i32, level: i32): void {
    const line = this.line;
    line.text('{"level":');
    line.number(FATAL_IN_PINO - (level > 0 && level != BARE ? level + 1 : 0) * 10);
    line.text(',"time":');
    this.writeTime(this.kernel.readClock(), this.kernel.clockRest());
    line.text(',"pid":');
    line.number(this.kernel.processId());
    line.text(',"name":"tsinit","msg":"');
    line.inString = true;
    this.expand(text, at);
    line.inString = false;
    line.text('"');
    for (; byteOf(text, at) != NEWLINE; at++) {
      if (byteOf(text, at) == OPENING_BRACE) this.event.writeField(line, numberAt(text, at + 1));
    }
    line.text("}");
  }

  /**
   * One number, as a machine without a clock has it too: JSON knows no zeros in front (RFC 8259,
   * section 6). Before 1970 it is below 0, as in pino.
   */
  private writeTime(millions: i32, rest: i32): void {
    const line = this.line;
    if (millions < 0 || rest < 0) {
      line.byte(DASH);
      millions = -millions;
      rest = -rest;
    }
    if (millions == 0) return line.number(rest);
    line.number(millions);
    line.digits(rest, REST_DIGITS);
  }
}
