/** Owns the life of the child: the states, the events, and what leads from one to the next. */
import { Arrival, NOBODYS } from "./arrival.ts";
import { Descendants } from "./descendants.ts";
import { DUMB_INIT, TSINIT } from "./dialect.ts";
import { Forwarder } from "./forwarder.ts";
import { Grace, STOP_GRACE } from "./grace.ts";
import { Job } from "./job.ts";
import { FOREVER, Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { ALL, LEAVE, Options, STOP } from "./options.ts";
import { Parent } from "./parent.ts";
import { ProcFile } from "./proc-file.ts";
import * as reaper from "./reaper.ts";
import * as signals from "./signals.ts";
import { exitStatus, FAILED, killSignal } from "./status.ts";
import { Terminal } from "./terminal.ts";

// state   | a signal       | SIGCONT                 | child stopped by terminal  | child ended
// RUNNING | forward        | give terminal, forward  | stop with it, then STOPPED | ENDED
// STOPPED | forward        | give terminal, continue | stop with it               | ENDED
//         |                | the group, then RUNNING |                            |
// PAUSED  | TERM, INT: end | drop                    | (there is no child)        |
// WAITING | forward        | forward                 | (the child has ended)      |
// The child's end leads to WAITING first with --on-exit=wait or stop, until no descendant is left;
// a moment after a stop signal to all to TOLD, which lasts for the rest of the moment, or until
// SIGKILL, which ends grace periods.
const RUNNING: i32 = 0;
const STOPPED: i32 = 1;
const PAUSED: i32 = 2;
const WAITING: i32 = 3;
const TOLD: i32 = 4;
const ENDED: i32 = 5;

/** Milliseconds until a wait that was refused is tried again. */
const RETRY: i32 = 100;

export class Supervisor {
  child: i32 = 0;
  /** The exit status in the end, before it is remapped. */
  status: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private readonly reaper: reaper.Reaper;
  private readonly grace: Grace;
  private readonly terminal: Terminal;
  private readonly job: Job;
  private readonly arrival: Arrival;
  private state: i32 = PAUSED;
  private limit: i32 = FOREVER;

  constructor(kernel: Kernel, options: Options, log: Log, terminal: Terminal, parent: Parent,
              file: ProcFile, descendants: Descendants) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.terminal = terminal;
    this.arrival = new Arrival(kernel, log, terminal, parent);
    const forwarder = new Forwarder(kernel, options, log, descendants);
    this.forwarder = forwarder;
    this.reaper = new reaper.Reaper(kernel, options, log, file);
    this.grace = new Grace(kernel, options, log, forwarder);
    this.job = new Job(kernel, log, terminal, forwarder);
  }

  /** Reaps what another program left when it became tsinit: too early for a SIGCHLD. */
  reapInherited(): void {
    while (this.reaper.pass() == reaper.MORE) {}
  }

  /** `child` runs from here on. */
  begin(child: i32): void {
    this.state = RUNNING;
    this.child = child;
    this.forwarder.child = child;
    this.reaper.child = child;
  }

  /** A signal that somebody sent, or that is to count as sent; `NOBODYS` is none. */
  handle(signal: i32): void {
    if (signal == NOBODYS) return;
    // What the parent's death stands for may be a signal that cannot be caught.
    if (!signals.isSignal(signal) || signal == signals.SIGCHLD) {
      this.log.tell(messages.DISCARDED, signal);
    } else if (this.state == PAUSED) {
      if (this.endsPause(signal)) this.state = ENDED;
    } else {
      this.pass(signal);
    }
  }

  private endsPause(signal: i32): bool {
    if (signal == signals.SIGKILL) return true;
    if (signal != signals.SIGTERM && signal != signals.SIGINT) return false;
    return this.log.dialect.kind != TSINIT || !this.kernel.isIgnored(signal);
  }

  isOver(): bool {
    return this.state == ENDED;
  }

  /** How long the next signal may be waited for (`Kernel.next`). */
  patience(): i32 {
    return this.limit >= 0 ? this.limit : this.grace.left();
  }

  /**
   * Does what the signal asks for that was taken; 0, when none came in time. Whatever it was, what
   * has ended is reaped: a flood of other signals must not hide it, and where a wait was cut short
   * nothing else would tell of it.
   */
  step(signal: i32): void {
    this.forwarder.patience = this.grace.left();
    if (signal == signals.SIGCHLD) this.log.tell(messages.TOOK_CHILD);
    else if (signal > 0) this.handle(this.arrival.meaningOf(signal));
    if (this.state != ENDED) this.limit = this.reap();
    if (this.state != ENDED && this.grace.killIfOver() && this.state == TOLD) this.state = ENDED;
    if (signal > 0 && this.limit < 0) this.log.tell(messages.NOTHING_TO_REAP);
  }

  private pass(signal: i32): void {
    if (signal == signals.SIGCONT && this.resume()) return;
    const sent = this.forwarder.forward(signal);
    if (sent != 0) this.grace.hear(signal, sent);
    if (signals.isTerminalStop(signal) && this.log.dialect.kind == DUMB_INIT) {
      this.log.tell(messages.SUSPENDED);
      this.kernel.stop(signals.SIGSTOP);
    }
  }

  /**
   * After a SIGCONT both run: true when that is all there is to it. A stop of the child's that no
   * pass has told yet came before it, and is not passed on.
   */
  private resume(): bool {
    if (this.state == RUNNING) {
      const news = this.reaper.ask();
      const status = this.reaper.status;
      if (news == reaper.CHILD_ENDED) this.end(exitStatus(status));
      else if (news == reaper.CHILD_STOPPED && this.job.hears(status)) this.state = STOPPED;
    }
    if (this.state == ENDED) return true;
    if (this.state < WAITING) this.terminal.give(this.child);
    if (this.state != STOPPED) return false;
    this.state = RUNNING;
    this.forwarder.sendToGroup(signals.SIGCONT);
    return true;
  }

  /** One pass of the reaper: how long to wait before the next one. */
  private reap(): i32 {
    const news = this.reaper.pass();
    if (news == reaper.CHILD_ENDED) {
      this.end(exitStatus(this.reaper.status));
    } else if (news == reaper.CHILD_LOST) {
      this.log.say(messages.LOST, 0, this.child);
      this.end(FAILED);
    } else if (news == reaper.ALL_GONE) {
      this.state = ENDED;
    } else if (news == reaper.CHILD_STOPPED && this.job.hears(this.reaper.status)) {
      this.state = this.job.stop(this.reaper.status) ? STOPPED : RUNNING;
    }
    if (news == reaper.REFUSED) return RETRY;
    return news == reaper.DRAINED ? FOREVER : 0;
  }

  /** The child has ended; what outlives it is left, waited for, or stopped. */
  private end(status: i32): void {
    const signal = killSignal(this.reaper.status);
    const key = signal > 0 ? messages.KILLED : messages.ENDED;
    this.log.tell(key, signal, this.child, this.reaper.status);
    this.status = status;
    this.forwarder.childIsGone = true;
    const isLeft = this.options.onExit == LEAVE;
    if (isLeft && this.log.dialect.kind == DUMB_INIT) this.forwarder.forward(signals.SIGTERM);
    if (isLeft && (this.options.target != ALL || !this.grace.shorten())) {
      this.state = ENDED;
      return this.reaper.tellOfLast(status);
    }
    this.log.tell(messages.WAITING, 0, this.child);
    this.state = isLeft ? TOLD : WAITING;
    this.terminal.takeBack(this.child);
    this.forwarder.isWaiting = true;
    this.reaper.forgetChild();
    if (this.options.onExit != STOP) return;
    this.forwarder.sendToAll(signals.SIGTERM, true);
    this.grace.begin(STOP_GRACE);
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
