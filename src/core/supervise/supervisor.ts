/** Owns the life of the child: takes the events, and leads from one state to the next. */

import { Options } from "../command-line/options.ts";
import { DUMB_INIT } from "../dialects/dialect.ts";
import * as messages from "../dialects/keys.ts";
import { FOREVER, Kernel } from "../kernel.ts";
import { ProcFile } from "../linux/proc-file.ts";
import * as signals from "../linux/signals.ts";
import { exitStatus, FAILED } from "../linux/status.ts";
import { Log } from "../messages/log.ts";
import { Arrival, NOBODYS } from "./arrival.ts";
import { Descendants } from "./descendants.ts";
import { Ending } from "./ending.ts";
import { Forwarder } from "./forwarder.ts";
import { Grace } from "./grace.ts";
import { Job } from "./job.ts";
import { Parent } from "./parent.ts";
import { Pause } from "./pause.ts";
import * as reaper from "./reaper.ts";
import { ENDED, PAUSED, RUNNING, STOPPED, TOLD, WAITING } from "./states.ts";
import { Terminal } from "./terminal.ts";

/** Passes of the reaper before the start: more than there can be PIDs. */
const INHERITED_LIMIT: i32 = 65536;

/** Milliseconds until a wait that was refused is tried again. */
const RETRY: i32 = 100;

export class Supervisor {
  child: i32 = 0;
  readonly ending: Ending;
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private readonly reaper: reaper.Reaper;
  private readonly grace: Grace;
  private readonly terminal: Terminal;
  private readonly job: Job;
  private readonly pause: Pause;
  private readonly arrival: Arrival;
  private state: i32 = PAUSED;
  private limit: i32 = FOREVER;

  constructor(
    kernel: Kernel,
    options: Options,
    log: Log,
    terminal: Terminal,
    parent: Parent,
    file: ProcFile,
    descendants: Descendants,
  ) {
    this.kernel = kernel;
    this.log = log;
    this.terminal = terminal;
    this.arrival = new Arrival(kernel, log, terminal, parent);
    const forwarder = new Forwarder(kernel, options, log, descendants);
    this.forwarder = forwarder;
    const reaping = new reaper.Reaper(kernel, options, log, file);
    const grace = new Grace(kernel, options, log, forwarder);
    this.reaper = reaping;
    this.grace = grace;
    this.job = new Job(kernel, log, terminal, forwarder);
    this.pause = new Pause(kernel, log.dialect);
    this.ending = new Ending(kernel, options, log, forwarder, reaping, grace, terminal);
  }

  /**
   * Reaps what another program left when it became tsinit: too early for a SIGCHLD. What ends from
   * now on sends one, so there is no need to keep up with it.
   */
  reapInherited(): void {
    for (let passes = 0; passes < INHERITED_LIMIT; passes++) {
      if (this.reaper.pass() != reaper.MORE) return;
    }
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
      if (this.pause.isOver(signal)) this.state = ENDED;
    } else {
      this.pass(signal);
    }
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
   * nothing else would tell of it. But dumb-init reaps after a SIGCHLD alone, as its log shows.
   */
  step(signal: i32): void {
    this.forwarder.patience = this.grace.left();
    if (signal == signals.SIGCHLD) this.log.tell(messages.TOOK_CHILD);
    else if (signal > 0) this.handle(this.arrival.meaningOf(signal));
    const isOthers = signal > 0 && signal != signals.SIGCHLD && this.limit < 0;
    const isDue = !isOthers || this.log.dialect.kind != DUMB_INIT;
    if (isDue && this.state != ENDED) this.limit = this.reap();
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
      if (news == reaper.CHILD_ENDED) this.state = this.ending.end(exitStatus(status));
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
      this.state = this.ending.end(exitStatus(this.reaper.status));
    } else if (news == reaper.CHILD_LOST) {
      this.log.say(messages.LOST, 0, this.child);
      this.state = this.ending.end(FAILED);
    } else if (news == reaper.ALL_GONE) {
      this.state = ENDED;
    } else if (news == reaper.CHILD_STOPPED && this.job.hears(this.reaper.status)) {
      this.state = this.job.stop(this.reaper.status) ? STOPPED : RUNNING;
    }
    if (news == reaper.REFUSED) return RETRY;
    return news == reaper.DRAINED ? FOREVER : 0;
  }
}
