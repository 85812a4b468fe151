/** Owns the grace period: when it began, how long is left, how often SIGKILL was tried after it. */
import { FOREVER, Kernel } from "./kernel.ts";

/** Between two tries, for what was forked while it was being killed, and for slow deaths. */
const RETRY: i32 = 100;

/** 5 seconds of tries: what lives then hangs in the kernel, or forks faster than it is killed. */
const RETRY_LIMIT: i32 = 50;

export class Clock {
  private readonly kernel: Kernel;
  private isRunning: bool = false;
  private began: i32 = 0;
  private period: i32 = 0;
  private tries: i32 = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Runs for `period` milliseconds, unless it runs, or has run out, already. */
  start(period: i32): void {
    if (!this.isRunning && this.tries == 0) this.run(period);
  }

  /** How long `Kernel.next` may wait. */
  left(): i32 {
    if (!this.isRunning) return FOREVER;
    // 31 bits of milliseconds wrap after 24 days, so only the distance counts.
    const passed = (this.kernel.milliseconds() - this.began) & 0x7fffffff;
    return passed < this.period ? this.period - passed : 0;
  }

  isOver(): bool {
    return this.isRunning && this.left() == 0;
  }

  /** Gives SIGKILL some time before the next try; false when it was the last one. */
  again(): bool {
    this.isRunning = false;
    this.tries++;
    if (this.tries < RETRY_LIMIT) this.run(RETRY);
    return this.isRunning;
  }

  private run(period: i32): void {
    this.isRunning = true;
    this.period = period;
    this.began = this.kernel.milliseconds();
  }
}
