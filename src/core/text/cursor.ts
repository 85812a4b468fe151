/**
 * Owns a place in the words that tsinit was given: arguments and environment are read here, never
 * copied.
 */

import { Kernel } from "../kernel.ts";
import { quotient } from "./arithmetic.ts";
import { capital, isDigit, NEWLINE, SPACE, TAB, ZERO } from "./characters.ts";
import { byteOf } from "./text.ts";

/** Which words a cursor is in. */
export const ARGUMENTS: i32 = 0;
export const ENVIRONMENT: i32 = 1;
/** A variable whose words are separated by blanks. */
export const OPTIONS_VARIABLE: i32 = 2;
/** Behind the last word. */
export const NOWHERE: i32 = 3;

/** A number that no word may name: too large, or none at all. */
export const NOT_A_NUMBER: i32 = -1;

/** One place that moves forward through a word. */
export class Cursor {
  list: i32 = ARGUMENTS;
  index: i32 = 0;
  offset: i32 = 0;
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  moveTo(list: i32, index: i32, offset: i32): void {
    this.list = list;
    this.index = index;
    this.offset = offset;
  }

  /** The byte here, 0 at the end of the word, -1 where there is no such word. */
  peek(): i32 {
    if (this.list == ARGUMENTS) return this.kernel.argument(this.index, this.offset);
    if (this.list == NOWHERE) return -1;
    const byte = this.kernel.environment(this.index, this.offset);
    return this.list == OPTIONS_VARIABLE && isBlank(byte) ? 0 : byte;
  }

  /** Moves to the word behind this one. */
  nextWord(): void {
    if (this.list == ARGUMENTS) {
      if (this.peek() >= 0) this.moveTo(ARGUMENTS, this.index + 1, 0);
      return;
    }
    while (this.peek() > 0) this.offset++;
    this.skipBlanks();
  }

  /** Moves to the word of a variable that begins here or behind blanks, or nowhere. */
  skipBlanks(): void {
    while (isBlank(this.kernel.environment(this.index, this.offset))) this.offset++;
    if (this.peek() == 0) this.list = NOWHERE;
  }

  /** The byte here, and one step forward. */
  take(): i32 {
    const byte = this.peek();
    this.offset++;
    return byte;
  }

  /** Steps over `text` if it stands here, whatever the case of its letters when `folded`. */
  skip(text: string, folded: bool): bool {
    const start = this.offset;
    for (let i = 0; byteOf(text, i) != 0; i++) {
      const byte = this.take();
      if ((folded ? capital(byte) : byte) != byteOf(text, i)) {
        this.offset = start;
        return false;
      }
    }
    return true;
  }

  /** Which of three words the rest of the word is, from 0 up, or -1. */
  choose(first: string, second: string, third: string): i32 {
    let choice = -1;
    if (this.skip(first, false)) choice = 0;
    else if (this.skip(second, false)) choice = 1;
    else if (this.skip(third, false)) choice = 2;
    return this.peek() > 0 ? -1 : choice;
  }

  /** Steps over decimal digits: their value up to `limit`, or `NOT_A_NUMBER`. */
  number(limit: i32): i32 {
    let value = NOT_A_NUMBER;
    while (isDigit(this.peek())) {
      const digit = this.take() - ZERO;
      if (digit > limit || value > quotient(limit - digit, 10)) return NOT_A_NUMBER;
      value = (value < 0 ? 0 : value * 10) + digit;
    }
    return value;
  }

  /** Moves behind NAME= of the environment's first entry that begins so (`name` ends with `=`). */
  findVariable(name: string): bool {
    const first = byteOf(name, 0);
    let index = 0;
    let byte = this.kernel.environment(0, 0);
    while (byte >= 0) {
      this.moveTo(ENVIRONMENT, index, 0);
      // Most names are told apart by their first letter, and there may be many.
      if (byte == first && this.skip(name, false)) return true;
      byte = this.kernel.environment(++index, 0);
    }
    this.moveTo(ENVIRONMENT, index, 0);
    return false;
  }
}

function isBlank(byte: i32): bool {
  return byte == SPACE || byte == TAB || byte == NEWLINE;
}
