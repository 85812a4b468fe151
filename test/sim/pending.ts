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

  /** The lowest number is delivered first (signal(7)). */
  take(): Info | undefined {
    if (this.waiting === 0) return undefined;
    this.waiting--;
    return this.queues.find((queue) => queue.length > 0)!.shift();
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
