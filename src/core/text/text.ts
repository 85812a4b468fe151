/** Reads the bytes of a text constant; the only thing the core may do with one. */

/**
 * The byte of `text` at `index`, or 0 at its end.
 *
 * Texts are ASCII. A host may lay them out as it likes as long as it brings its own `byteOf`: the
 * static binary keeps them as bytes ended by 0 in read-only memory, where JavaScript keeps strings.
 */
export function byteOf(text: string, index: i32): i32 {
  return text.charCodeAt(index) | 0;
}
