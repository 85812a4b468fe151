/** Owns the shape of the ELF file (elf(5)). */
import { BuildError } from "../tools.ts";

const PAGE = 4096n;
const PT_LOAD = 1;
/** Flags of a segment. */
const READ_EXECUTE = 5;
const READ_WRITE = 6;

/**
 * What native/ promises of the file is checked: one segment of code, one of zeroed memory that ends
 * with a page, with the core's memory last. The table of sections, for linkers, is cut off.
 */
export function trimElf(name: string, elf: Buffer): Buffer {
  const found: string[] = [];
  let length = 0;
  for (let i = 0; i < elf.readUInt16LE(56); i++) {
    const at = Number(elf.readBigUInt64LE(32)) + i * elf.readUInt16LE(54);
    if (elf.readUInt32LE(at) !== PT_LOAD) continue;
    const end = elf.readBigUInt64LE(at + 16) + elf.readBigUInt64LE(at + 40);
    const inFile = Number(elf.readBigUInt64LE(at + 32));
    length = Math.max(length, inFile);
    found.push(`${elf.readUInt32LE(at + 4)} ${inFile === 0 && end % PAGE === 0n}`);
  }
  if (found.join() !== `${READ_EXECUTE} false,${READ_WRITE} true`) {
    throw new BuildError(`${name}: not one segment of code and one of memory: ${found.join()}`);
  }
  const trimmed = Buffer.from(elf.subarray(0, length));
  trimmed.writeBigUInt64LE(0n, 40);
  trimmed.writeUInt16LE(0, 60);
  trimmed.writeUInt16LE(0, 62);
  return trimmed;
}
