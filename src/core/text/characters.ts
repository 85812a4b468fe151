/** Owns the names of the ASCII characters that the core tells apart. */

export const TAB: i32 = 9;
export const NEWLINE: i32 = 10;
export const CARRIAGE_RETURN: i32 = 13;
export const SPACE: i32 = 32;
export const EXCLAMATION_MARK: i32 = 33;
export const QUOTE: i32 = 34;
export const HASH: i32 = 35;
export const OPENING_PARENTHESIS: i32 = 40;
export const CLOSING_PARENTHESIS: i32 = 41;
export const PLUS: i32 = 43;
export const COMMA: i32 = 44;
export const DASH: i32 = 45;
export const DOT: i32 = 46;
export const SLASH: i32 = 47;
export const ZERO: i32 = 48;
export const NINE: i32 = 57;
export const COLON: i32 = 58;
export const EQUALS: i32 = 61;
export const UPPER_E: i32 = 69;
export const UPPER_F: i32 = 70;
export const UPPER_L: i32 = 76;
export const UPPER_Z: i32 = 90;
export const BACKSLASH: i32 = 92;
export const UNDERSCORE: i32 = 95;
export const LOWER_A: i32 = 97;
export const LOWER_D: i32 = 100;
export const LOWER_F: i32 = 102;
export const LOWER_H: i32 = 104;
export const LOWER_M: i32 = 109;
export const LOWER_O: i32 = 111;
export const LOWER_P: i32 = 112;
export const LOWER_S: i32 = 115;
export const LOWER_Z: i32 = 122;
export const OPENING_BRACE: i32 = 123;
export const DELETE: i32 = 127;

/** What a small letter is more than its capital. */
const CASE: i32 = 32;

export function isDigit(byte: i32): bool {
  return byte >= ZERO && byte <= NINE;
}

/** The capital of a small letter; any other byte as it is. */
export function capital(byte: i32): i32 {
  return byte >= LOWER_A && byte <= LOWER_Z ? byte - CASE : byte;
}
