/**
 * Owns how bytes are packed into the binary: texts by pairs of bytes, the first memory by its runs.
 * native/texts.c and native/wasm.c unpack.
 */

/** Texts are packed, and unpacked, in blocks of so many bytes. */
export const TEXT_BLOCK = 512;

/** Codes below this stand for themselves; the others for a pair of codes each. */
const FIRST_PAIR = 128;
const LAST_PAIR = 255;

export interface PackedTexts {
  /** Two bytes for each code from `FIRST_PAIR` on. */
  pairs: number[];
  /** All blocks. */
  codes: number[];
  /** Where each block begins in `codes`. */
  starts: number[];
}

/**
 * Byte-pair encoding: again and again the most frequent pair of neighbours becomes a code of its
 * own. Equal frequencies are decided by the lower pair, so that the same texts give the same bytes.
 */
export function packTexts(texts: Buffer): PackedTexts {
  let blocks: number[][] = [];
  for (let at = 0; at < texts.length; at += TEXT_BLOCK) {
    blocks.push([...texts.subarray(at, at + TEXT_BLOCK)]);
  }
  const pairs: number[] = [];
  for (let code = FIRST_PAIR; code <= LAST_PAIR; code++) {
    const pair = mostFrequentPair(blocks);
    pairs.push(pair >> 8, pair & 0xff);
    blocks = blocks.map((block) => replacePair(block, pair, code));
  }
  const codes: number[] = [];
  const starts = blocks.map((block) => codes.push(...block) - block.length);
  return { pairs, codes, starts };
}

function mostFrequentPair(blocks: number[][]): number {
  const counts = new Map<number, number>();
  for (const block of blocks) {
    for (let i = 0; i + 1 < block.length; i++) {
      const pair = block[i]! * 256 + block[i + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  const best = [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0];
  return best === undefined ? 0 : best[0];
}

function replacePair(block: number[], pair: number, code: number): number[] {
  const replaced: number[] = [];
  for (let i = 0; i < block.length; i++) {
    const isPair = i + 1 < block.length && block[i]! * 256 + block[i + 1]! === pair;
    replaced.push(isPair ? code : block[i]!);
    if (isPair) i++;
  }
  return replaced;
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
