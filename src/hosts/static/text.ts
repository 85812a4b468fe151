/**
 * Stands in for src/core/text/text.ts: here a text is where it begins among the bytes that the build
 * collected.
 */

@external("native", "text_byte")
declare function textByte(at: i32): i32;

export function byteOf(text: i32, index: i32): i32 {
  return textByte(text + index);
}
