/** Owns the judgement of a signal that was taken: whether it is somebody's message, and which. */

import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import * as signals from "../linux/signals.ts";
import { Log } from "../messages/log.ts";
import { Parent } from "./parent.ts";
import { Terminal } from "./terminal.ts";

/** Nobody sent it. */
export const NOBODYS: i32 = 0;

export class Arrival {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly terminal: Terminal;
  private readonly parent: Parent;

  constructor(kernel: Kernel, log: Log, terminal: Terminal, parent: Parent) {
    this.kernel = kernel;
    this.log = log;
    this.terminal = terminal;
    this.parent = parent;
  }

  /** The signal that `taken`, which `Kernel.next` gave last, stands for, or `NOBODYS`. */
  meaningOf(taken: i32): i32 {
    // Not a word about it: a word would raise it again.
    if (this.isOfOwnWrite(taken)) return NOBODYS;
    const signal = this.parent.meaningOf(taken);
    this.log.tell(messages.TOOK, signal, this.kernel.signalSender());
    // The kernel raised a fault that is none of tsinit's, or tsinit would be gone.
    const isFault = signals.isFault(signal) && this.kernel.signalCode() > 0;
    if (isFault) this.log.tell(messages.DISCARDED, signal);
    else if (this.terminal.isHandOff(signal)) this.log.tell(messages.HAND_OFF, signal);
    else return signal;
    return NOBODYS;
  }

  /**
   * A write of tsinit's own raised it. Whoever sends a signal can name any sender with it, but not
   * together with `SI_USER` (rt_sigqueueinfo(2)).
   */
  private isOfOwnWrite(signal: i32): bool {
    return (
      signals.isOfWrite(signal) &&
      this.kernel.signalCode() == signals.SI_USER &&
      this.kernel.signalSender() == this.kernel.processId()
    );
  }
}
