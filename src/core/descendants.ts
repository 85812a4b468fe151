/** Owns the way to every descendant: kill(-1) as PID 1, a walk through /proc otherwise. */
import { ENOENT, ESRCH } from "./errno.ts";
import { EVERYBODY, Kernel } from "./kernel.ts";
import { ProcFile, SELF } from "./proc-file.ts";
import { SIGCONT } from "./signals.ts";

/** Walks at most; the last ones only matter to processes that fork while they are signalled. */
const WALK_LIMIT: i32 = 16;

/** Bits to remember PIDs by, which are told apart by their lowest 14 bits. */
const SEEN_BITS: i32 = 16384;

export class Descendants {
  private readonly kernel: Kernel;
  private readonly file: ProcFile;
  private readonly seen: Uint8Array;
  private self: i32 = 0;
  private child: i32 = 0;
  private result: i32 = 0;

  constructor(kernel: Kernel, file: ProcFile) {
    this.kernel = kernel;
    this.file = file;
    this.seen = new Uint8Array(SEEN_BITS >> 3);
  }

  /**
   * Sends `signal` to `child`, unless 0, which /proc may hide (proc(5), hidepid), and to all other
   * descendants, then SIGCONT if `continued` (no child is left), so that stopped ones can obey.
   * 0, or ESRCH when there was none, or EPERM when all refused it, or ENOENT when /proc is not this
   * PID namespace's.
   *
   * Parents are asked for (proc(5), stat), not children: the lists of children are only right while
   * nobody forks or ends. Walks are repeated until one meets nobody new.
   */
  send(signal: i32, continued: bool, child: i32): i32 {
    this.self = this.kernel.processId();
    if (this.self == 1) {
      const error = this.kernel.kill(EVERYBODY, signal);
      if (continued) this.kernel.kill(EVERYBODY, SIGCONT);
      return error;
    }
    if (this.ownEntry() != this.self) return -ENOENT;
    this.child = child;
    this.seen.fill(0);
    this.result = -ESRCH;
    for (let walk = 0; walk < WALK_LIMIT; walk++) {
      const met = this.walk(signal, continued, walk == 0);
      if (met < 0) return met;
      if (met == 0) break;
    }
    return this.result;
  }

  /** One walk through /proc, which lists in the order of PIDs: how many were new, or an errno. */
  private walk(signal: i32, continued: bool, isFirst: bool): i32 {
    let met = 0;
    let process = this.kernel.listProcesses(true);
    if (isFirst && process > 0 && this.child > 0) {
      this.result = this.kernel.kill(this.child, signal);
      met = 1;
    }
    for (; process > 0; process = this.kernel.listProcesses(false)) {
      if (process == this.child || !this.isDescendant(process)) continue;
      if (this.see(process) && !isFirst) continue;
      const error = this.kernel.kill(process, signal);
      if (error >= 0 || this.result == -ESRCH) this.result = error;
      if (continued) this.kernel.kill(process, SIGCONT);
      met++;
    }
    return process < 0 ? -ENOENT : met;
  }

  private isDescendant(process: i32): bool {
    let parent = this.parentOf(process);
    const child = this.child;
    while (parent > 1 && parent != this.self && parent != child) parent = this.parentOf(parent);
    return parent > 1;
  }

  private parentOf(process: i32): i32 {
    const at = this.file.readStat(process);
    return at > 0 ? this.file.numberAt(at + 4) : 0;
  }

  /**
   * The number that this process has in /proc, which may show another PID namespace, or nothing.
   */
  private ownEntry(): i32 {
    return this.file.read(SELF, "/stat") > 0 ? this.file.numberAt(0) : 0;
  }

  /** Remembers `process`; true when it was known. */
  private see(process: i32): bool {
    const at = (process & (SEEN_BITS - 1)) >> 3;
    const bit = 1 << (process & 7);
    const known = (this.seen[at] & bit) != 0;
    this.seen[at] |= bit as u8;
    return known;
  }
}
