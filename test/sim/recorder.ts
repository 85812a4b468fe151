/** Owns the recording of a simulated kernel: each call counted, traced, and failed by plan. */
import { Kernel } from "../../src/core/kernel.ts";
import type { Info } from "./pending.ts";
import type { Process } from "./world.ts";

/** Call number `call` (from 1) of `method` fails with `errno`, and all after it when `forEver`. */
export interface Failure {
  readonly method: string;
  readonly call: number;
  readonly errno: number;
  readonly forEver: boolean;
}

/** What happens in the world while the core is at work: it stands still but for this. */
export interface Driver {
  /** Before each call that follows the start. */
  before(method: string): void;
  /** tsinit sleeps and nothing is pending: what happens next, if anything ever will. */
  idle(): "event" | "interrupt" | "never";
  /** tsinit's group was sent `signal`: true when it was stopped and a shell has continued it. */
  stopped(signal: number): boolean;
}

/** Told of what matters to the contract. */
export interface Watcher {
  took(info: Info): void;
  killed(target: number, signal: number, result: number): void;
  waited(found: Process | number): void;
  stopped(signal: number, result: number): void;
  sleeping(): void;
}

const CALL_LIMIT = 200_000;

export abstract class Recorder extends Kernel {
  failures: readonly Failure[] = [];
  driver: Driver | null = null;
  watcher: Watcher | null = null;
  /** The world goes on by itself once the child runs. */
  started = false;
  /** Calls of each method. */
  readonly counts = new Map<string, number>();
  /** Every call and its result, or null when there are too many to keep. */
  trace: string[] | null = [];
  /** More calls than any healthy run makes. */
  callLimit = CALL_LIMIT;
  private calls = 0;

  /** Counts the call, lets the world go on, and gives the errno that the plan has for it. */
  protected enter(method: string): number {
    const call = (this.counts.get(method) ?? 0) + 1;
    this.counts.set(method, call);
    if (++this.calls > this.callLimit) throw new Error("the core spins: too many calls");
    if (this.started) this.driver?.before(method);
    for (const plan of this.failures) {
      if (plan.method !== method) continue;
      if (call === plan.call || (plan.forEver && call > plan.call)) return -plan.errno;
    }
    return 0;
  }

  leave(method: string, args: string, result: number): number {
    this.trace?.push(`${method}(${args}) = ${result}`);
    return result;
  }

  protected answer(method: string, args: string, give: () => number): number {
    return this.leave(method, args, this.enter(method) || give());
  }
}
