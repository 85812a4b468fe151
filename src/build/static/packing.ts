/**
 * Owns the packing of texts: what was there before is named by where and how long it is, so that
 * texts take half of their bytes (LZSS). native/static/texts.c unpacks.
 */

/** A byte below this is itself (texts are ASCII), one from here on begins the name of a copy. */
export const FIRST_COPY = 128;

/** A copy is of `SHORTEST` bytes and up to seven more. */
export const SHORTEST = 3;
const LONGEST = SHORTEST + 7;

/** How far back a copy may begin. */
export const REACH = 4096;

/**
 * The bytes that stand for `texts`; the same texts always give the same. A copy takes two bytes:
 * 1LLLDDDD DDDDDDDD, its length less `SHORTEST` and its distance less 1.
 */
export function packTexts(texts: Uint8Array): number[] {
  const lengths = cheapestLengths(texts);
  const packed: number[] = [];
  for (let at = 0; at < texts.length; at += lengths[at]!) {
    const length = lengths[at]!;
    if (length === 1) {
      packed.push(texts[at]!);
      continue;
    }
    const distance = at - findBefore(texts, at, length) - 1;
    packed.push(FIRST_COPY | ((length - SHORTEST) << 4) | (distance >> 8), distance & 0xff);
  }
  return packed;
}

/** How many bytes are best taken at each place, found from the end on, where the rest is known. */
function cheapestLengths(texts: Uint8Array): number[] {
  const lengths: number[] = [];
  const costs: number[] = [];
  costs[texts.length] = 0;
  for (let at = texts.length - 1; at >= 0; at--) {
    costs[at] = costs[at + 1]! + 1;
    lengths[at] = 1;
    for (let length = SHORTEST; length <= LONGEST && at + length <= texts.length; length++) {
      if (findBefore(texts, at, length) < 0) break;
      const cost = costs[at + length]! + 2;
      if (cost >= costs[at]!) continue;
      costs[at] = cost;
      lengths[at] = length;
    }
  }
  return lengths;
}

/** Where the `length` bytes at `at` last stood before, or -1. */
function findBefore(texts: Uint8Array, at: number, length: number): number {
  const part = Buffer.from(texts.subarray(at, at + length));
  const from = Math.max(at - REACH, 0);
  const found = Buffer.from(texts.subarray(from, at + length - 1)).lastIndexOf(part);
  return found < 0 ? -1 : from + found;
}
