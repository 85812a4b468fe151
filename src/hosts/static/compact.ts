/**
 * Owns where the core's state lies: scattered among headers and buffers at first, it is moved
 * together. An instruction that reaches less than 128 bytes up or down from its register is three
 * bytes shorter than one that reaches far, so what the code names most often comes into a window
 * that a register points into the middle of (native/wasm-rt.h).
 */
import type { Block } from "./layout.ts";
import { BuildError } from "./tools.ts";

const WINDOW = 256;

/** Objects whose addresses the code names most: below 128 an address is a byte. */
const LOW_BLOCKS = 3;
const LOW_SIZE = 16;

/** A load or store at a known address: its operation, its offset, the address. */
const ACCESS = /\((i32\.(?:load|store)\w*)((?: offset=\d+)?\s+)\(i32\.const (\d+)\)/g;
/** A load of a word from an address that is computed: its offset. */
const COMPUTED = /\(i32\.load(?: offset=(\d+))?\s+\((?!i32\.const)/g;
const CONSTANT = /\(i32\.const (-?\d+)\)/g;

/** A place that the code names: how many bytes are there, and how often it is named. */
interface Place {
  readonly size: number;
  count: number;
}

/** The core, its state moved together. */
export interface Compacted {
  readonly code: string;
  readonly memory: Buffer;
  /** Where its memory ends: the core allocates nothing behind that. */
  readonly end: number;
}

/**
 * The objects `blocks` in `memory` lie where no other number in `code` could be meant. An object
 * that the code may get the address of stays whole; of the others only the places are kept that the
 * code names, each for itself.
 */
export function compact(code: string, memory: Buffer, blocks: readonly Block[]): Compacted {
  const places = findPlaces(code);
  const uses = countUses(code, memory, blocks, places);
  const isFree = (at: number): boolean => {
    const block = blockAt(blocks, at);
    return block !== undefined && !uses.has(block);
  };
  for (const at of [...places.keys()]) if (!isFree(at)) places.delete(at);
  const map = new Layout(blocks);
  map.placeAll(uses, places);
  return { code: moveCode(code, map), memory: moveMemory(memory, map), end: map.end };
}

function blockAt(blocks: readonly Block[], at: number): Block | undefined {
  return blocks.find(({ from, to }) => at >= from && at <= to);
}

function effective(space: string, at: string): number {
  return Number(at) + Number(/\d+/.exec(space)?.[0] ?? 0);
}

function findPlaces(code: string): Map<number, Place> {
  const places = new Map<number, Place>();
  for (const [, operation, space, base] of code.matchAll(ACCESS)) {
    const at = effective(space!, base!);
    const size = operation!.includes("8") ? 1 : 4;
    const place = places.get(at) ?? { size, count: 0 };
    if (place.size !== size) throw new BuildError(`the core uses ${at} as a word and as a byte`);
    place.count++;
    places.set(at, place);
  }
  return places;
}

/** The objects that the code may get the address of, and how often it names each. */
function countUses(
  code: string, memory: Buffer, blocks: readonly Block[], places: ReadonlyMap<number, Place>,
): Map<Block, number> {
  const uses = new Map<Block, number>();
  const loaded = new Set([...code.matchAll(COMPUTED)].map(([, offset]) => Number(offset ?? 0)));
  const reach = (value: number): void => {
    const block = blockAt(blocks, value);
    if (block === undefined) return;
    uses.set(block, (uses.get(block) ?? 0) + 1);
    if (uses.get(block) !== 1) return;
    for (const offset of loaded) {
      if (block.from + offset + 4 <= block.to) reach(memory.readInt32LE(block.from + offset));
    }
  };
  for (const [, value] of code.replace(ACCESS, "").matchAll(CONSTANT)) reach(Number(value));
  for (const [at, { size }] of places) if (size === 4) reach(memory.readInt32LE(at));
  return uses;
}

function sizeOf({ from, to }: Block): number {
  return to - from;
}

/** Where everything moves to. */
class Layout {
  readonly blocks = new Map<Block, number>();
  readonly places = new Map<number, { readonly at: number; readonly size: number }>();
  private readonly all: readonly Block[];
  end = 0;

  constructor(all: readonly Block[]) {
    this.all = all;
  }

  /** What is named most comes first, then what is small. */
  placeAll(uses: ReadonlyMap<Block, number>, places: ReadonlyMap<number, Place>): void {
    const named = [...uses].sort(([a, m], [b, n]) => n - m || a.from - b.from);
    const low = named.filter(([block]) => sizeOf(block) === LOW_SIZE);
    for (const [block] of low.slice(0, LOW_BLOCKS)) this.placeBlock(block);
    const hot = [...places].sort(([a, m], [b, n]) => n.count - m.count || a - b);
    for (const [at, { size }] of this.fitting(hot)) this.placePlace(at, size);
    // A page that only holds large buffers is touched when one of them is used.
    const rest = [...uses.keys()].sort((a, b) => sizeOf(a) - sizeOf(b) || a.from - b.from);
    for (const block of rest) if (!this.blocks.has(block)) this.placeBlock(block);
  }

  /** The hottest places that the window has room for, words first; then the others. */
  private fitting(hot: [number, Place][]): [number, Place][] {
    let room = WINDOW - this.end;
    const isIn = hot.map(([, { size }]) => room >= size && (room -= size) >= 0);
    const words = ([, { size }]: [number, Place]): boolean => size === 4;
    const inside = hot.filter((_, index) => isIn[index]);
    const outside = hot.filter((_, index) => !isIn[index]);
    return [inside, outside].flatMap((part) => [
      ...part.filter(words), ...part.filter((one) => !words(one)),
    ]);
  }

  private placePlace(at: number, size: number): void {
    if (size === 4) this.align();
    this.places.set(at, { at: this.end, size });
    this.end += size;
  }

  private placeBlock(block: Block): void {
    this.align();
    this.blocks.set(block, this.end);
    this.end += block.to - block.from;
  }

  private align(): void {
    this.end = (this.end + 3) & ~3;
  }

  /**
   * Where what is now at `value` moves to, undefined when it has no place any more; a number that
   * is no address stays what it is.
   */
  moved(value: number): number | undefined {
    const place = this.places.get(value);
    if (place !== undefined) return place.at;
    const block = blockAt(this.all, value);
    if (block === undefined) return value;
    const to = this.blocks.get(block);
    return to === undefined ? undefined : to + value - block.from;
  }
}

function moveCode(code: string, map: Layout): string {
  const move = (value: number): number => {
    const to = map.moved(value);
    if (to === undefined) throw new BuildError(`the core uses ${value}, which has no place`);
    return to;
  };
  const named = code.replace(ACCESS, (_, operation: string, space: string, at: string) =>
    `(${operation} (i32.moved ${move(effective(space, at))})`);
  return named
    .replace(CONSTANT, (_, value: string) => `(i32.const ${move(Number(value))})`)
    .replaceAll("i32.moved", "i32.const");
}

/** A word that names what is gone is read by nobody. */
function moveMemory(memory: Buffer, map: Layout): Buffer {
  const moved = Buffer.alloc(memory.length);
  for (const [{ from, to }, at] of map.blocks) {
    memory.copy(moved, at, from, to);
    for (let offset = 0; offset + 4 <= to - from; offset += 4) {
      moved.writeInt32LE(map.moved(moved.readInt32LE(at + offset)) ?? 0, at + offset);
    }
  }
  for (const [from, { at, size }] of map.places) {
    memory.copy(moved, at, from, from + size);
    if (size === 4) moved.writeInt32LE(map.moved(moved.readInt32LE(at)) ?? 0, at);
  }
  return moved;
}
