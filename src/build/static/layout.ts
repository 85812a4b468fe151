/** Owns what is known of the objects that the core's construction leaves in its memory. */

/** CommonFlags.READONLY of the AssemblyScript compiler. */
const READONLY = 64;

/**
 * How much memory the core has. Behind it are the notes of its construction (runtime.ts): of each
 * object its address, the number of its class, and its size.
 */
export const CORE_MEMORY = 65536;
const NOTE = 12;

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

/** The address and value of each `readonly` field of each object in the constructed `memory`. */
export function findFixed(memory: Buffer, layouts: Layouts): Map<number, number> {
  const fixed = new Map<number, number>();
  for (let note = CORE_MEMORY; memory.readUInt32LE(note) !== 0; note += NOTE) {
    const object = memory.readUInt32LE(note);
    for (const offset of layouts.get(memory.readUInt32LE(note + 4)) ?? []) {
      fixed.set(object + offset, memory.readInt32LE(object + offset));
    }
  }
  return fixed;
}

/** What the data segments in `text` (WebAssembly's text format) lay out, the notes included. */
export function readMemory(text: string): Buffer {
  const memory = Buffer.alloc(2 * CORE_MEMORY);
  for (const [, at, bytes] of text.matchAll(/\(data \S+ \(i32\.const (\d+)\) "(.*)"\)$/gm)) {
    let to = Number(at);
    for (const [one, hex] of bytes!.matchAll(/\\([0-9a-f]{2})|\\?./g)) {
      memory[to++] = hex === undefined ? plainByte(one) : parseInt(hex, 16);
    }
  }
  return memory;
}

/** A character that stands for itself, or behind a backslash for another. */
function plainByte(one: string): number {
  const named: Record<string, string> = { "\\t": "\t", "\\n": "\n", "\\r": "\r" };
  return (named[one] ?? one.slice(-1)).charCodeAt(0);
}

/** Where the objects and buffers in the constructed `memory` end: the core uses nothing behind. */
export function endOf(memory: Buffer): number {
  let end = 0;
  for (let note = CORE_MEMORY; memory.readUInt32LE(note) !== 0; note += NOTE) {
    end = Math.max(end, memory.readUInt32LE(note) + memory.readUInt32LE(note + 8));
  }
  return end;
}
