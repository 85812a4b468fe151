/** Owns waiting: every ended process is reaped, and the child's end or stop is told. */

import { Options } from "../command-line/options.ts";
import { DUMB_INIT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import { ANY_CHILD, Kernel } from "../kernel.ts";
import { ECHILD, ESRCH } from "../linux/errno.ts";
import { ProcFile } from "../linux/proc-file.ts";
import { hasEnded, killSignal, stopSignal } from "../linux/status.ts";
import { Log } from "../messages/log.ts";

/** What a pass found. */
export const DRAINED: i32 = 0;
export const MORE: i32 = 1;
export const CHILD_ENDED: i32 = 2;
export const CHILD_STOPPED: i32 = 3;
export const CHILD_LOST: i32 = 4;
export const ALL_GONE: i32 = 5;
export const REFUSED: i32 = 6;

/** Reaps in one pass, so that a flood of orphans cannot keep a signal waiting. */
const PASS_LIMIT: i32 = 64;

export class Reaper {
  child: i32 = 0;
  /** The wait status that came with `CHILD_ENDED` and `CHILD_STOPPED`. */
  status: i32 = 0;
  /** The child has ended, and its descendants are waited for. */
  private isWaiting: bool = false;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly file: ProcFile;

  constructor(kernel: Kernel, options: Options, log: Log, file: ProcFile) {
    this.file = file;
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /** Reaps until nothing is left, the child has news, or the pass is over. */
  pass(): i32 {
    for (let left = PASS_LIMIT; left > 0; left--) {
      const process = this.kernel.wait(this.options.warnOnReap ? this.lookAt() : ANY_CHILD);
      if (process == -ECHILD) return this.nobodyLeft();
      if (process <= 0) return process < 0 ? REFUSED : DRAINED;
      const status = this.kernel.waitStatus();
      const isChild = process == this.child;
      if (hasEnded(status)) this.tell(process, isChild, status);
      if (!isChild) continue;
      this.status = status;
      if (hasEnded(status)) return CHILD_ENDED;
      if (stopSignal(status) != 0) return CHILD_STOPPED;
    }
    return MORE;
  }

  /** The child is stopped, which no pass has told yet; or its end is told, as by a pass. */
  ask(): i32 {
    const process = this.kernel.wait(this.child);
    if (process != this.child) return DRAINED;
    this.status = this.kernel.waitStatus();
    if (!hasEnded(this.status)) return stopSignal(this.status) != 0 ? CHILD_STOPPED : DRAINED;
    this.tell(process, true, this.status);
    return CHILD_ENDED;
  }

  /** Most of this is not said in most dialects; in a flood, silence must cost nothing. */
  tell(process: i32, isChild: bool, status: i32): void {
    const log = this.log;
    if (log.isQuiet() && !this.options.warnOnReap) return;
    const signal = killSignal(status);
    log.tell(messages.REAPED, 0, process);
    if (!isChild || log.dialect.kind == DUMB_INIT) {
      const key = signal > 0 ? messages.REAPED_KILLED : messages.REAPED_ENDED;
      log.say(key, signal, process, status);
    }
    if (isChild) return;
    const key = this.options.warnOnReap ? messages.ORPHAN_NAMED : messages.ORPHAN;
    log.say(key, signal, process, status);
  }

  /** What the originals say when they end. */
  tellOfLast(status: i32): void {
    if (this.log.isQuiet()) return;
    this.log.say(this.kernel.peek() < 0 ? messages.NO_CHILD : messages.NOTHING_TO_REAP);
    this.log.say(messages.EXITING, 0, 0, status);
  }

  /** The child is reaped; from here on its PID may be another process's. */
  forgetChild(): void {
    this.child = 0;
    this.isWaiting = true;
  }

  /**
   * ECHILD while the child should live means that somebody else took its status, or that waiting
   * is refused.
   */
  private nobodyLeft(): i32 {
    if (this.isWaiting) return ALL_GONE;
    if (this.child == 0) return DRAINED;
    return this.kernel.kill(this.child, 0) == -ESRCH ? CHILD_LOST : REFUSED;
  }

  /**
   * Reads the command of the process that is to be reaped next; afterwards /proc knows it no more.
   */
  private lookAt(): i32 {
    const event = this.log.event;
    event.from = 0;
    event.to = 0;
    const process = this.kernel.peek();
    if (process <= 0 || process == this.child) return ANY_CHILD;
    // By its number in another PID namespace's /proc it would get another's name.
    if (this.file.isOwn()) event.to = this.file.read(process, "/comm") - 1;
    return process;
  }
}
