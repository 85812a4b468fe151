/** Owns how many PIDs are in use, of how many: in this cgroup (cgroups(7)), or in the system. */

import { Kernel } from "../kernel.ts";
import { ProcFile, UNKNOWN } from "../linux/proc-file.ts";
import { CHUNK, Words } from "../linux/words.ts";
import { Log } from "../messages/log.ts";
import { BACKSLASH, COMMA, NEWLINE, SLASH, SPACE, ZERO } from "../text/characters.ts";
import { Line } from "../text/line.ts";

export class Pids {
  current: i32 = UNKNOWN;
  limit: i32 = UNKNOWN;
  private readonly line: Line;
  private readonly file: ProcFile;
  private readonly words: Words;
  /** How long the mount point is, and the path in the hierarchy that is mounted there. */
  private mountLength: i32 = 0;
  private rootLength: i32 = 0;

  constructor(kernel: Kernel, log: Log, file: ProcFile) {
    this.line = log.line;
    this.file = file;
    this.words = new Words(kernel, file);
  }

  /**
   * Asks the nearest cgroup with a limit at or above this process's own (cgroups(7)), of v1 if
   * the controller is there, or else of v2; without one the system as a whole.
   */
  measure(): void {
    const isV1 = this.findMount("cgroup", "pids");
    if (isV1 || this.findMount("cgroup2", "")) {
      this.appendOwnPath(isV1 ? "pids" : "");
      this.climb();
    }
    this.line.length = 0;
    if (this.limit >= 0) return;
    if (this.file.readPlain("/proc/loadavg") > 0) this.current = this.countAll();
    if (this.file.readPlain("/proc/sys/kernel/pid_max") > 0) this.limit = this.file.countAt(0);
  }

  /** Behind the first slash (proc(5), loadavg). At least one lives: some sandboxes say 0. */
  private countAll(): i32 {
    const bytes = this.file.bytes;
    let at = 0;
    while (bytes[at] != SLASH && bytes[at] != 0) at++;
    const count = bytes[at] == SLASH ? this.file.countAt(at + 1) : UNKNOWN;
    return count > 0 ? count : UNKNOWN;
  }

  /**
   * Finds a file system of this type, with this option if there is one to find: where it is mounted
   * comes into the line, and which part of it that is, behind the chunk (proc(5), mountinfo).
   */
  private findMount(type: string, option: string): bool {
    const words = this.words;
    let found = false;
    if (!words.begin("/proc/self/mountinfo")) return false;
    // Its number, that of the mount above it, and two of its device.
    while (!found && words.skip(4)) {
      this.takeRoot();
      this.takeMountPoint();
      while (!words.take("-") && words.stop > NEWLINE) {}
      found = words.take(type);
      if (!words.takeLine(option)) found = false;
    }
    words.end();
    return found;
  }

  private takeRoot(): void {
    let length = 0;
    for (let byte = this.words.next(); byte > SPACE; byte = this.words.next()) {
      if (length < CHUNK - 32) this.file.bytes[CHUNK + length++] = byte as u8;
    }
    this.rootLength = length > 1 ? length : 0;
  }

  /** Blanks and backslashes in a mount point are three octal digits behind a backslash. */
  private takeMountPoint(): void {
    const line = this.line;
    line.length = 0;
    for (let byte = this.words.next(); byte > SPACE; byte = this.words.next()) {
      if (byte == BACKSLASH) {
        byte = 0;
        for (let i = 0; i < 3; i++) byte = byte * 8 + this.words.next() - ZERO;
      }
      line.byte(byte);
    }
    this.mountLength = line.length;
  }

  /** Appends to the mount point where this process's cgroup is below it, if it is. */
  private appendOwnPath(controller: string): void {
    const words = this.words;
    if (!words.begin("/proc/self/cgroup")) return;
    // The hierarchy's number, its controllers, the path in it.
    while (words.skip(1)) {
      let found = words.take(controller);
      while (words.stop == COMMA) if (words.take(controller)) found = true;
      if (found) {
        this.takePath();
        break;
      }
      words.takeLine("");
    }
    words.end();
  }

  private takePath(): void {
    const line = this.line;
    let at = 0;
    for (let byte = this.words.next(); byte > NEWLINE; byte = this.words.next()) {
      if (at >= this.rootLength) {
        line.byte(byte);
      } else if (this.file.bytes[CHUNK + at] != byte) {
        line.length = this.mountLength;
        return;
      }
      at++;
    }
  }

  /** Looks for a limit here and in the cgroups above, up to the mount point. */
  private climb(): void {
    const line = this.line;
    for (;;) {
      this.limit = this.numberIn("/pids.max");
      if (this.limit >= 0) this.current = this.numberIn("/pids.current");
      // Who asks is in it, if nothing else can be read.
      if (this.limit >= 0 || line.length <= this.mountLength) return;
      do line.length--;
      while (line.length > this.mountLength && line.bytes[line.length] != SLASH);
    }
  }

  /** The number in the file `name` of the cgroup in the line, or `UNKNOWN`. */
  private numberIn(name: string): i32 {
    const line = this.line;
    const length = line.length;
    line.text(name);
    const read = this.file.readPath(0);
    line.length = length;
    return read > 0 ? this.file.countAt(0) : UNKNOWN;
  }
}
