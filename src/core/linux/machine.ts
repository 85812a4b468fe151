/** Owns the names of machines that a container image is built for. */
import { Line } from "../text/line.ts";
import { findNumber, writeRest } from "../text/table.ts";

/** A row a machine: its ELF number (e_machine, elf(5)), a space, its name. */
const MACHINES: string =
  "3 i386\n" +
  "8 mips\n" +
  "20 ppc\n" +
  "21 ppc64\n" +
  "22 s390x\n" +
  "40 arm\n" +
  "62 x86-64\n" +
  "183 aarch64\n" +
  "243 riscv\n" +
  "258 loongarch\n";

/** Writes the machine's name, or its number when it has none here. */
export function writeMachine(line: Line, machine: i32): void {
  const at = findNumber(MACHINES, machine);
  if (at < 0) line.number(machine);
  else writeRest(line, MACHINES, at);
}
