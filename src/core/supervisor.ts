/** Owns the life of the child: the states, the events, and what leads from one to the next. */
import { Descendants } from "./descendants.ts";
import { DUMB_INIT, TSINIT } from "./dialect.ts";
import { Forwarder } from "./forwarder.ts";
import { Grace, STOP_GRACE } from "./grace.ts";
import { FOREVER, Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { ALL, LEAVE, Options, STOP } from "./options.ts";
import { ProcFile } from "./proc-file.ts";
import * as reaper from "./reaper.ts";
import * as signals from "./signals.ts";
import { exitStatus, FAILED, killSignal, stopSignal } from "./status.ts";
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
  private state: i32 = PAUSED;
  private limit: i32 = FOREVER;

  constructor(kernel: Kernel, options: Options, log: Log, terminal: Terminal, file: ProcFile,
              descendants: Descendants) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.terminal = terminal;
    const forwarder = new Forwarder(kernel, options, log, descendants);
    this.forwarder = forwarder;
    this.reaper = new reaper.Reaper(kernel, options, log, file);
    this.grace = new Grace(kernel, options, log, forwarder);
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

  /** A signal that somebody sent, or that is to count as sent. */
  handle(signal: i32): void {
    if (!signals.isForwardable(signal)) {
      this.log.tell(messages.DISCARDED, signal);
    } else if (this.state == PAUSED) {
      if (signal == signals.SIGTERM || signal == signals.SIGINT) this.state = ENDED;
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

  /** Does what the signal asks for that was taken; 0, when none came in time. */
  step(signal: i32): void {
    if (signal == signals.SIGCHLD) this.log.tell(messages.TOOK_CHILD);
    else if (signal > 0) this.take(signal);
    // 0 may mean that a wait was cut short, in which case nothing else would tell of an end.
    if (signal <= 0 || signal == signals.SIGCHLD || this.limit >= 0) this.limit = this.reap();
    if (this.state != ENDED && this.grace.killIfOver() && this.state == TOLD) this.state = ENDED;
    if (signal > 0 && this.limit < 0) this.log.tell(messages.NOTHING_TO_REAP);
  }

  private take(signal: i32): void {
    // A write of tsinit's own raised it. Not a word about it: a word would raise it again.
    if (signals.isOfWrite(signal) && this.kernel.signalSender() == this.kernel.processId()) return;
    this.log.tell(messages.TOOK, signal, this.kernel.signalSender());
    // The kernel raised a fault that is none of tsinit's, or tsinit would be gone.
    const isNobodys = signals.isFault(signal) && this.kernel.signalCode() > 0;
    if (isNobodys) this.log.tell(messages.DISCARDED, signal);
    else if (this.terminal.isHandOff(signal)) this.log.tell(messages.HAND_OFF, signal);
    else this.handle(signal);
  }

  private pass(signal: i32): void {
    if (signal == signals.SIGCONT && this.state < WAITING) this.terminal.give(this.child);
    if (signal == signals.SIGCONT && this.state == STOPPED) {
      this.state = RUNNING;
      this.forwarder.sendToGroup(signals.SIGCONT);
      return;
    }
    const sent = this.forwarder.forward(signal);
    const isStop = sent != 0 && (signals.isStop(signal) || signals.isStop(sent));
    if (isStop) this.grace.begin(FOREVER);
    if (signals.isTerminalStop(signal) && this.log.dialect.kind == DUMB_INIT) {
      this.log.tell(messages.SUSPENDED);
      this.kernel.kill(this.kernel.processId(), signals.SIGSTOP);
    }
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
    } else if (news == reaper.CHILD_STOPPED) {
      this.stop(stopSignal(this.reaper.status));
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

  /**
   * Job control's stop is passed on to tsinit's own group, for the shell above. In an orphaned
   * group the kernel discards such stops (setpgid(2)): the child is continued for the same effect.
   */
  private stop(signal: i32): void {
    this.log.tell(messages.CHILD_STOP, signal, this.child);
    if (!signals.isTerminalStop(signal) || !this.terminal.exists()) return;
    this.state = STOPPED;
    if (this.kernel.stop(signal) == 0 && signal == signals.SIGTSTP) {
      this.state = RUNNING;
      this.forwarder.sendToGroup(signals.SIGCONT);
    }
  }
}
