/** Owns the life of the child: the states, the events, and what leads from one to the next. */
import { Forwarder } from "./forwarder.ts";
import { FOREVER, Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import { Options } from "./options.ts";
import { CHILD_ENDED, CHILD_LOST, CHILD_STOPPED, MORE, Reaper } from "./reaper.ts";
import {
  isFault,
  isForwardable,
  isTerminalStop,
  SIGCHLD,
  SIGCONT,
  SIGPIPE,
  SIGTSTP,
  SIGXFSZ,
} from "./signals.ts";
import { exitStatus, stopSignal } from "./status.ts";
import { Terminal } from "./terminal.ts";

// state   | a signal | SIGCONT                 | child stopped by terminal  | child ended
// RUNNING | forward  | give terminal, forward  | stop with it, then STOPPED | ENDED
// STOPPED | forward  | give terminal, continue | stop with it               | ENDED
//         |          | the group, then RUNNING |                            |
const RUNNING: i32 = 0;
const STOPPED: i32 = 1;
const ENDED: i32 = 2;

/** The exit status when the child's own cannot be had. */
const STATUS_LOST: i32 = 1;

export class Supervisor {
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private readonly reaper: Reaper;
  private readonly terminal: Terminal;
  private state: i32 = RUNNING;
  private child: i32 = 0;
  private self: i32 = 0;
  private status: i32 = 0;

  constructor(kernel: Kernel, options: Options, log: Log, terminal: Terminal) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.terminal = terminal;
    this.forwarder = new Forwarder(kernel, options, log);
    this.reaper = new Reaper(kernel, options, log);
  }

  /** `child` runs from here on. */
  begin(child: i32): void {
    this.self = this.kernel.processId();
    this.child = child;
    this.forwarder.child = child;
    this.reaper.child = child;
  }

  /** As if `signal` had been sent to tsinit. */
  forward(signal: i32): void {
    if (isForwardable(signal)) this.forwarder.forward(signal);
  }

  /** Takes signals until the child ends: the exit status, remapped. */
  run(): i32 {
    let left = false;
    while (this.state != ENDED) {
      const signal = this.kernel.next(left ? 0 : FOREVER);
      if (signal > 0 && signal != SIGCHLD) this.take(signal);
      if (signal == SIGCHLD || left) left = this.reap();
    }
    return this.options.remapped(this.status);
  }

  private take(signal: i32): void {
    const sender = this.kernel.signalSender();
    this.log.took(signal, sender);
    if (signal == SIGCONT) {
      this.terminal.give(this.child);
      if (this.state == STOPPED) {
        this.state = RUNNING;
        this.forwarder.sendToGroup(SIGCONT);
        return;
      }
    }
    if (!isForwardable(signal)) this.log.dropped(signal, "reserved");
    else if (this.isOurOwn(signal, sender)) this.log.dropped(signal, "raised by tsinit's own work");
    else this.forwarder.forward(signal);
  }

  /**
   * A fault that the kernel raised, or what a write to a closed or full stream raises: not
   * somebody's message.
   */
  private isOurOwn(signal: i32, sender: i32): bool {
    if (isFault(signal)) return this.kernel.signalCode() > 0;
    return (signal == SIGPIPE || signal == SIGXFSZ) && sender == this.self;
  }

  /** One pass of the reaper; true when there may be more to reap. */
  private reap(): bool {
    const news = this.reaper.pass();
    if (news == CHILD_ENDED) {
      this.status = exitStatus(this.reaper.status);
      this.log.ended(this.child, this.reaper.status);
      this.state = ENDED;
    } else if (news == CHILD_LOST) {
      this.status = STATUS_LOST;
      this.log.lost(this.child);
      this.state = ENDED;
    } else if (news == CHILD_STOPPED) {
      this.stop(stopSignal(this.reaper.status));
      return true;
    }
    return news == MORE;
  }

  /**
   * Job control's stop is passed on to tsinit's own group, so that the shell that started it gets
   * its prompt back. In an orphaned group no shell would ever continue the child, and there the
   * kernel discards such stops (POSIX, tcgetpgrp and `stty susp`); the child, whose group is not
   * orphaned because of tsinit, is continued for the same effect.
   */
  private stop(signal: i32): void {
    this.log.stopped(this.child, signal);
    if (!isTerminalStop(signal) || !this.terminal.exists()) return;
    this.state = STOPPED;
    if (this.kernel.stop(signal) == 0 && signal == SIGTSTP) {
      this.state = RUNNING;
      this.forwarder.sendToGroup(SIGCONT);
    }
  }
}
