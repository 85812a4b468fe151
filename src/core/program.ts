/**
 * Owns the answer to "why can this program not be run?", read off the errno and the file's first
 * bytes.
 */
import { Cursor } from "./cursor.ts";
import { EACCES, EISDIR, ENOENT, ENOEXEC, writeError, writeRow } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";
import { Log } from "./log.ts";

/** Exit statuses as a shell has them (POSIX, Shell Command Language 2.8.2). */
export const NOT_FOUND: i32 = 127;
export const NOT_RUNNABLE: i32 = 126;

/**
 * How much of the file is looked at: the kernel takes 256 bytes of a `#!` line, an interpreter's
 * name lies before 1024.
 */
const HEAD_LIMIT: i32 = 1024;

/** ELF machine numbers (e_machine, elf(5)) that a container image is built for. */
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

/** An ELF program header that names the interpreter (elf(5)). */
const PT_INTERP: i32 = 3;

export class Program {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly head: Uint8Array = new Uint8Array(HEAD_LIMIT);
  private length: i32 = 0;

  constructor(kernel: Kernel, log: Log) {
    this.kernel = kernel;
    this.log = log;
  }

  /**
   * Says why the program named at `name` could not be run (`errno` of execve(2)): the exit status
   * for that.
   */
  explain(name: Cursor, errno: i32): i32 {
    const log = this.log;
    log.cannotRun(name);
    const file = this.kernel.openProgram();
    if (file >= 0) {
      this.length = this.kernel.read(file, this.head, HEAD_LIMIT);
      this.kernel.close(file);
    }
    const missing = errno == ENOENT && file == -ENOENT;
    if (missing) this.writeMissing(name);
    else if (errno == EACCES && this.length == -EISDIR) log.line.text("is a directory");
    else if (errno == ENOENT) this.writeInterpreter();
    else if (errno == ENOEXEC) this.writeForeign();
    else writeError(log.line, errno);
    log.end();
    return missing ? NOT_FOUND : NOT_RUNNABLE;
  }

  /** execvp(3) looks a name up in PATH only if it holds no slash. */
  private writeMissing(name: Cursor): void {
    name.offset = 0;
    while (name.peek() > 0 && name.peek() != 0x2f) name.offset++;
    this.log.line.text("no such file");
    if (name.peek() == 0 && name.offset > 0) this.log.line.text(" in PATH");
  }

  /**
   * The file is there, so ENOENT was about its interpreter: of a `#!` line, of an ELF file, or the
   * shell.
   */
  private writeInterpreter(): void {
    const line = this.log.line;
    line.text("its interpreter \"");
    if (this.isElf()) {
      this.writeName(line, this.findInterpreter());
    } else if (this.at(0) == 0x23 && this.at(1) == 0x21) {
      let start = 2;
      while (this.at(start) == 0x20 || this.at(start) == 0x09) start++;
      this.writeName(line, start);
    } else {
      line.text("/bin/sh");
    }
    line.text("\" is missing");
  }

  private writeName(line: Line, start: i32): void {
    for (let i = start; this.at(i) > 0x20 || this.at(i) == 0x0d; i++) line.escaped(this.at(i));
  }

  private writeForeign(): void {
    const line = this.log.line;
    const machine = this.half(18);
    if (!this.isElf() || machine == this.kernel.machine()) {
      line.text("no \"#!\" and not a program");
      return;
    }
    line.text("built for another machine (");
    if (!writeRow(line, MACHINES, machine)) line.number(machine);
    line.byte(0x29);
  }

  private isElf(): bool {
    return this.at(0) == 0x7f && this.at(1) == 0x45 && this.at(2) == 0x4c && this.at(3) == 0x46;
  }

  /**
   * Where the name of an ELF file's interpreter is: program headers differ in 32-bit and 64-bit
   * files.
   */
  private findInterpreter(): i32 {
    const wide = this.at(4) == 2;
    let header = this.half(wide ? 32 : 28);
    for (let left = this.half(wide ? 56 : 44); left > 0; left--) {
      if (this.half(header) == PT_INTERP) return this.half(header + (wide ? 8 : 4));
      header += this.half(wide ? 54 : 42);
    }
    return HEAD_LIMIT;
  }

  /** Two bytes in the file's own byte order: enough for every number that is looked at here. */
  private half(at: i32): i32 {
    return this.at(5) == 2
      ? (this.at(at) << 8) | this.at(at + 1)
      : this.at(at) | (this.at(at + 1) << 8);
  }

  private at(index: i32): i32 {
    return index < this.length ? this.head[index] : 0;
  }
}
