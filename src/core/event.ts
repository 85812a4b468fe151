/** Owns what is known of the event that a message tells of, and how each piece is written. */
import { ARGUMENTS, Cursor, ENVIRONMENT } from "./cursor.ts";
import { EVERYBODY } from "./descendants.ts";
import { writeError } from "./errno.ts";
import { writeCandidates, writeName } from "./grammar.ts";
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";
import { writeMachine } from "./machine.ts";
import { describeSignal, writeSignal } from "./signals.ts";
import { exitStatus, writeStatus } from "./status.ts";

const DASH: i32 = 0x2d;
const EQUALS: i32 = 0x3d;
const SPACE: i32 = 0x20;
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

  /** Writes the piece that `letter` stands for in a message's text. */
  write(line: Line, letter: i32): void {
    switch (letter) {
      case 0x70: // p: a process
        this.writeProcess(line);
        break;
      case 0x50: // P: this process
        line.number(this.kernel.processId());
        break;
      case 0x74: // t: a target
        this.writeTarget(line);
        break;
      case 0x73: // s: a signal's name
        writeSignal(line, this.signal);
        break;
      case 0x53: // S: a signal in words
        describeSignal(line, this.signal);
        break;
      case 0x6e: // n: a signal's number
        line.number(this.signal);
        break;
      case 0x65: // e: an error in words
      case 0x45: // E: the same with a capital
        writeError(line, this.number, letter == 0x45);
        break;
      case 0x69: // i: a number
        line.number(this.number);
        break;
      case 0x63: // c: an exit status
        line.number(exitStatus(this.number));
        break;
      case 0x77: // w: a wait status in words
        writeStatus(line, this.number);
        break;
      case 0x6d: // m: a machine
        writeMachine(line, this.number);
        break;
      default:
        this.writeWord(line, letter);
    }
  }

  /** Writes the JSON field that goes with the piece `letter`, if one does. */
  writeField(line: Line, letter: i32): void {
    if (letter == 0x73 || letter == 0x53 || letter == 0x6e) {
      line.text(",\"signal\":\"");
      writeSignal(line, this.signal);
      line.text("\"");
    } else if (letter == 0x74) {
      line.text(",\"target\":");
      if (this.process < 0) line.text("-");
      this.writeProcess(line);
    } else if (letter == 0x70) {
      line.text(",\"process\":");
      this.writeProcess(line);
    } else if (letter == 0x63 || letter == 0x77) {
      line.text(",\"status\":");
      line.number(exitStatus(this.number));
    } else if (letter == 0x65 || letter == 0x45) {
      line.text(",\"errno\":");
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

  private writeWord(line: Line, letter: i32): void {
    switch (letter) {
      case 0x30: // 0: tsinit's own name, as it was called
        this.writeArgument(line, 0);
        break;
      case 0x61: // a: the program
        this.writeArgument(line, this.program);
        break;
      case 0x62: // b: bytes of a file
        this.writeBytes(line);
        break;
      case 0x6b: // k: a command, when it is known
        if (this.to <= this.from) return;
        line.text(" (");
        this.writeBytes(line);
        line.text(")");
        break;
      case 0x66: // f: the flag
        line.escaped(this.option.peek());
        line.endWord();
        break;
      case 0x6c: // l: the option's whole word
        this.writeWhole(line, 0);
        break;
      case 0x68: // h: how to get help
        line.text("; see tsinit --help");
        break;
      case 0x6f: // o: the option
        this.writeOption(line);
        break;
      case 0x78: // x: the long names that the option may stand for
        this.option.offset += 2;
        writeCandidates(line, this.options, this.option);
        this.option.offset -= 2;
        break;
      case 0x4e: // N: the option's whole long name
        writeName(line, this.options, this.row);
        break;
      case 0x76: // v: the option's value, behind what separates them
        line.byte(this.isFlag() ? SPACE : EQUALS);
        line.word(this.value, 0);
        break;
      default: // V: the value alone
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
