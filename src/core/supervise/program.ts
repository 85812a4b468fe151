/**
 * Owns the answer to "why can this program not be run?", read off the errno and the file's head.
 */

import { TSINIT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import { EACCES, EISDIR, ENOENT, ENOEXEC } from "../linux/errno.ts";
import { Log } from "../messages/log.ts";
import {
  CARRIAGE_RETURN,
  DELETE,
  EXCLAMATION_MARK,
  HASH,
  SLASH,
  SPACE,
  TAB,
  UPPER_E,
  UPPER_F,
  UPPER_L,
} from "../text/characters.ts";
import { ARGUMENTS, Cursor } from "../text/cursor.ts";

/** Exit statuses as a shell has them (POSIX, Shell Command Language 2.8.2). */
export const NOT_FOUND: i32 = 127;
export const NOT_RUNNABLE: i32 = 126;

/**
 * How much of the file is looked at: the kernel takes 256 bytes of a `#!` line, an interpreter's
 * name lies before 1024.
 */
export const HEAD_LIMIT: i32 = 1024;

/** An ELF program header that names the interpreter (elf(5)). */
const PT_INTERP: i32 = 3;

export class Program {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly name: Cursor;
  private readonly head: Uint8Array;
  private length: i32 = 0;

  /** `head`, of `HEAD_LIMIT` bytes, is where the file is read into. */
  constructor(kernel: Kernel, log: Log, head: Uint8Array) {
    this.kernel = kernel;
    this.head = head;
    this.log = log;
    this.name = new Cursor(kernel);
  }

  /** Says why the program could not be run (`errno` of execve(2)): the exit status for that. */
  explain(errno: i32): i32 {
    const file = this.kernel.openProgram();
    if (file >= 0) {
      this.length = this.kernel.read(file, this.head, HEAD_LIMIT);
      this.kernel.close(file);
    }
    const isMissing = errno == ENOENT && file == -ENOENT;
    let key = messages.CANNOT_RUN;
    if (isMissing) key = this.isSearched() ? messages.NOT_IN_PATH : messages.NO_SUCH_FILE;
    else if (errno == EACCES && this.length == -EISDIR) key = messages.IS_A_DIRECTORY;
    else if (errno == ENOENT) key = this.findInterpreter();
    else if (errno == ENOEXEC) key = this.isForeign() ? messages.OTHER_MACHINE : messages.NO_FORMAT;
    if (this.log.dialect.kind != TSINIT) key = messages.CANNOT_RUN;
    const number = key == messages.OTHER_MACHINE ? this.half(18) : errno;
    this.log.say(key, 0, 0, number);
    return this.log.dialect.execStatus(errno, isMissing ? NOT_FOUND : NOT_RUNNABLE);
  }

  /** execvp(3) looks a name up in PATH only if it holds no slash. */
  private isSearched(): bool {
    const name = this.name;
    name.moveTo(ARGUMENTS, this.log.event.program, 0);
    while (name.peek() > 0 && name.peek() != SLASH) name.offset++;
    return name.peek() == 0 && name.offset > 0;
  }

  /** The file is there, so ENOENT was about its interpreter: of an ELF file, or of a `#!` line. */
  private findInterpreter(): i32 {
    const event = this.log.event;
    event.from = 0;
    if (this.isElf()) event.from = this.elfInterpreter();
    else if (this.at(0) == HASH && this.at(1) == EXCLAMATION_MARK) event.from = 2;
    if (this.length <= 0 || event.from >= HEAD_LIMIT) return messages.NAMELESS_INTERPRETER;
    if (event.from == 0) return messages.NO_SHELL;
    while (this.at(event.from) == SPACE || this.at(event.from) == TAB) event.from++;
    event.to = event.from;
    while (this.at(event.to) > SPACE || this.at(event.to) == CARRIAGE_RETURN) event.to++;
    return messages.NO_INTERPRETER;
  }

  private isForeign(): bool {
    return this.isElf() && this.half(18) != this.kernel.machine();
  }

  private isElf(): bool {
    const isMarked = this.at(0) == DELETE && this.at(1) == UPPER_E;
    return isMarked && this.at(2) == UPPER_L && this.at(3) == UPPER_F;
  }

  /**
   * Where the name of an ELF file's interpreter is: program headers differ in 32-bit and 64-bit
   * files.
   */
  private elfInterpreter(): i32 {
    const wide = this.at(4) == 2;
    let header = this.half(wide ? 32 : 28);
    for (let left = this.half(wide ? 56 : 44); left > 0; left--) {
      if (this.half(header) == PT_INTERP) return this.offset(header + (wide ? 8 : 4));
      header += this.half(wide ? 54 : 42);
    }
    return HEAD_LIMIT;
  }

  /** An offset of four bytes that lies within the head, or its end. */
  private offset(at: i32): i32 {
    const isBig = this.at(5) == 2;
    const upper = this.half(isBig ? at : at + 2);
    const lower = this.half(isBig ? at + 2 : at);
    return upper == 0 ? lower : HEAD_LIMIT;
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
