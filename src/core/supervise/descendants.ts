/** Owns the way to every descendant: kill(-1) as PID 1, a walk through /proc otherwise. */

import { EVERYBODY, Kernel } from "../kernel.ts";
import { EIO, EMFILE, ENOENT, ENOSYS, ESRCH, ETIME } from "../linux/errno.ts";
import { ProcFile } from "../linux/proc-file.ts";
import { ProcList } from "../linux/proc-list.ts";
import { SIGCONT } from "../linux/signals.ts";
import { Lineage, STRANGER } from "./lineage.ts";

/** Walks at most; the last ones only matter to processes that fork while they are signalled. */
const WALK_LIMIT: i32 = 16;

/** Walks at most that meet nobody new, after one that may have missed somebody. */
const SPARE_WALKS: i32 = 3;

/** Milliseconds for all walks of one signal, however many processes there are of others. */
const TIME_LIMIT: i32 = 1000;

/** The least that a signal gets, though its time be up: a walk through thousands of processes. */
const TIME_LEAST: i32 = 100;

/** A set of PIDs (`Kernel.noteProcess`): who has got the signal. */
const REACHED: i32 = 2;

export class Descendants {
  private readonly kernel: Kernel;
  private readonly file: ProcFile;
  private readonly list: ProcList;
  private readonly lineage: Lineage;
  private self: i32 = 0;
  private child: i32 = 0;
  private signal: i32 = 0;
  /** SIGCONT follows to each. */
  private isContinued: bool = false;
  private began: i32 = 0;
  private patience: i32 = 0;
  /** What this walk has sent. */
  private met: i32 = 0;
  private result: i32 = 0;

  constructor(kernel: Kernel, file: ProcFile) {
    this.kernel = kernel;
    this.file = file;
    this.list = new ProcList(kernel);
    this.lineage = new Lineage(kernel, file);
  }

  /**
   * Sends `signal` to `child`, unless 0, which /proc may hide (proc(5), hidepid), and to all other
   * descendants, then SIGCONT if `isContinued` (no child is left), so that stopped ones can obey.
   * It takes about `patience` milliseconds at most (below 0: as many as any signal may).
   *
   * 0, or ESRCH when there was none, or EPERM when all refused it. ENOENT when /proc is not there
   * or not this PID namespace's, and nobody has got it; ETIME, EMFILE or EIO when some have, and
   * what is left could not be found.
   *
   * Parents are asked for (proc(5), stat), not children: the lists of children are only right while
   * nobody forks or ends. Walks are repeated until one meets nobody new.
   */
  send(signal: i32, isContinued: bool, child: i32, patience: i32): i32 {
    this.self = this.kernel.processId();
    if (this.self == 1) {
      const error = this.kernel.kill(EVERYBODY, signal);
      if (isContinued) this.kernel.kill(EVERYBODY, SIGCONT);
      return error;
    }
    if (!this.file.isOwn()) return -ENOENT;
    this.signal = signal;
    this.isContinued = isContinued;
    this.child = child;
    this.began = this.kernel.milliseconds();
    this.patience = patience < 0 || patience > TIME_LIMIT ? TIME_LIMIT : patience;
    if (this.patience < TIME_LEAST) this.patience = TIME_LEAST;
    this.result = -ESRCH;
    this.kernel.forgetProcesses(REACHED);
    const error = this.walkAgainAndAgain();
    const hasReached = this.result != -ESRCH;
    this.kernel.forgetProcesses(REACHED);
    this.lineage.forget();
    if (error == 0) return this.result;
    return hasReached ? error : -ENOENT;
  }

  /** 0 when at least one walk came to its end, or the errno that the last one ended with. */
  private walkAgainAndAgain(): i32 {
    let isComplete = false;
    let error = 0;
    let spare = SPARE_WALKS;
    for (let walk = 0; walk < WALK_LIMIT; walk++) {
      error = this.walk();
      if (error == 0) isComplete = true;
      if (error == -ETIME) break;
      if (this.met > 0) continue;
      if ((error == 0 && !this.lineage.hasLost) || --spare < 0) break;
    }
    return isComplete ? 0 : error;
  }

  /** One walk through /proc, which lists in the order of PIDs: 0, or an errno. */
  private walk(): i32 {
    const list = this.list;
    const child = this.child;
    this.met = 0;
    this.lineage.begin(this.self, child);
    let process = list.first();
    if (process == 0) return -EIO;
    if (child > 0 && !this.kernel.isNoted(REACHED, child)) this.tell(child, -ENOSYS);
    for (; process > 0; process = list.next()) {
      if (process != this.self && process != this.child) this.look(process);
      if (this.isLate()) {
        list.stop();
        return -ETIME;
      }
    }
    if (list.error != 0) return -EIO;
    return this.lineage.isCramped ? -EMFILE : 0;
  }

  private isLate(): bool {
    return ((this.kernel.milliseconds() - this.began) & 0x7fffffff) >= this.patience;
  }

  private look(process: i32): void {
    const steps = this.lineage.climb(process);
    if (steps == STRANGER) return;
    this.goUp(process, steps, false);
    this.goUp(process, steps, true);
  }

  /**
   * Goes the way up from `process` again: all on it are ours, or get the signal, once it is known
   * that they are. /proc may hide one (proc(5), hidepid), which then has no turn of its own.
   */
  private goUp(process: i32, steps: i32, isSending: bool): void {
    let one = process;
    do {
      if (isSending) this.reach(one);
      else this.lineage.add(one);
      if (--steps > 0) one = this.lineage.parentOf(one);
    } while (steps > 0 && one > 1 && one != this.self && one != this.child);
  }

  /**
   * Sends the signal unless `process` has got it. Between a look and kill(2) a PID may change
   * hands, so the process is held first, and looked at then; where it cannot be held (before Linux
   * 5.3), the look is the last thing before kill.
   */
  private reach(process: i32): void {
    const kernel = this.kernel;
    const lineage = this.lineage;
    if (kernel.isNoted(REACHED, process)) return;
    let handle = kernel.openProcess(process);
    if (handle == -ESRCH) return;
    const wasCramped = lineage.isCramped;
    let isOurs = lineage.isStillOurs(process);
    if (!isOurs && handle >= 0 && lineage.isCramped && !wasCramped) {
      // There is one descriptor less than it takes to hold a process and to read a file.
      kernel.close(handle);
      handle = -EMFILE;
      lineage.isCramped = false;
      isOurs = lineage.isStillOurs(process);
    }
    if (isOurs) this.tell(process, handle);
    if (handle >= 0) kernel.close(handle);
  }

  /** Sends the signal to `process`, by its descriptor `handle` where that is one. */
  private tell(process: i32, handle: i32): void {
    this.kernel.noteProcess(REACHED, process);
    this.met++;
    const error = this.sendTo(process, handle, this.signal);
    if (error >= 0 || this.result == -ESRCH) this.result = error;
    if (this.isContinued) this.sendTo(process, handle, SIGCONT);
  }

  /** A sandbox may know pidfd_open(2) and refuse pidfd_send_signal(2). */
  private sendTo(process: i32, handle: i32, signal: i32): i32 {
    let error = handle >= 0 ? this.kernel.signalProcess(handle, signal) : -ENOSYS;
    if (error < 0 && error != -ESRCH) error = this.kernel.kill(process, signal);
    return error;
  }
}
