/**
 * Owns the packing of texts: what comes often is a phrase in a dictionary, a byte stands for it.
 * native/texts.c unpacks.
 */

/** Texts are packed, and unpacked, in blocks of so many bytes. */
export const TEXT_BLOCK = 128;

/** A code below this is a byte of its own (texts are ASCII), one from here on up a phrase. */
export const FIRST_PHRASE = 128;
const CODES = 256;

type Block = readonly number[];

/** How native/texts.c has the texts. */
export interface PackedTexts {
  /** The bytes of all phrases, one behind the other. */
  readonly phrases: number[];
  /** Where each phrase begins among them, and where the last one ends. */
  readonly bounds: number[];
  /** The codes of all blocks, one behind the other. */
  readonly codes: number[];
  /** Where each block begins among them, and where the last one ends. */
  readonly starts: number[];
}

/** The same texts always give the same codes. */
export function packTexts(texts: Uint8Array): PackedTexts {
  let blocks: Block[] = [];
  for (let at = 0; at < texts.length; at += TEXT_BLOCK) {
    blocks.push([...texts.subarray(at, at + TEXT_BLOCK)]);
  }
  const phrases: Block[] = [];
  // Byte-pair encoding: the two codes that stand side by side most often become one.
  for (let code = FIRST_PHRASE; code < CODES; code++) {
    const pair = mostFrequentPair(blocks);
    phrases.push(pair.flatMap((one) => phrases[one - FIRST_PHRASE] ?? [one]));
    blocks = blocks.map((block) => replacePair(block, pair, code));
  }
  return {
    phrases: phrases.flat(), bounds: boundsOf(phrases),
    codes: blocks.flat(), starts: boundsOf(blocks),
  };
}

function mostFrequentPair(blocks: readonly Block[]): Block {
  const counts = new Map<number, number>();
  for (const block of blocks) {
    for (let at = 0; at + 1 < block.length; at++) {
      const pair = block[at]! * CODES + block[at + 1]!;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  const [most = 0] = [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0] ?? [];
  return [most >> 8, most % CODES];
}

function replacePair(block: Block, [left, right]: Block, code: number): Block {
  const replaced: number[] = [];
  for (let at = 0; at < block.length; at++) {
    const isPair = block[at] === left && block[at + 1] === right;
    replaced.push(isPair ? code : block[at]!);
    if (isPair) at++;
  }
  return replaced;
}

function boundsOf(parts: readonly Block[]): number[] {
  const bounds = [0];
  for (const part of parts) bounds.push(bounds.at(-1)! + part.length);
  return bounds;
}
