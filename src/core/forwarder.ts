/** Owns the choice of the target, and the sending. */
import { ESRCH } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { Options } from "./options.ts";

export class Forwarder {
  child: i32 = 0;
  /** The child is reaped: its PID may soon be another process's; only its group may be left. */
  childIsGone: bool = false;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;

  constructor(kernel: Kernel, options: Options, log: Log) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /** Sends what `signal` is rewritten to, if anything, to the target. Nothing here is fatal. */
  forward(signal: i32): void {
    const sent = this.options.rewritten(signal);
    if (sent != signal) this.log.say(messages.TRANSLATED, signal, 0, sent);
    if (sent == 0) this.log.say(messages.DROPPED, signal);
    else if (this.options.group) this.sendToGroup(sent);
    else this.send(sent);
  }

  /** The child leads its group unless setpgid(2) was refused: then the child alone must do. */
  sendToGroup(signal: i32): void {
    const error = this.kill(-this.child, signal);
    if (error == -ESRCH) this.send(signal);
    else this.report(signal, -this.child, error);
  }

  private send(signal: i32): void {
    const error = this.childIsGone ? 0 : this.kill(this.child, signal);
    this.report(signal, this.child, error);
  }

  /** kill(2) takes 0 and -1 for whole crowds: without a child there is nobody to send to. */
  private kill(target: i32, signal: i32): i32 {
    return this.child > 1 ? this.kernel.kill(target, signal) : 0;
  }

  private report(signal: i32, target: i32, error: i32): void {
    if (error < 0) this.log.say(messages.NOT_FORWARDED, signal, target, -error);
    else this.log.say(messages.FORWARDED, signal, target);
  }
}
