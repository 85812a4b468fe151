/** Owns the grace period: when it began, how long is left, and SIGKILL when it is over. */
import { EVERYBODY } from "./descendants.ts";
import { Forwarder } from "./forwarder.ts";
import { FOREVER, Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { ALL, GROUP, LEAVE, NO_GRACE, Options } from "./options.ts";
import { SIGKILL } from "./signals.ts";

/** The grace period, in milliseconds, that --on-exit=stop has by itself. */
export const STOP_GRACE: i32 = 10000;

/** What --forward=all has told to stop has so many milliseconds after the child's end. */
export const TOLD_GRACE: i32 = 1000;

/** Between two tries, for what was forked while it was being killed, and for slow deaths. */
const RETRY: i32 = 100;

/** 5 seconds of tries: what lives then hangs in the kernel, or forks faster than it is killed. */
const RETRY_LIMIT: i32 = 50;

export class Grace {
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private isRunning: bool = false;
  private began: i32 = 0;
  private period: i32 = 0;
  private tries: i32 = 0;

  constructor(kernel: Kernel, options: Options, log: Log, forwarder: Forwarder) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.forwarder = forwarder;
  }

  /**
   * Begins the period of --grace, or of `otherwise`; one that runs, or is over, is not begun again.
   */
  begin(otherwise: i32): void {
    const period = this.options.grace >= 0 ? this.options.grace : otherwise;
    if (period != NO_GRACE && !this.isRunning && this.tries == 0) this.run(period);
  }

  /** How long `Kernel.next` may wait. */
  left(): i32 {
    if (!this.isRunning) return FOREVER;
    // 31 bits of milliseconds wrap after 24 days, so only the distance counts.
    const passed = (this.kernel.milliseconds() - this.began) & 0x7fffffff;
    return passed < this.period ? this.period - passed : 0;
  }

  /**
   * SIGKILL to the target, with --on-exit to all that is left; again and again, until it is gone.
   */
  killIfOver(): void {
    if (!this.isRunning || this.left() > 0) return;
    const isAll = this.options.onExit != LEAVE || this.options.target == ALL;
    const child = this.forwarder.child;
    const target = this.options.target == GROUP ? -child : child;
    if (this.tries == 0) this.log.say(messages.GRACE_OVER, 0, isAll ? EVERYBODY : target);
    if (isAll) this.forwarder.sendToAll(SIGKILL, false);
    else this.forwarder.send(SIGKILL);
    this.isRunning = false;
    this.tries++;
    if (this.forwarder.isRefused) return;
    if (this.tries < RETRY_LIMIT) this.run(RETRY);
    else this.log.say(messages.STILL_ALIVE);
  }

  /** Begins a period of so many milliseconds. */
  run(period: i32): void {
    this.isRunning = true;
    this.period = period;
    this.began = this.kernel.milliseconds();
  }
}
