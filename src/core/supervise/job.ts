/** Owns job control: what a stop of the child's by the terminal means for tsinit itself. */

import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import { isTerminalStop, SIGCONT, SIGTSTP } from "../linux/signals.ts";
import { stopSignal } from "../linux/status.ts";
import { Log } from "../messages/log.ts";
import { Forwarder } from "./forwarder.ts";
import { Terminal } from "./terminal.ts";

export class Job {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly terminal: Terminal;
  private readonly forwarder: Forwarder;

  constructor(kernel: Kernel, log: Log, terminal: Terminal, forwarder: Forwarder) {
    this.kernel = kernel;
    this.log = log;
    this.terminal = terminal;
    this.forwarder = forwarder;
  }

  /**
   * Passes the terminal's stop on to tsinit's own group, for the shell above: true when it is to
   * last until SIGCONT. In an orphaned group the kernel discards it (setpgid(2)): the child is
   * continued for the same effect.
   */
  stop(status: i32): bool {
    const signal = stopSignal(status);
    const isStopped = this.kernel.stop(signal) != 0 || signal != SIGTSTP;
    if (!isStopped) this.forwarder.sendToGroup(SIGCONT);
    return isStopped;
  }

  /** Tells that the child was stopped (wait status `status`): true when the terminal did it. */
  hears(status: i32): bool {
    const signal = stopSignal(status);
    this.log.tell(messages.CHILD_STOP, signal, this.forwarder.child);
    return isTerminalStop(signal) && this.terminal.exists();
  }
}
