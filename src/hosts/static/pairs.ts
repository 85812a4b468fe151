/**
 * Owns the packing of texts by pairs of codes: byte-pair encoding, then, again and again, the texts
 * cut anew with the pairs that there are, and rare pairs given up for better ones.
 */

/** A byte's own code. Printable ones, newline and zero are all that texts hold. */
export const CODE_NEWLINE = 95;
export const CODE_ZERO = 96;

/** Codes from here on, up to 9 bits, stand for a pair of codes each. */
export const FIRST_PAIR = 97;
export const CODE_BITS = 9;
const LIMIT = 1 << CODE_BITS;

/** As one number, a pair is the key that equal frequencies are decided by. */
const RADIX = LIMIT;

/** So often is the whole improved; the more often, the less there is to gain. */
const ROUNDS = 24;

type Pair = readonly [number, number];

export interface Paired {
  readonly pairs: readonly Pair[];
  readonly blocks: readonly number[][];
}

/** The same blocks always give the same pairs. */
export function pairUp(blocks: readonly number[][]): Paired {
  const plain = blocks.map((block) => block.map(ownCode));
  let best = grow({ pairs: [], blocks: plain });
  let current = best;
  for (let round = 0; round < ROUNDS; round++) {
    const cut = { pairs: current.pairs, blocks: plain.map(cutter(current.pairs)) };
    if (sizeOf(cut) < sizeOf(best)) best = cut;
    const dropped = Math.max(4, Math.floor(24 * (1 - round / ROUNDS)));
    current = grow(withoutRare(cut, dropped));
    if (sizeOf(current) < sizeOf(best)) best = current;
  }
  return best;
}

function ownCode(byte: number): number {
  if (byte === 0) return CODE_ZERO;
  return byte === 0x0a ? CODE_NEWLINE : byte - 0x20;
}

function sizeOf({ blocks }: Paired): number {
  return blocks.reduce((size, block) => size + block.length, 0);
}

/** As many pairs as there are codes for, the most frequent one at each step. */
function grow({ pairs, blocks }: Paired): Paired {
  const grown = [...pairs];
  let replaced = blocks;
  while (FIRST_PAIR + grown.length < LIMIT) {
    const [left, right] = mostFrequent(replaced);
    const code = FIRST_PAIR + grown.length;
    grown.push([left, right]);
    replaced = replaced.map((block) => replacePair(block, left, right, code));
  }
  return { pairs: grown, blocks: replaced };
}

function mostFrequent(blocks: readonly number[][]): Pair {
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

/** What cuts a block into the fewest codes. */
function cutter(pairs: readonly Pair[]): (block: number[]) => number[] {
  const texts = textsOf(pairs);
  const starting = Array.from({ length: FIRST_PAIR }, () => [] as number[]);
  texts.forEach((text, code) => starting[text[0]!]!.push(code));
  return (block) => {
    const costs = new Array<number>(block.length + 1).fill(Infinity);
    const choices = new Array<number>(block.length).fill(0);
    costs[block.length] = 0;
    for (let at = block.length - 1; at >= 0; at--) {
      for (const code of starting[block[at]!]!) {
        const text = texts[code]!;
        const cost = 1 + (costs[at + text.length] ?? Infinity);
        if (cost > costs[at]! || !text.every((one, i) => block[at + i] === one)) continue;
        costs[at] = cost;
        choices[at] = code;
      }
    }
    const codes: number[] = [];
    for (let at = 0; at < block.length; at += texts[codes.at(-1)!]!.length) {
      codes.push(choices[at]!);
    }
    return codes;
  };
}

/** What each code stands for. */
function textsOf(pairs: readonly Pair[]): number[][] {
  const texts = Array.from({ length: FIRST_PAIR }, (_, code) => [code]);
  for (const [left, right] of pairs) texts.push([...texts[left]!, ...texts[right]!]);
  return texts;
}

/** Up to `count` of the rarest pairs that are in no other pair are taken apart again. */
function withoutRare({ pairs, blocks }: Paired, count: number): Paired {
  const uses = new Array<number>(LIMIT).fill(0);
  for (const code of blocks.flat()) uses[code]!++;
  const inPairs = new Set(pairs.flat());
  const codes = pairs.map((_, index) => FIRST_PAIR + index);
  const rare = [...codes].sort((a, b) => uses[a]! - uses[b]! || b - a).slice(0, count);
  const dropped = new Set(rare.filter((code) => !inPairs.has(code)));
  const kept = codes.filter((code) => !dropped.has(code));
  const renamed = new Map(kept.map((code, index) => [code, FIRST_PAIR + index]));
  const rename = (code: number): number => renamed.get(code) ?? code;
  const takeApart = (code: number): number[] =>
    dropped.has(code) ? pairs[code - FIRST_PAIR]!.map(rename) : [rename(code)];
  return {
    pairs: kept.map((code) => pairs[code - FIRST_PAIR]!.map(rename) as [number, number]),
    blocks: blocks.map((block) => block.flatMap(takeApart)),
  };
}
