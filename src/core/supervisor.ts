/** Owns the life of the child: the states, the events, and what leads from one to the next. */
import { Clock } from "./clock.ts";
import { Descendants, EVERYBODY } from "./descendants.ts";
import { DUMB_INIT, TSINIT } from "./dialect.ts";
import { Forwarder } from "./forwarder.ts";
import { Kernel } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { ALL, GROUP, LEAVE, Options, STOP } from "./options.ts";
import { ProcFile } from "./proc-file.ts";
import { ALL_GONE, CHILD_ENDED, CHILD_LOST, CHILD_STOPPED, MORE, Reaper } from "./reaper.ts";
import * as signals from "./signals.ts";
import { exitStatus, killSignal, stopSignal } from "./status.ts";
import { Terminal } from "./terminal.ts";

// state   | a signal       | SIGCONT                 | child stopped by terminal  | child ended
// RUNNING | forward        | give terminal, forward  | stop with it, then STOPPED | ENDED
// STOPPED | forward        | give terminal, continue | stop with it               | ENDED
//         |                | the group, then RUNNING |                            |
// PAUSED  | TERM, INT: end | drop                    | (there is no child)        |
// WAITING | forward        | forward                 | (the child has ended)      | ENDED
// The child's end leads to WAITING first with --on-exit=wait or stop, which the last descendant ends.
// The grace period runs beside the states: when it is over, SIGKILL.
const RUNNING: i32 = 0;
const STOPPED: i32 = 1;
const PAUSED: i32 = 2;
const WAITING: i32 = 3;
const ENDED: i32 = 4;

/** The grace period, in milliseconds, that --on-exit=stop has by itself. */
const STOP_GRACE: i32 = 10000;

/** The exit status when the child's own cannot be had. */
const STATUS_LOST: i32 = 1;

export class Supervisor {
  child: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly forwarder: Forwarder;
  private readonly reaper: Reaper;
  private readonly clock: Clock;
  private readonly terminal: Terminal;
  private state: i32 = PAUSED;
  private hangupDue: bool = false;
  private continueDue: bool = false;
  private self: i32 = 0;
  private status: i32 = 0;

  constructor(kernel: Kernel, options: Options, log: Log, terminal: Terminal) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
    this.terminal = terminal;
    const file = new ProcFile(kernel);
    this.forwarder = new Forwarder(kernel, options, log, new Descendants(kernel, file));
    this.reaper = new Reaper(kernel, options, log, file);
    this.clock = new Clock(kernel);
  }

  /** `child` runs from here on. */
  begin(child: i32): void {
    this.state = RUNNING;
    this.child = child;
    this.forwarder.child = child;
    this.reaper.child = child;
    this.hangupDue = this.terminal.isLeft;
    this.continueDue = this.terminal.isLeft;
  }

  /** A signal that somebody sent, or that is to count as sent. */
  handle(signal: i32): void {
    if (!signals.isForwardable(signal)) {
      this.log.say(messages.DISCARDED, signal);
    } else if (this.state == PAUSED) {
      if (signal == signals.SIGTERM || signal == signals.SIGINT) this.state = ENDED;
    } else {
      this.pass(signal);
    }
  }

  /** Takes signals until the child ends: the exit status, remapped. */
  run(): i32 {
    this.self = this.kernel.processId();
    let left = false;
    while (this.state != ENDED) {
      const signal = this.kernel.next(left ? 0 : this.clock.left());
      if (signal == signals.SIGCHLD) this.log.say(messages.TOOK_CHILD);
      else if (signal > 0) this.take(signal);
      // 0 may mean that a wait was cut short, in which case nothing else would tell of an end.
      if (signal <= 0 || signal == signals.SIGCHLD || left) left = this.reap();
      if (this.state != ENDED && this.clock.isOver()) this.kill();
      if (this.state != ENDED && !left) this.log.say(messages.NOTHING_TO_REAP);
    }
    return this.options.remapped(this.status);
  }

  private take(signal: i32): void {
    const sender = this.kernel.signalSender();
    // Not a word about what a word would raise again.
    if (this.isOurOwn(signal, sender)) return;
    this.log.say(messages.TOOK, signal, sender);
    if (this.isHandOff(signal)) this.log.say(messages.HAND_OFF, signal);
    else this.handle(signal);
  }

  private pass(signal: i32): void {
    if (signal == signals.SIGCONT) {
      this.terminal.give(this.child);
      if (this.state == STOPPED) {
        this.state = RUNNING;
        this.forwarder.sendToGroup(signals.SIGCONT);
        return;
      }
    }
    const sent = this.forwarder.forward(signal);
    const isStop = sent != 0 && (signals.isStop(signal) || signals.isStop(sent));
    if (isStop && this.options.grace >= 0) this.clock.start(this.options.grace);
    if (signals.isTerminalStop(signal) && this.log.dialect.kind == DUMB_INIT) {
      this.log.say(messages.SUSPENDED);
      this.kernel.kill(this.self, signals.SIGSTOP);
    }
  }

  private isHandOff(signal: i32): bool {
    const isHangup = signal == signals.SIGHUP && this.hangupDue;
    const isContinue = signal == signals.SIGCONT && this.continueDue;
    if (isHangup) this.hangupDue = false;
    if (isContinue) this.continueDue = false;
    return isHangup || isContinue;
  }

  /**
   * A fault that the kernel raised, or what a write to a closed or full stream raises: not
   * somebody's message.
   */
  private isOurOwn(signal: i32, sender: i32): bool {
    if (signals.isFault(signal)) return this.kernel.signalCode() > 0;
    return (signal == signals.SIGPIPE || signal == signals.SIGXFSZ) && sender == this.self;
  }

  /** One pass of the reaper; true when there may be more to reap. */
  private reap(): bool {
    const news = this.reaper.pass();
    if (news == CHILD_ENDED) {
      this.end(exitStatus(this.reaper.status));
    } else if (news == CHILD_LOST) {
      this.log.say(messages.LOST, 0, this.child);
      this.end(STATUS_LOST);
    } else if (news == ALL_GONE) {
      this.state = ENDED;
    } else if (news == CHILD_STOPPED) {
      this.stop(stopSignal(this.reaper.status));
      return true;
    }
    return news == MORE || (news == CHILD_ENDED && this.state == WAITING);
  }

  /** The child has ended; what outlives it is left, waited for, or stopped. */
  private end(status: i32): void {
    const signal = killSignal(this.reaper.status);
    const key = signal > 0 ? messages.KILLED : messages.ENDED;
    this.log.say(key, signal, this.child, this.reaper.status);
    this.status = status;
    this.forwarder.childIsGone = true;
    if (this.options.onExit == LEAVE) {
      this.state = ENDED;
      if (this.log.dialect.kind == DUMB_INIT) this.forwarder.forward(signals.SIGTERM);
      if (!this.log.isQuiet()) this.sayLast();
      return;
    }
    this.log.say(messages.WAITING, 0, this.child);
    this.state = WAITING;
    this.forwarder.isWaiting = true;
    this.reaper.forgetChild();
    if (this.options.onExit != STOP) return;
    this.forwarder.sendToAll(signals.SIGTERM, true);
    this.clock.start(this.options.grace >= 0 ? this.options.grace : STOP_GRACE);
  }

  /** The grace period is over: SIGKILL to the target, and with --on-exit to all that is left. */
  private kill(): void {
    const isAll = this.options.onExit != LEAVE || this.options.target == ALL;
    const target = this.options.target == GROUP ? -this.child : this.child;
    this.log.say(messages.GRACE_OVER, 0, isAll ? EVERYBODY : target);
    if (isAll) this.forwarder.sendToAll(signals.SIGKILL, false);
    else this.forwarder.send(signals.SIGKILL);
    if (!this.clock.again()) this.log.say(messages.STILL_ALIVE);
  }

  /** To tini and dumb-init, a program that could not be run is a child that ended with `status`. */
  tellOfFailure(status: i32): void {
    if (this.log.isQuiet() || this.log.dialect.kind == TSINIT) return;
    this.log.say(messages.STARTED, 0, this.self);
    this.log.say(messages.TOOK_CHILD);
    this.reaper.tell(this.self, true, status << 8);
    this.reaper.status = status << 8;
    this.end(status);
  }

  /** To tini and dumb-init, a program that could not be run is a child that ended with `status`. */
  fail(status: i32): i32 {
    if (this.log.dialect.kind == TSINIT) return status;
    if (this.log.isQuiet()) return this.options.remapped(status);
    this.log.say(messages.STARTED, 0, this.self);
    this.log.say(messages.TOOK_CHILD);
    this.reaper.tell(this.self, true, status << 8);
    this.reaper.status = status << 8;
    this.end(status);
    return this.options.remapped(status);
  }

  private sayLast(): void {
    const isAlone = this.kernel.peek() < 0;
    this.log.say(isAlone ? messages.NO_CHILD : messages.NOTHING_TO_REAP);
    this.log.say(messages.EXITING, 0, 0, this.status);
  }

  /**
   * Job control's stop is passed on to tsinit's own group, so that the shell that started it gets
   * its prompt back. In an orphaned group no shell would ever continue the child, and there the
   * kernel discards such stops (setpgid(2)); the child, whose group is not orphaned because of
   * tsinit, is continued for the same effect.
   */
  private stop(signal: i32): void {
    this.log.say(messages.CHILD_STOP, signal, this.child);
    if (!signals.isTerminalStop(signal) || !this.terminal.exists()) return;
    this.state = STOPPED;
    if (this.kernel.stop(signal) == 0 && signal == signals.SIGTSTP) {
      this.state = RUNNING;
      this.forwarder.sendToGroup(signals.SIGCONT);
    }
  }
}
