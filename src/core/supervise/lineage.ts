/** Owns the question whether a process descends from this one, and how sure the answer is. */

import { Kernel } from "../kernel.ts";
import { EMFILE, ESRCH } from "../linux/errno.ts";
import { PARENT, ProcFile } from "../linux/proc-file.ts";

/** Sets of PIDs (`Kernel.noteProcess`): what this walk has looked at, and what of it is ours. */
const LOOKED_AT: i32 = 0;
const OURS: i32 = 1;

/** What `climb` says of a process that is none of ours. */
export const STRANGER: i32 = -1;

/** The parent of a process that has ended meanwhile. */
const GONE: i32 = -1;

/** Steps of one climb; no kernel has so many processes one below the other. */
const CLIMB_LIMIT: i32 = 65536;

/** How often one climb goes back for a new parent, when the one that it had found has ended. */
const RETURN_LIMIT: i32 = 4;

/** Steps of a second look, behind which the first one is believed. */
const LOOK_LIMIT: i32 = 8;

export class Lineage {
  /** Somebody ended while the way up was looked for: who is below may have been taken wrongly. */
  hasLost: bool = false;
  /** A file could not be read, for there was no descriptor left for it. */
  isCramped: bool = false;
  private readonly kernel: Kernel;
  private readonly file: ProcFile;
  private readonly way: Int32Array = new Int32Array(LOOK_LIMIT);
  private self: i32 = 0;
  private child: i32 = 0;

  constructor(kernel: Kernel, file: ProcFile) {
    this.kernel = kernel;
    this.file = file;
  }

  /** A walk begins: nothing is known but `self`, and `child` unless 0, which is its own. */
  begin(self: i32, child: i32): void {
    this.self = self;
    this.child = child;
    this.hasLost = false;
    this.isCramped = false;
    this.forget();
  }

  forget(): void {
    this.kernel.forgetProcesses(LOOKED_AT);
    this.kernel.forgetProcesses(OURS);
  }

  /**
   * How many steps above `process` somebody is known to be ours, 0 when it is itself, or
   * `STRANGER`. Each process is looked at once in a walk, so that a walk takes as long as there
   * are processes, however deep they are; and a circle of parents, which only a /proc that
   * somebody made can have, ends where it began.
   */
  climb(process: i32): i32 {
    let one = process;
    let below = 0;
    let steps = 0;
    let returns = 0;
    while (!this.isTop(one) && steps < CLIMB_LIMIT && this.kernel.noteProcess(LOOKED_AT, one)) {
      const parent = this.parentOf(one);
      if (parent == GONE && below > 0 && returns++ < RETURN_LIMIT) {
        one = this.parentOf(below);
      } else {
        below = one;
        one = parent;
        steps++;
      }
    }
    if (one == GONE && below != process) this.hasLost = true;
    return this.isOurs(one) ? steps : STRANGER;
  }

  /** `process` is ours. */
  add(process: i32): void {
    this.kernel.noteProcess(OURS, process);
  }

  /**
   * A second look, at who has the PID now: whether it is ours. A parent that is still the same one
   * behind all above it has been there throughout, for a process whose parent ends gets another at
   * once (exit(2)); so the way is read upwards, and but for the last step downwards again.
   */
  isStillOurs(process: i32): bool {
    const way = this.way;
    let length = 0;
    let one = process;
    do {
      one = this.parentOf(one);
      way[length++] = one;
    } while (!this.isTop(one) && length < LOOK_LIMIT);
    let fine = this.isOurs(one);
    for (let at = length - 2; fine && at >= 0; at--) {
      fine = this.parentOf(at > 0 ? way[at - 1] : process) == way[at];
    }
    if (!fine) this.hasLost = true;
    return fine;
  }

  /**
   * The parent of `process`, or `GONE`, or 0 when it is not to be had. What /proc hides (proc(5),
   * hidepid) a newer kernel tells of a descriptor.
   */
  parentOf(process: i32): i32 {
    const at = this.file.readStat(process);
    if (at > 0) return this.file.numberAt(at + PARENT);
    if (at == -EMFILE) this.isCramped = true;
    const handle = this.kernel.openProcess(process);
    if (handle < 0) return handle == -ESRCH ? GONE : 0;
    const parent = this.kernel.parentOf(handle);
    this.kernel.close(handle);
    return parent > 0 ? parent : parent == -ESRCH ? GONE : 0;
  }

  private isTop(process: i32): bool {
    return process <= 1 || process == this.self || process == this.child;
  }

  private isOurs(process: i32): bool {
    if (process <= 1) return false;
    return this.isTop(process) || this.kernel.isNoted(OURS, process);
  }
}
