/** Owns the end of the child: its status, and what is done about those that outlive it. */
import { ALL, LEAVE, STOP } from "../command-line/choices.ts";
import { Options } from "../command-line/options.ts";
import { DUMB_INIT, TSINIT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import { SIGTERM } from "../linux/signals.ts";
import { killSignal } from "../linux/status.ts";
import { Log } from "../messages/log.ts";
import { Forwarder } from "./forwarder.ts";
import { Grace, STOP_GRACE } from "./grace.ts";
import { Reaper } from "./reaper.ts";
import { ENDED, TOLD, WAITING } from "./states.ts";
import { Terminal } from "./terminal.ts";

export class Ending {
  /** The exit status in the end, before it is remapped. */
  status: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private readonly reaper: Reaper;
  private readonly grace: Grace;
  private readonly terminal: Terminal;

  constructor(
    kernel: Kernel,
    options: Options,
    log: Log,
    forwarder: Forwarder,
    reaper: Reaper,
    grace: Grace,
    terminal: Terminal,
  ) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.forwarder = forwarder;
    this.reaper = reaper;
    this.grace = grace;
    this.terminal = terminal;
  }

  /**
   * The child has ended; what outlives it is left, waited for, or stopped: the state that this
   * leads to.
   */
  end(status: i32): i32 {
    const child = this.forwarder.child;
    const signal = killSignal(this.reaper.status);
    const key = signal > 0 ? messages.KILLED : messages.ENDED;
    this.log.tell(key, signal, child, this.reaper.status);
    this.status = status;
    this.forwarder.childIsGone = true;
    const isLeft = this.options.onExit == LEAVE;
    if (isLeft && this.log.dialect.kind == DUMB_INIT) this.forwarder.forward(SIGTERM);
    if (isLeft && (this.options.target != ALL || !this.grace.shorten())) {
      this.reaper.tellOfLast(status);
      return ENDED;
    }
    this.log.tell(messages.WAITING, 0, child);
    this.terminal.takeBack(child);
    this.forwarder.isWaiting = true;
    this.reaper.forgetChild();
    if (this.options.onExit == STOP) {
      this.forwarder.sendToAll(SIGTERM, true);
      this.grace.begin(STOP_GRACE);
    }
    return isLeft ? TOLD : WAITING;
  }

  /** To tini and dumb-init, a program that could not be run is a child that ended with `status`. */
  fail(status: i32): i32 {
    if (this.log.dialect.kind == TSINIT) return status;
    if (this.log.isQuiet()) return this.options.remaps.get(status);
    const self = this.kernel.processId();
    this.log.tell(messages.STARTED, 0, self);
    this.log.tell(messages.TOOK_CHILD);
    this.reaper.tell(self, true, status << 8);
    this.reaper.status = status << 8;
    this.end(status);
    return this.options.remaps.get(status);
  }
}
