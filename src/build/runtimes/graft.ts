/** Owns the change to Bun's single file that has native/runtimes/early.c run before the runtime. */
import * as fs from "node:fs";

/** ELF (elf(5)), 64 bits, the machine's byte order. */
const ET_EXEC = 2;
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_NOTE = 4;
const READ_AND_RUN = 5;
const ENTRY = 24;
const HEADERS = 32;
const HEADER_SIZE = 56;
const HEADER_COUNT = 56;
/** Tags of the dynamic section, and the sizes of its entries, of relocations and symbols. */
const DT_PLTRELSZ = 2;
const DT_STRTAB = 5;
const DT_SYMTAB = 6;
const DT_JMPREL = 23;
const DYNAMIC_SIZE = 16;
const RELOCATION_SIZE = 24;
const SYMBOL_SIZE = 24;
/** A page on every machine; aarch64 has some of 64 KiB. */
const PAGE = 65536;

export interface Place {
  /** Where the runtime begins. */
  readonly entry: number;
  /** The first address behind all of it. */
  readonly address: number;
  /** Where it has the address of sigaction, which the dynamic linker fills in. */
  readonly slot: number;
}

interface Header {
  readonly at: number;
  readonly type: number;
  /** Its first byte in memory, and behind its last one. */
  readonly start: number;
  readonly end: number;
  /** Its bytes in the file. */
  readonly bytes: Buffer;
}

function headers(file: Buffer): Header[] {
  const first = Number(file.readBigUInt64LE(HEADERS));
  return Array.from({ length: file.readUInt16LE(HEADER_COUNT) }, (_, index) => {
    const at = first + index * HEADER_SIZE;
    const field = (offset: number): number => Number(file.readBigUInt64LE(at + offset));
    const bytes = file.subarray(field(8), field(8) + field(32));
    return { at, type: file.readUInt32LE(at), start: field(16), end: field(16) + field(40), bytes };
  });
}

/** Where the file has the address of a function that it calls, or 0. */
function findSlot(all: readonly Header[], name: string): number {
  const at = (address: number): Buffer => {
    const part = all.find(({ type, start, bytes }) => {
      return type === PT_LOAD && address >= start && address < start + bytes.length;
    });
    return part === undefined ? Buffer.alloc(0) : part.bytes.subarray(address - part.start);
  };
  const number = (bytes: Buffer, offset: number): number => Number(bytes.readBigUInt64LE(offset));
  const dynamic = all.find(({ type }) => type === PT_DYNAMIC)?.bytes ?? Buffer.alloc(0);
  const tags = new Map<number, number>();
  for (let offset = 0; offset + DYNAMIC_SIZE <= dynamic.length; offset += DYNAMIC_SIZE) {
    tags.set(number(dynamic, offset), number(dynamic, offset + 8));
  }
  const [relocations, symbols, names] = [DT_JMPREL, DT_SYMTAB, DT_STRTAB].map((tag) => {
    return at(tags.get(tag) ?? 0);
  });
  for (let offset = 0; offset < (tags.get(DT_PLTRELSZ) ?? 0); offset += RELOCATION_SIZE) {
    const symbol = relocations!.readUInt32LE(offset + 12) * SYMBOL_SIZE;
    const text = names!.subarray(symbols!.readUInt32LE(symbol));
    if (text.toString("latin1", 0, text.indexOf(0)) === name) return number(relocations!, offset);
  }
  return 0;
}

/** Where code can be put, or null when the file is not of the kind that Bun makes. */
export function findPlace(file: Buffer): Place | null {
  const all = headers(file);
  if (file.readUInt16LE(16) !== ET_EXEC || all.at(-1)?.type !== PT_NOTE) return null;
  const end = Math.max(...all.filter(({ type }) => type === PT_LOAD).map((one) => one.end));
  const slot = findSlot(all, "sigaction");
  if (slot === 0) return null;
  const entry = Number(file.readBigUInt64LE(ENTRY));
  return { entry, address: Math.ceil(end / PAGE) * PAGE, slot };
}

/**
 * Puts the code of `program` behind the file, has it loaded at `place` in place of the notes, which
 * nothing reads, and makes it the entry.
 */
export function graft(path: string, file: Buffer, program: Buffer, place: Place): void {
  const code = headers(program).find(({ type }) => type === PT_LOAD)!.bytes;
  const offset = Math.ceil(file.length / PAGE) * PAGE;
  const { at } = headers(file).at(-1)!;
  const fields = [offset, place.address, place.address, code.length, code.length, PAGE];
  file.writeUInt32LE(PT_LOAD, at);
  file.writeUInt32LE(READ_AND_RUN, at + 4);
  fields.forEach((field, index) => {
    file.writeBigUInt64LE(BigInt(field), at + 8 + index * 8);
  });
  file.writeBigUInt64LE(BigInt(place.address), ENTRY);
  fs.writeFileSync(path, Buffer.concat([file, Buffer.alloc(offset - file.length), code]));
}
