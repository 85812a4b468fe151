/** Owns what is known of the objects that the core's construction leaves in its memory. */

/** CommonFlags.READONLY of the AssemblyScript compiler. */
const READONLY = 64;

/**
 * Where the compiler is told to begin with objects: so far away that no number in the core but an
 * address is as large (compact.ts moves them). The memory that it takes for that.
 */
export const FIRST_OBJECT = 0x1a2b30;
export const FIRST_PAGES = 32;

/**
 * The stub runtime puts a header before each object: its block's size, two words for collectors,
 * the number of its class, its own size. The object itself is at a multiple of 16.
 */
const HEADER = 20;
const FIRST_HEADER = FIRST_OBJECT + 12;

/** Where the `readonly` fields of each class are, by the number that the compiler gave it. */
export type Layouts = Map<number, number[]>;

interface Member {
  readonly flags: number;
  readonly memoryOffset?: number;
  /** A field's prototype has the field here. */
  readonly instance?: { readonly memoryOffset?: number } | null;
}

/** What the compiler knows of the classes in the core. */
interface Program {
  readonly managedClasses: Map<number, { readonly members: Map<string, Member> | null }>;
}

/** A step of the compiler (a "transform" of its own): notes the layouts once they are decided. */
export class LayoutReader {
  static readonly layouts: Layouts = new Map();
  /** Set by the compiler. */
  declare readonly program: Program;

  afterCompile(): void {
    for (const [id, { members }] of this.program.managedClasses) {
      const offsets: number[] = [];
      for (const member of members?.values() ?? []) {
        const offset = (member.instance ?? member).memoryOffset ?? -1;
        if ((member.flags & READONLY) !== 0 && offset >= 0) offsets.push(offset);
      }
      LayoutReader.layouts.set(id, offsets);
    }
  }
}

/** An object in memory: from an address up to another. */
export interface Block {
  readonly from: number;
  readonly to: number;
}

/** The objects in `memory`. */
export function blocksIn(memory: Buffer): Block[] {
  const found: Block[] = [];
  for (let at = FIRST_HEADER; memory.readUInt32LE(at) !== 0; at += 4 + memory.readUInt32LE(at)) {
    const from = at + HEADER;
    found.push({ from, to: from + memory.readUInt32LE(from - 4) });
  }
  return found;
}

/** The address and value of each `readonly` field of each object in `memory`. */
export function findFixed(memory: Buffer, layouts: Layouts): Map<number, number> {
  const fixed = new Map<number, number>();
  for (const { from } of blocksIn(memory)) {
    for (const offset of layouts.get(memory.readUInt32LE(from - 8)) ?? []) {
      fixed.set(from + offset, memory.readInt32LE(from + offset));
    }
  }
  return fixed;
}
