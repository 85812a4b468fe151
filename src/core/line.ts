/** Owns the one buffer that every message is written into, byte by byte. */
import { byteOf } from "./text.ts";
import { Cursor } from "./cursor.ts";

/**
 * A message's bound in bytes, its newline included: below PIPE_BUF, so one write(2) is one whole
 * line.
 */
export const LINE_LIMIT: i32 = 512;

/** A quoted word's bound in bytes of the message, so that the cause behind it always finds room. */
export const WORD_LIMIT: i32 = 160;

const HEX: string = "0123456789abcdef";

/**
 * `dividend` / `divisor` without the rest, for operands of one sign: `/` differs between Wasm and
 * JavaScript.
 */
export function quotient(dividend: i32, divisor: i32): i32 {
  return ((dividend - (dividend % divisor)) / divisor) as i32;
}

/** A line in the making. What does not fit is cut; the last byte is kept for the newline. */
export class Line {
  readonly bytes: Uint8Array = new Uint8Array(LINE_LIMIT);
  length: i32 = 0;

  byte(value: i32): void {
    if (this.length < LINE_LIMIT - 1) this.bytes[this.length++] = value as u8;
  }

  text(text: string): void {
    for (let i = 0; byteOf(text, i) != 0; i++) this.byte(byteOf(text, i));
  }

  /** Decimal, from 0 up. */
  number(value: i32): void {
    let unit = 1;
    while (quotient(value, unit) >= 10) unit *= 10;
    for (; unit > 0; unit = quotient(unit, 10)) this.byte(0x30 + (quotient(value, unit) % 10));
  }

  /** One byte of somebody's word: control characters, quotes and backslashes are escaped. */
  escaped(value: i32): void {
    if (value == 0x22 || value == 0x5c) {
      this.byte(0x5c);
    } else if (value < 0x20 || value == 0x7f) {
      this.text("\\x");
      this.byte(byteOf(HEX, value >> 4));
      value = byteOf(HEX, value & 15);
    }
    this.byte(value);
  }

  /** The word at `cursor` up to its end or the byte `stop`, escaped and cut at `WORD_LIMIT`. */
  word(cursor: Cursor, stop: i32): void {
    const bound = this.length + WORD_LIMIT;
    while (cursor.peek() > 0 && cursor.peek() != stop) {
      if (this.length >= bound) {
        this.text("...");
        return;
      }
      this.escaped(cursor.take());
    }
  }

  /** Puts the newline behind the line, however long it got. */
  end(): void {
    this.bytes[this.length++] = 0x0a;
  }
}
