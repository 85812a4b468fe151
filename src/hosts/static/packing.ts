/**
 * Owns how bytes are packed into the binary: texts by pairs of codes, the first memory by its runs.
 * native/texts.c and native/wasm.c unpack.
 */

/** Texts are packed, and unpacked, in blocks of so many bytes. */
export const TEXT_BLOCK = 512;

/** Codes below this stand for themselves; the others, up to 9 bits, for a pair of codes each. */
const FIRST_PAIR = 128;
const CODE_BITS = 9;

export interface PackedTexts {
  /** Two codes for each code from `FIRST_PAIR` on, as bits. */
  pairs: number[];
  /** The codes of all blocks, as bits. */
  codes: number[];
  /** Which code begins each block, and how many there are. */
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
  for (let code = FIRST_PAIR; code < 1 << CODE_BITS; code++) {
    const [left, right] = mostFrequentPair(blocks);
    pairs.push(left, right);
    blocks = blocks.map((block) => replacePair(block, left, right, code));
  }
  const codes: number[] = [];
  const starts = blocks.map((block) => codes.push(...block) - block.length);
  return { pairs: packBits(pairs), codes: packBits(codes), starts: [...starts, codes.length] };
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

/** As one number, a pair is the key that equal frequencies are decided by. */
const RADIX = 1 << CODE_BITS;

function mostFrequentPair(blocks: number[][]): [number, number] {
  const counts = new Map<number, number>();
  for (const block of blocks) {
    for (let i = 0; i + 1 < block.length; i++) {
      const pair = block[i]! * RADIX + block[i + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  const [best = 0] = [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0] ?? [];
  return [Math.floor(best / RADIX), best % RADIX];
}

function replacePair(block: number[], left: number, right: number, code: number): number[] {
  const replaced: number[] = [];
  for (let i = 0; i < block.length; i++) {
    const isPair = block[i] === left && block[i + 1] === right;
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
