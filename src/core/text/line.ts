/** Owns the one buffer that every message is written into, byte by byte. */
import { quotient } from "./arithmetic.ts";
import { BACKSLASH, DELETE, NEWLINE, QUOTE, SPACE, ZERO } from "./characters.ts";
import { Cursor } from "./cursor.ts";
import { byteOf } from "./text.ts";

/**
 * A message's bound in bytes, its newline included: below PIPE_BUF, so one write(2) is one line.
 */
export const LINE_LIMIT: i32 = 1024;

/** A quoted word's bound in bytes of the message, so that the cause behind it always finds room. */
export const WORD_LIMIT: i32 = 160;

// Sequences of UTF-8, as numbers: characters that break a line or turn what follows around, so that
// a name could hide its end or look like another (UAX #9, UTS #55).
const ARABIC_LETTER_MARK: i32 = 0xd89c;
const LEFT_TO_RIGHT_MARK: i32 = 0xe2808e;
const RIGHT_TO_LEFT_MARK: i32 = 0xe2808f;
/** U+2028, behind which come the paragraph separator and the embeddings and overrides. */
const LINE_SEPARATOR: i32 = 0xe280a8;
const RIGHT_TO_LEFT_OVERRIDE: i32 = 0xe280ae;
/** U+2066 to U+2069. */
const FIRST_ISOLATE: i32 = 0xe281a6;
const LAST_ISOLATE: i32 = 0xe281a9;

const HEX: string = "0123456789abcdef";

/** A line in the making. What does not fit is cut; the last byte is kept for the newline. */
export class Line {
  readonly bytes: Uint8Array = new Uint8Array(LINE_LIMIT);
  length: i32 = 0;
  /** Within a JSON string: quotes and backslashes are escaped once more. */
  inString: bool = false;
  /** Bytes that are only there for JSON, and where the word at hand is cut, not counting those. */
  private extra: i32 = 0;
  private bound: i32 = 0;

  /**
   * A UTF-8 sequence of somebody's word, held back until it is whole: how many bytes, and which.
   */
  private heldCount: i32 = 0;
  private held: i32 = 0;
  private missing: i32 = 0;
  /** The range that its next byte has to be in. */
  private low: i32 = 0;
  private high: i32 = 0;

  byte(value: i32): void {
    if (this.inString && (value == QUOTE || value == BACKSLASH)) {
      this.put(BACKSLASH);
      this.extra++;
    }
    this.put(value);
  }

  text(text: string): void {
    for (let i = 0; byteOf(text, i) != 0; i++) this.byte(byteOf(text, i));
  }

  /** Decimal, from 0 up. */
  number(value: i32): void {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = quotient(rest, 10)) digits++;
    this.digits(value, digits);
  }

  /** The last `count` decimal digits of `value`. */
  digits(value: i32, count: i32): void {
    let unit = 1;
    for (let i = 1; i < count; i++) unit *= 10;
    for (; unit > 0; unit = quotient(unit, 10)) this.byte(ZERO + (quotient(value, unit) % 10));
  }

  /**
   * One byte of somebody's word. Control characters, quotes, backslashes, separators of lines, what
   * turns the direction of writing, and what is not UTF-8 (RFC 3629) are escaped, so that no name
   * can break a line, a terminal, or JSON, or look like another. `endWord` follows.
   */
  escaped(value: i32): void {
    if (this.missing > 0) {
      if (value >= this.low && value <= this.high) {
        this.hold(value, this.missing - 1, 0x80, 0xbf);
        if (this.missing > 0) return;
        if (misleads(this.held)) this.endWord();
        else this.release();
        return;
      }
      this.endWord();
    }
    // C2 would lead to the control characters of ISO 6429, E0 and F0 to overlong forms, ED to
    // surrogates, F4 to numbers beyond Unicode.
    if (value < 0x80) this.escapedAscii(value);
    else if (value >= 0xc2 && value < 0xe0) this.hold(value, 1, value == 0xc2 ? 0xa0 : 0x80, 0xbf);
    else if (value == 0xe0) this.hold(value, 2, 0xa0, 0xbf);
    else if (value == 0xed) this.hold(value, 2, 0x80, 0x9f);
    else if (value > 0xe0 && value < 0xf0) this.hold(value, 2, 0x80, 0xbf);
    else if (value == 0xf0) this.hold(value, 3, 0x90, 0xbf);
    else if (value > 0xf0 && value < 0xf4) this.hold(value, 3, 0x80, 0xbf);
    else if (value == 0xf4) this.hold(value, 3, 0x80, 0x8f);
    else this.hex(value);
  }

  /** Behind the last byte of a word: a sequence that was not finished is escaped. */
  endWord(): void {
    this.missing = 0;
    for (; this.heldCount > 0; this.heldCount--) this.hex(this.heldByte());
  }

  /** A word begins here, to be cut at `WORD_LIMIT`. */
  beginWord(): void {
    this.bound = this.length - this.extra + WORD_LIMIT;
  }

  /** The word has reached its bound. */
  isCut(): bool {
    return this.length - this.extra >= this.bound;
  }

  /** The word at `cursor` up to its end or the byte `stop`, escaped and cut. */
  word(cursor: Cursor, stop: i32): void {
    this.beginWord();
    while (cursor.peek() > 0 && cursor.peek() != stop && !this.isCut()) this.escaped(cursor.take());
    this.endWord();
    if (cursor.peek() > 0 && cursor.peek() != stop) this.text("...");
  }

  /** The word that is in `bytes` from `from` to `to`, escaped and cut. */
  part(bytes: Uint8Array, from: i32, to: i32): void {
    let at = from;
    this.beginWord();
    while (at < to && !this.isCut()) this.escaped(bytes[at++]);
    this.endWord();
    if (at < to) this.text("...");
  }

  /** Puts the newline behind the line, however long it got. */
  end(): void {
    this.bytes[this.length++] = NEWLINE;
  }

  private put(value: i32): void {
    if (this.length < LINE_LIMIT - 1) this.bytes[this.length++] = value as u8;
  }

  private escapedAscii(value: i32): void {
    if (value < SPACE || value == DELETE) {
      this.hex(value);
      return;
    }
    if (value == QUOTE || value == BACKSLASH) this.byte(BACKSLASH);
    this.byte(value);
  }

  private hex(value: i32): void {
    this.text("\\x");
    this.byte(byteOf(HEX, value >> 4));
    this.byte(byteOf(HEX, value & 15));
  }

  private hold(value: i32, missing: i32, low: i32, high: i32): void {
    this.held = this.heldCount == 0 ? value : (this.held << 8) | value;
    this.heldCount++;
    this.missing = missing;
    this.low = low;
    this.high = high;
  }

  private release(): void {
    for (; this.heldCount > 0; this.heldCount--) this.put(this.heldByte());
  }

  /** The first of the bytes held back. */
  private heldByte(): i32 {
    return (this.held >> ((this.heldCount - 1) * 8)) & 0xff;
  }
}

/** The sequence breaks the line, or turns around what follows it. */
function misleads(sequence: i32): bool {
  return (
    (sequence >= LINE_SEPARATOR && sequence <= RIGHT_TO_LEFT_OVERRIDE) ||
    (sequence >= FIRST_ISOLATE && sequence <= LAST_ISOLATE) ||
    sequence == LEFT_TO_RIGHT_MARK ||
    sequence == RIGHT_TO_LEFT_MARK ||
    sequence == ARABIC_LETTER_MARK
  );
}
