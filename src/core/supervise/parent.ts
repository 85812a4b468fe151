/** Owns the watch over tsinit's own parent: whether it still lives, and what its end stands for. */

import { Options } from "../command-line/options.ts";
import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import { Log } from "../messages/log.ts";

export class Parent {
  /** Its PID as last known, 0 when it is in another PID namespace. */
  private process: i32 = 0;
  /** What the kernel tells of its end by; 0: by nothing, or by the parent-death signal itself. */
  private notice: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;

  constructor(kernel: Kernel, options: Options, log: Log) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /** Looks who the parent is, before anything else. */
  note(): void {
    this.process = this.kernel.parentId();
  }

  /**
   * Has the kernel tell of the parent's end, if that is asked for: true when it has ended since
   * `note`.
   */
  watch(): bool {
    const signal = this.options.parentDeathSignal;
    if (signal == 0) return false;
    this.notice = this.kernel.reservedSignal();
    const error = this.kernel.setParentDeathSignal(this.notice > 0 ? this.notice : signal);
    if (error < 0) this.log.say(messages.NO_DEATH_SIGNAL, 0, 0, -error);
    return this.isAnother();
  }

  /**
   * The signal that `taken` stands for: the parent-death signal when it tells of the parent's end.
   * The kernel tells of the end of the thread that started tsinit in the same way
   * (PR_SET_PDEATHSIG(2const)), after which the parent is still the same. One in another PID
   * namespace has no number to look at: of that the notice has to be believed.
   */
  meaningOf(taken: i32): i32 {
    if (this.notice == 0 || taken != this.notice) return taken;
    const isOutside = this.process == 0 && this.kernel.signalSender() == 0;
    return this.isAnother() || isOutside ? this.options.parentDeathSignal : taken;
  }

  /** The parent has ended, and this process has another one, whose end would be told too. */
  private isAnother(): bool {
    const process = this.kernel.parentId();
    const isAnother = process != this.process;
    this.process = process;
    return isAnother;
  }
}
