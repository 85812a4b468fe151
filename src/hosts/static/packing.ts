/**
 * Owns how bytes are packed into the binary: texts by pairs of codes, the first memory by its runs.
 * native/texts.c and native/wasm.c unpack.
 */

import { CODE_BITS, pairUp } from "./pairs.ts";

/** Texts are packed, and unpacked, in blocks of so many bytes. */
export const TEXT_BLOCK = 512;

export interface PackedTexts {
  /** Two codes for each code from `FIRST_PAIR` on, as bits. */
  pairs: number[];
  /** The codes of all blocks, as bits. */
  codes: number[];
  /** Which code begins each block, and how many there are. */
  starts: number[];
}

/** The texts as codes (pairs.ts), block by block. */
export function packTexts(texts: Buffer): PackedTexts {
  const plain: number[][] = [];
  for (let at = 0; at < texts.length; at += TEXT_BLOCK) {
    plain.push([...texts.subarray(at, at + TEXT_BLOCK)]);
  }
  const { pairs, blocks } = pairUp(plain);
  const codes: number[] = [];
  const starts = blocks.map((block) => codes.push(...block) - block.length);
  const bounds = [...starts, codes.length];
  return { pairs: packBits(pairs.flat()), codes: packBits(codes), starts: bounds };
}

/**
 * Codes one behind the other, the lowest bit first; a byte more, for they are read two at a time.
 */
function packBits(codes: number[]): number[] {
  const bytes = new Array<number>(Math.ceil((codes.length * CODE_BITS) / 8) + 1).fill(0);
  codes.forEach((code, index) => {
    for (let bit = 0; bit < CODE_BITS; bit++) {
      const at = index * CODE_BITS + bit;
      bytes[at >> 3]! |= ((code >> bit) & 1) << (at & 7);
    }
  });
  return bytes;
}

/** A gap up to this length costs no more within a run than between two. */
const SHORT_GAP = 2;
const LONGEST = 255;

/** Memory that is mostly zero, as rows: how far to skip, how many bytes follow, the bytes. */
export function packMemory(memory: Buffer): number[] {
  const packed: number[] = [];
  let from = 0;
  for (;;) {
    let start = from;
    while (start < memory.length && memory[start] === 0) start++;
    if (start === memory.length) return [...packed, 0, 0];
    for (; start - from > LONGEST; from += LONGEST) packed.push(LONGEST, 0);
    let end = start;
    for (let gap = 0, at = start; at < memory.length && gap <= SHORT_GAP; at++) {
      gap = memory[at] === 0 ? gap + 1 : 0;
      if (gap === 0) end = at + 1;
      if (end - start === LONGEST) break;
    }
    packed.push(start - from, end - start, ...memory.subarray(start, end));
    from = end;
  }
}
