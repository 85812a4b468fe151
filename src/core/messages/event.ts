/** Owns what is known of the event that a message tells of, and how each piece is written. */

import { writeCandidates, writeName } from "../dialects/grammar.ts";
import * as pieces from "../dialects/pieces.ts";
import { EVERYBODY, Kernel } from "../kernel.ts";
import { writeError } from "../linux/errno.ts";
import { writeMachine } from "../linux/machine.ts";
import { describeSignal, writeSignal } from "../linux/signals.ts";
import { exitStatus, writeStatus } from "../linux/status.ts";
import { DASH, EQUALS, SPACE } from "../text/characters.ts";
import { ARGUMENTS, Cursor, ENVIRONMENT } from "../text/cursor.ts";
import { Line } from "../text/line.ts";

export class Event {
  signal: i32 = 0;
  /** A process, or a group as its negative, or `EVERYBODY`. */
  process: i32 = 0;
  /** An errno, a wait status, or a machine: what the message makes of it. */
  number: i32 = 0;
  /** The argument that is the program. */
  program: i32 = 0;
  /** The option at hand: at its flag, or at the beginning of the word when its name is long. */
  readonly option: Cursor;
  readonly value: Cursor;
  /** The table of options that holds it. */
  options: string = "";
  /** Its row there. */
  row: i32 = 0;
  /** What was read of a file, and which part of it is meant. */
  readonly bytes: Uint8Array;
  from: i32 = 0;
  to: i32 = 0;
  private readonly word: Cursor;
  private readonly kernel: Kernel;

  constructor(kernel: Kernel, bytes: Uint8Array) {
    this.kernel = kernel;
    this.bytes = bytes;
    this.option = new Cursor(kernel);
    this.value = new Cursor(kernel);
    this.word = new Cursor(kernel);
  }

  /** Writes `piece`, one of pieces.ts. */
  write(line: Line, piece: i32): void {
    switch (piece) {
      case pieces.PROCESS:
        this.writeProcess(line);
        break;
      case pieces.SELF:
        line.number(this.kernel.processId());
        break;
      case pieces.TARGET:
        this.writeTarget(line);
        break;
      case pieces.SIGNAL:
        writeSignal(line, this.signal);
        break;
      case pieces.SIGNAL_WORDS:
        describeSignal(line, this.signal);
        break;
      case pieces.SIGNAL_NUMBER:
        line.number(this.signal);
        break;
      case pieces.ERROR:
      case pieces.CAPITAL_ERROR:
        writeError(line, this.number, piece == pieces.CAPITAL_ERROR);
        break;
      case pieces.NUMBER:
        line.number(this.number);
        break;
      case pieces.EXIT_STATUS:
        line.number(exitStatus(this.number));
        break;
      case pieces.WAIT_STATUS:
        writeStatus(line, this.number);
        break;
      case pieces.MACHINE:
        writeMachine(line, this.number);
        break;
      default:
        this.writeWord(line, piece);
    }
  }

  /** Writes the JSON field that goes with `piece`, if one does. */
  writeField(line: Line, piece: i32): void {
    if (piece == pieces.SIGNAL || piece == pieces.SIGNAL_WORDS || piece == pieces.SIGNAL_NUMBER) {
      line.text(',"signal":"');
      writeSignal(line, this.signal);
      line.text('"');
    } else if (piece == pieces.TARGET) {
      line.text(',"target":');
      if (this.process < 0) line.text("-");
      this.writeProcess(line);
    } else if (piece == pieces.PROCESS) {
      line.text(',"process":');
      this.writeProcess(line);
    } else if (piece == pieces.EXIT_STATUS || piece == pieces.WAIT_STATUS) {
      line.text(',"status":');
      line.number(exitStatus(this.number));
    } else if (piece == pieces.ERROR || piece == pieces.CAPITAL_ERROR) {
      line.text(',"errno":');
      line.number(this.number);
    }
  }

  private writeTarget(line: Line): void {
    if (this.process == EVERYBODY) return line.text("all");
    if (this.process < 0) line.text("group ");
    this.writeProcess(line);
  }

  private writeProcess(line: Line): void {
    line.number(this.process < 0 ? -this.process : this.process);
  }

  private writeWord(line: Line, piece: i32): void {
    switch (piece) {
      case pieces.OWN_NAME:
        this.writeArgument(line, 0);
        break;
      case pieces.PROGRAM:
        this.writeArgument(line, this.program);
        break;
      case pieces.EXCERPT:
        this.writeBytes(line);
        break;
      case pieces.COMMAND:
        if (this.to <= this.from) return;
        line.text(" (");
        this.writeBytes(line);
        line.text(")");
        break;
      case pieces.FLAG:
        line.escaped(this.option.peek());
        line.endWord();
        break;
      case pieces.OPTION_WORD:
        this.writeWhole(line, 0);
        break;
      case pieces.HELP_HINT:
        line.text("; see tsinit --help");
        break;
      case pieces.OPTION:
        this.writeOption(line);
        break;
      case pieces.CANDIDATES:
        this.option.offset += 2;
        writeCandidates(line, this.options, this.option);
        this.option.offset -= 2;
        break;
      case pieces.LONG_NAME:
        writeName(line, this.options, this.row);
        break;
      case pieces.SETTING:
        this.writeOption(line);
        line.byte(this.isFlag() ? SPACE : EQUALS);
        line.word(this.value, 0);
        break;
      case pieces.VALUE:
        line.word(this.value, 0);
    }
  }

  private writeArgument(line: Line, index: i32): void {
    this.word.moveTo(ARGUMENTS, index, 0);
    line.word(this.word, 0);
  }

  private writeBytes(line: Line): void {
    line.part(this.bytes, this.from, this.to);
  }

  private writeOption(line: Line): void {
    if (this.isFlag()) {
      line.byte(DASH);
      line.escaped(this.option.peek());
      line.endWord();
    } else {
      this.writeWhole(line, EQUALS);
    }
  }

  /** Writes the option's word up to `stop`; the option stays where it is. */
  private writeWhole(line: Line, stop: i32): void {
    const start = this.option.offset;
    line.word(this.option, stop);
    this.option.offset = start;
  }

  /** A long name begins with a dash, a variable is in the environment. */
  private isFlag(): bool {
    return this.option.peek() != DASH && this.option.list != ENVIRONMENT;
  }
}
