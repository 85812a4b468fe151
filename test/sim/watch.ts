/** Owns the invariants: what the core may do in any schedule, worked out apart from it. */
import { Clock, STOP_GRACE } from "./clock.ts";
import { checkEnd } from "./end.ts";
import type { SimKernel } from "./kernel.ts";
import { checkLines, checkOrphanLines } from "./lines.ts";
import {
  CHLD,
  CONT,
  FAULTS,
  HUP,
  INT,
  isTerminalStop,
  KILL,
  PIPE,
  STOP,
  STOP_SIGNALS,
  TERM,
  TSTP,
  XFSZ,
} from "./numbers.ts";
import type { Info } from "./pending.ts";
import type { Watcher } from "./recorder.ts";
import type { Kind, Sending } from "./sendings.ts";
import { Sendings } from "./sendings.ts";
import type { Wish } from "./wish.ts";
import { rewritten } from "./wish.ts";
import type { Process } from "./world.ts";

export class Watch implements Watcher {
  /** How many signals had which fate, for a test to see that a schedule was worth its time. */
  readonly fates = { dropped: 0, merged: 0 };
  readonly orphans: Process[] = [];
  readonly clock = new Clock();
  readonly sendings: Sendings;
  private readonly kernel: SimKernel;
  private readonly wish: Wish;
  private expected: Sending[] = [];
  private expectedStop = 0;
  private isStopped = false;
  private endStatus = -1;
  private isPauseOver = false;
  /** A stop signal went to all: they get what is left of a moment after the child's end. */
  private isTold = false;
  /** The hang-up and the continue of giving up a terminal, until they are taken. */
  private readonly handOff: Set<number> = new Set();
  /** Reaped since the last wait: the next one may be none. */
  private reaped = 0;
  private hasWaited = false;

  constructor(kernel: SimKernel, wish: Wish) {
    this.kernel = kernel;
    this.wish = wish;
    this.sendings = new Sendings(kernel, wish.dialect === "dumb-init");
  }

  private get isWaiting(): boolean {
    return this.endStatus >= 0 && (this.wish.onExit !== "leave" || this.isTold);
  }

  took(info: Info): void {
    const { signal } = info;
    const sent = this.fateOf(info);
    if (sent === 0 && signal !== CHLD) this.fates.dropped++;
    if (this.wish.pause) return;
    if (signal === CONT && this.isStopped && sent !== 0) {
      this.isStopped = false;
      this.fates.merged++;
      this.expected.push({ signal: CONT, kind: "group" });
      return;
    }
    if (sent !== 0) this.send(sent);
    const isStop = this.asksToStop(signal) || this.asksToStop(sent);
    if (sent !== 0 && isStop) this.clock.begin(this.kernel.now, this.wish.grace);
    // dumb-init stops itself as its terminal would, whatever became of the forwarding.
    const isSuspended = this.wish.dialect === "dumb-init" && isTerminalStop(signal);
    if (isSuspended) this.expected.push({ signal: STOP, kind: "self" });
  }

  private asksToStop(signal: number): boolean {
    return STOP_SIGNALS.includes(signal) && !this.kernel.ignored.includes(signal);
  }

  private send(signal: number): void {
    const kind: Kind = this.isWaiting ? "all" : this.wish.target;
    this.expected.push({ signal, kind });
  }

  /** What is to be sent for `info`, or 0 for a documented drop. */
  private fateOf(info: Info): number {
    const { signal, code, sender } = info;
    if (signal === CHLD || signal === 32 || signal === 33) return 0;
    if ((signal === PIPE || signal === XFSZ) && code === 0 && sender === this.kernel.world.init)
      return 0;
    if (FAULTS.includes(signal) && code > 0) return 0;
    if ((code > 0 || sender === this.kernel.world.init) && this.handOff.delete(signal)) return 0;
    if (this.wish.pause) {
      const isIgnored = this.wish.dialect === "tsinit" && this.kernel.ignored.includes(signal);
      this.isPauseOver ||= (signal === TERM || signal === INT) && !isIgnored;
      return signal;
    }
    return signal === CONT && this.isStopped ? CONT : rewritten(this.wish, signal);
  }

  walks(): void {
    this.sendings.walk();
  }

  killed(target: number, signal: number, result: number): void {
    this.sendings.note(target, signal, result);
  }

  waited(found: Process | number, asked: number): void {
    if (typeof found === "number") return;
    if (asked === found.pid && found === this.kernel.child) {
      this.answered(found);
      return;
    }
    this.settle(false);
    this.reaped++;
    if (found === this.kernel.child) {
      if (found.state === "zombie") this.childEnded(found.status);
      else if (this.kernel.world.foreground !== null) {
        const signal = found.status >> 8;
        if (isTerminalStop(signal)) this.expectedStop = signal;
      }
    } else if (found.state === "zombie") {
      this.orphans.push({ ...found });
    }
  }

  /** What became of the child before the SIGCONT that is still to be forwarded. */
  private answered(child: Process): void {
    this.reaped++;
    if (child.state === "zombie") {
      const forwarded = this.expected.map(({ signal }) => signal);
      this.expected = [];
      this.childEnded(child.status);
      if (this.isWaiting) for (const signal of forwarded) this.send(signal);
    } else if (this.kernel.world.foreground !== null && isTerminalStop(child.status >> 8)) {
      this.expected = [{ signal: CONT, kind: "group" }];
    }
  }

  private childEnded(status: number): void {
    this.endStatus = status;
    this.isStopped = false;
    this.sendings.childIsGone = true;
    if (this.wish.onExit === "stop") {
      this.expected.push({ signal: TERM, kind: "all", continued: true });
      this.clock.begin(this.kernel.now, this.wish.grace < 0 ? STOP_GRACE : this.wish.grace);
    } else if (this.wish.onExit === "leave") {
      const sent = this.wish.dialect === "dumb-init" ? rewritten(this.wish, TERM) : 0;
      if (sent !== 0) this.send(sent);
      this.isTold = this.wish.target === "all" && this.clock.shorten(this.kernel.now);
    }
  }

  stopped(signal: number, result: number): void {
    if (signal !== this.expectedStop)
      throw new Error(`stopped by ${signal}, not ${this.expectedStop}`);
    this.expectedStop = 0;
    this.isStopped = true;
    if (result !== 0 || signal !== TSTP) return;
    this.isStopped = false;
    this.expected.push({ signal: CONT, kind: "group" });
  }

  /** The core waits: all there was to do must be done, and it waits no longer than it should. */
  waits(milliseconds: number): void {
    const { kernel } = this;
    if (!this.hasWaited && kernel.hasLeft) {
      for (const signal of [HUP, CONT]) this.handOff.add(signal);
    }
    this.settle(true);
    if (this.isPauseOver) throw new Error("the core sleeps though the pause is over");
    if (this.endStatus >= 0 && !this.isWaiting)
      throw new Error("the core sleeps after the child's end");
    if (milliseconds === 0 && this.reaped > 0 && this.hasWaited) {
      this.reaped = 0;
      return;
    }
    this.hasWaited = true;
    this.reaped = 0;
    this.clock.checkWait(milliseconds, kernel.now);
    if (kernel.world.pending.size === 0) this.checkAsleep();
  }

  private checkAsleep(): void {
    const { world } = this.kernel;
    if (this.isWaiting && !world.hasChildren()) throw new Error("nobody is left to wait for");
    for (const process of world.processes.values()) {
      if (process.parent !== world.init) continue;
      if (process.state === "zombie")
        throw new Error(`the core sleeps beside zombie ${process.pid}`);
      if (process.news) throw new Error(`the core sleeps over the stop of ${process.pid}`);
    }
  }

  /**
   * The sendings since the last signal taken are exactly those that it leads to, and SIGKILL when
   * a pass is over and the grace period is.
   */
  private settle(isPassOver: boolean): void {
    for (const wanted of this.expected) this.sendings.take(wanted);
    this.expected = [];
    if (this.expectedStop !== 0)
      throw new Error(`stop signal ${this.expectedStop} was not passed on`);
    if (isPassOver && !this.clock.isMoment && this.clock.isOver(this.kernel.now)) {
      const kind = this.wish.onExit === "leave" ? this.wish.target : "all";
      const refused = this.sendings.take({ signal: KILL, kind });
      this.clock.killed(this.kernel.now, refused);
    }
    if (this.sendings.rest > 0) throw new Error(`${this.sendings.rest} signals too many`);
    this.sendings.clear();
  }

  /** The core has ended with `status`. */
  ended(status: number): void {
    const { kernel, wish } = this;
    const isTimeUp = this.isTold && kernel.world.hasChildren();
    if (isTimeUp && !this.clock.isOver(kernel.now)) throw new Error("the moment was cut short");
    this.settle(isTimeUp);
    if (wish.pause && !this.isPauseOver) throw new Error("the pause ended without TERM or INT");
    checkEnd(kernel, wish, status);
    checkLines(kernel, wish);
    if (wish.warnOnReap && wish.dialect === "tsinit") checkOrphanLines(kernel, wish, this.orphans);
  }
}
