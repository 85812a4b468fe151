/** Owns the change to Bun's single file that has native/early.c run before the runtime. */
import * as fs from "node:fs";

/** ELF (elf(5)), 64 bits, the machine's byte order. */
const ET_EXEC = 2;
const PT_LOAD = 1;
const PT_NOTE = 4;
const READ_AND_RUN = 5;
const ENTRY = 24;
const HEADERS = 32;
const HEADER_SIZE = 56;
const HEADER_COUNT = 56;
/** A page on every machine; aarch64 has some of 64 KiB. */
const PAGE = 65536;

export interface Place {
  /** Where the runtime begins. */
  readonly entry: number;
  /** The first address behind all of it. */
  readonly address: number;
}

interface Header {
  readonly at: number;
  readonly type: number;
  /** Behind its last byte in memory. */
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
    return { at, type: file.readUInt32LE(at), end: field(16) + field(40), bytes };
  });
}

/** Where code can be put, or null when the file is not of the kind that Bun makes. */
export function findPlace(file: Buffer): Place | null {
  const all = headers(file);
  if (file.readUInt16LE(16) !== ET_EXEC || all.at(-1)?.type !== PT_NOTE) return null;
  const end = Math.max(...all.filter(({ type }) => type === PT_LOAD).map((one) => one.end));
  return { entry: Number(file.readBigUInt64LE(ENTRY)), address: Math.ceil(end / PAGE) * PAGE };
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
  fields.forEach((field, index) => file.writeBigUInt64LE(BigInt(field), at + 8 + index * 8));
  file.writeBigUInt64LE(BigInt(place.address), ENTRY);
  fs.writeFileSync(path, Buffer.concat([file, Buffer.alloc(offset - file.length), code]));
}
