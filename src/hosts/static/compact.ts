/**
 * Owns the gathering of the core's state: what its objects hold is scattered between buffers, and
 * an instruction that reaches far is three bytes longer than one that reaches near. The words that
 * the code names most often move into a window that one register points into the middle of.
 */
import { eraseHeaders, type Block } from "./layout.ts";
import { BuildError } from "./tools.ts";

/** The window: a signed byte reaches 128 bytes down and 127 up from its middle. */
export const WINDOW = 32768;
export const WINDOW_SIZE = 256;

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

/**
 * The code in `text` with the hottest places of the objects `blocks` moved into the window, and
 * `memory` likewise, without what no code reads any more. An object whose address is a number
 * somewhere else, in the code or where the code may find it, may be reached in other ways: it stays
 * as it is.
 */
export function compact(text: string, memory: Buffer, blocks: readonly Block[]): string {
  const places = findPlaces(text);
  const reachable = findReachable(text, memory, blocks, places);
  eraseHeaders(memory, blocks);
  const free = blocks.filter((block) => !reachable.has(block));
  const isFree = (at: number): boolean => free.some(({ from, to }) => at >= from && at < to);
  for (const at of [...places.keys()]) if (!isFree(at)) places.delete(at);
  const moves = assign(places);
  const first = Buffer.from(memory);
  for (const { from, to } of free) memory.fill(0, from, to);
  for (const [at, { size }] of places) first.copy(memory, moves.get(at) ?? at, at, at + size);
  return text.replace(ACCESS, (access, operation: string, space: string, at: string) => {
    const to = moves.get(effective(space, at));
    return to === undefined ? access : `(${operation} (i32.const ${to})`;
  });
}

function effective(space: string, at: string): number {
  return Number(at) + Number(/\d+/.exec(space)?.[0] ?? 0);
}

function findPlaces(text: string): Map<number, Place> {
  const places = new Map<number, Place>();
  for (const [, operation, space, base] of text.matchAll(ACCESS)) {
    const at = effective(space!, base!);
    const size = operation!.includes("8") ? 1 : 4;
    const place = places.get(at) ?? { size, count: 0 };
    if (place.size !== size) throw new BuildError(`the core uses ${at} as a word and as a byte`);
    place.count++;
    places.set(at, place);
  }
  return places;
}

/** The objects that the code may get the address of. */
function findReachable(
  text: string, memory: Buffer, blocks: readonly Block[], places: ReadonlyMap<number, Place>,
): Set<Block> {
  const reachable = new Set<Block>();
  const loaded = new Set([...text.matchAll(COMPUTED)].map(([, offset]) => Number(offset ?? 0)));
  const reach = (value: number): void => {
    const block = blocks.find(({ from, to }) => value >= from && value <= to);
    if (block === undefined || reachable.has(block)) return;
    reachable.add(block);
    for (const offset of loaded) {
      if (block.from + offset + 4 <= block.to) reach(memory.readInt32LE(block.from + offset));
    }
  };
  const rest = text.replace(ACCESS, "");
  for (const [, value] of rest.matchAll(CONSTANT)) reach(Number(value));
  for (const [at, { size }] of places) if (size === 4) reach(memory.readInt32LE(at));
  return reachable;
}

/** Where each place moves to, the hottest first, until the window is full. */
function assign(places: ReadonlyMap<number, Place>): Map<number, number> {
  const moves = new Map<number, number>();
  const used = new Array<boolean>(WINDOW_SIZE).fill(false);
  const ranked = [...places].sort(([a, m], [b, n]) => n.count - m.count || a - b);
  for (const [at, { size }] of ranked) {
    let slot = 0;
    while (slot < WINDOW_SIZE && used.slice(slot, slot + size).includes(true)) slot += size;
    if (slot + size > WINDOW_SIZE) continue;
    used.fill(true, slot, slot + size);
    moves.set(at, WINDOW + slot);
  }
  return moves;
}
