/** Owns fake heads of ELF files (elf(5)): both classes, both byte orders. */

export interface ElfFile {
  readonly wide: boolean;
  readonly machine: number;
  readonly big?: boolean;
  readonly interpreter?: string;
  /** Where the interpreter's name is. */
  readonly at?: number;
  /** How many other program headers come before PT_INTERP. */
  readonly before?: number;
}

export const MACHINES: [number, string][] = [
  [3, "i386"],
  [8, "mips"],
  [20, "ppc"],
  [21, "ppc64"],
  [22, "s390x"],
  [40, "arm"],
  [62, "x86-64"],
  [183, "aarch64"],
  [243, "riscv"],
  [258, "loongarch"],
];

const PT_LOAD = 1;
const PT_INTERP = 3;
const PT_PHDR = 6;

export function elf(file: ElfFile): Uint8Array {
  const { wide, machine, big = false, interpreter, before = 0, at = 700 } = file;
  const bytes = new Uint8Array(Math.max(900, at + 100));
  const view = new DataView(bytes.buffer);
  const half = (place: number, value: number): void => view.setUint16(place, value, !big);
  const word = (place: number, value: number): void => view.setUint32(place, value, !big);
  const address = (place: number, value: number): void =>
    wide ? view.setBigUint64(place, BigInt(value), !big) : word(place, value);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, big ? 2 : 1, 1]);
  half(16, 2);
  half(18, machine);
  const [start, size] = wide ? [64, 56] : [52, 32];
  address(wide ? 32 : 28, start);
  half(wide ? 54 : 42, size);
  half(wide ? 56 : 44, interpreter === undefined ? 0 : before + 2);
  if (interpreter === undefined) return bytes;
  for (let i = 0; i < before; i++) word(start + i * size, i === 0 ? PT_PHDR : PT_LOAD);
  const header = start + before * size;
  word(header, PT_INTERP);
  address(header + (wide ? 8 : 4), at);
  word(header + size, PT_LOAD);
  bytes.set(Buffer.from(`${interpreter}\0`, "latin1"), at);
  return bytes;
}
