/** Owns the choice of the target, and the sending. */
import { ESRCH } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import { Options } from "./options.ts";

export class Forwarder {
  child: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;

  constructor(kernel: Kernel, options: Options, log: Log) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /**
   * Sends what `signal` is rewritten to, if anything, to the target. Nothing that goes wrong is
   * fatal.
   */
  forward(signal: i32): void {
    const sent = this.options.rewritten(signal);
    if (sent == 0) this.log.dropped(signal, "rewritten to 0");
    else if (this.options.group) this.sendToGroup(sent);
    else this.send(sent, this.child);
  }

  /**
   * The child is its group's leader unless setpgid(2) was refused: then the child alone must do.
   */
  sendToGroup(signal: i32): void {
    const error = this.kernel.kill(-this.child, signal);
    if (error == -ESRCH) this.send(signal, this.child);
    else this.report(signal, -this.child, error);
  }

  private send(signal: i32, target: i32): void {
    this.report(signal, target, this.kernel.kill(target, signal));
  }

  private report(signal: i32, target: i32, error: i32): void {
    if (error < 0) this.log.notForwarded(signal, target, -error);
    else this.log.forwarded(signal, target);
  }
}
