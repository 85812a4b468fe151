/** Owns tsinit's pending signals: all are blocked, so each stays until it is taken. */
import { CONT, FIRST_QUEUED, isTerminalStop, LAST_SIGNAL } from "./numbers.ts";

export interface Info {
  readonly signal: number;
  readonly code: number;
  readonly sender: number;
}

export class Pending {
  /** Signals merged into one that was pending already, or undone by a stop or continue. */
  merged = 0;
  private readonly queues: Info[][] = [];
  private waiting = 0;
  /** The signal taken last; 0 when none was waiting then. */
  private turn = 0;

  constructor() {
    for (let signal = 0; signal <= LAST_SIGNAL; signal++) this.queues.push([]);
  }

  raise(signal: number, code: number, sender: number): void {
    if (signal === CONT) this.undo(isTerminalStop);
    if (isTerminalStop(signal)) this.undo((other) => other === CONT);
    const queue = this.queues[signal]!;
    if (signal < FIRST_QUEUED && queue.length > 0) {
      this.merged++;
      return;
    }
    queue.push({ signal, code, sender });
    this.waiting++;
  }

  get size(): number {
    return this.waiting;
  }

  /** Signals take turns: the lowest above the one taken last comes first, or else the lowest. */
  take(): Info | undefined {
    this.endTurn();
    const found = this.lowestAbove(this.turn);
    this.turn = found < FIRST_QUEUED ? Math.max(found, 0) : 0;
    if (found < 0) return undefined;
    this.waiting--;
    return this.queues[found]!.shift();
  }

  /** The next turn begins with the lowest. */
  beginAnew(): void {
    this.turn = 0;
  }

  /** Where nothing is waiting above the one taken last, the next turn begins with the lowest. */
  endTurn(): void {
    if (this.lowestAbove(this.turn) < 0) this.turn = 0;
  }

  private lowestAbove(turn: number): number {
    return this.queues.findIndex((queue, signal) => signal > turn && queue.length > 0);
  }

  has(signal: number): boolean {
    return this.queues[signal]!.length > 0;
  }

  drop(signal: number): void {
    this.waiting -= this.queues[signal]!.length;
    this.queues[signal]!.length = 0;
  }

  /** A continue discards pending stops, and a stop a pending continue (signal(7)). */
  private undo(isUndone: (signal: number) => boolean): void {
    for (let signal = 1; signal < FIRST_QUEUED; signal++) {
      if (!isUndone(signal) || this.queues[signal]!.length === 0) continue;
      this.queues[signal]!.length = 0;
      this.waiting--;
      this.merged++;
    }
  }
}
