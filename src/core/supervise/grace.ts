/** Owns the grace period: when it began, how long is left, and SIGKILL when it is over. */
import { ALL, GROUP, LEAVE } from "../command-line/choices.ts";
import { Options } from "../command-line/options.ts";
import * as messages from "../dialects/keys.ts";
import { EVERYBODY, FOREVER, Kernel } from "../kernel.ts";
import { isStop, SIGKILL } from "../linux/signals.ts";
import { Log } from "../messages/log.ts";
import { Forwarder } from "./forwarder.ts";

/** The grace period, in milliseconds, that --on-exit=stop has by itself. */
export const STOP_GRACE: i32 = 10000;

/** Milliseconds for those that --forward=all has told to stop, if the child ends before. */
const MOMENT: i32 = 1000;

/** Between two tries, for what was forked while it was being killed, and for slow deaths. */
const RETRY: i32 = 100;

/** 5 seconds of tries: what lives then hangs in the kernel, or forks faster than it is killed. */
const RETRY_LIMIT: i32 = 50;

export class Grace {
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  /** When the period began, or without one when the last stop signal was sent. */
  private began: i32 = 0;
  /** It did: a clock may well say 0. */
  private hasBegun: bool = false;
  /** `FOREVER` when none runs. */
  private period: i32 = FOREVER;
  private tries: i32 = 0;
  /** What runs is a moment, at whose end nobody is killed. */
  private isMoment: bool = false;

  constructor(kernel: Kernel, options: Options, log: Log, forwarder: Forwarder) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.forwarder = forwarder;
  }

  /**
   * `signal` came, and was forwarded as `sent`: either may be a stop signal. The moment of those
   * that the child has left behind counts from the last one, where no --grace ends it.
   */
  hear(signal: i32, sent: i32): void {
    if (!this.asksToStop(signal) && !this.asksToStop(sent)) return;
    if (this.isMoment && this.options.grace < 0) this.run(MOMENT);
    else this.begin(FOREVER);
  }

  /** What tsinit was started to ignore (nohup(1), a script's background job) asks for nothing. */
  private asksToStop(signal: i32): bool {
    return isStop(signal) && !this.kernel.isIgnored(signal);
  }

  /**
   * A stop signal was sent: it begins the period of --grace, or of `otherwise`, which may be
   * `FOREVER`. One that runs, or is over, is not begun again.
   */
  begin(otherwise: i32): void {
    if (this.period >= 0 || this.tries > 0) return;
    this.run(this.options.grace >= 0 ? this.options.grace : otherwise);
  }

  /** How long `Kernel.next` may wait. */
  left(): i32 {
    if (this.period < 0) return FOREVER;
    // 31 bits of milliseconds wrap after 24 days, so only the distance counts.
    const passed = (this.kernel.milliseconds() - this.began) & 0x7fffffff;
    return passed < this.period ? this.period - passed : 0;
  }

  /**
   * The child has ended, and those that were told to stop with it have what is left of a moment
   * since then, or of a shorter period: false when nothing is left, or nobody was told.
   */
  shorten(): bool {
    if (!this.hasBegun || this.tries > 0) return false;
    if (this.period < 0 || this.period > MOMENT) {
      this.isMoment = true;
      this.period = MOMENT;
    }
    return this.left() > 0;
  }

  /**
   * True when the period is over: SIGKILL goes to the target, with --on-exit to all that is left,
   * again and again, until it is gone; but nobody is killed when it was a moment.
   */
  killIfOver(): bool {
    if (this.left() != 0) return false;
    if (this.isMoment) return true;
    const isAll = this.options.onExit != LEAVE || this.options.target == ALL;
    const child = this.forwarder.child;
    const target = this.options.target == GROUP ? -child : child;
    this.forwarder.patience = FOREVER;
    if (this.tries == 0) this.log.say(messages.GRACE_OVER, 0, isAll ? EVERYBODY : target);
    if (isAll) this.forwarder.sendToAll(SIGKILL, false);
    else this.forwarder.send(SIGKILL);
    this.period = FOREVER;
    this.tries++;
    if (this.forwarder.isRefused) return true;
    if (this.tries < RETRY_LIMIT) this.run(RETRY);
    else this.log.say(messages.STILL_ALIVE);
    return true;
  }

  /** A period of so many milliseconds begins, or one of `FOREVER`. */
  private run(period: i32): void {
    this.period = period;
    this.hasBegun = true;
    this.began = this.kernel.milliseconds();
  }
}
