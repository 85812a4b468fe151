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
  /** tsinit sleeps for so many milliseconds at most: how many of them, or more, pass. */
  elapse(milliseconds: number): number;
  /** tsinit's group was sent `signal`: true when it was stopped and a shell has continued it. */
  stopped(signal: number): boolean;
}

/** Told of what matters to the contract. */
export interface Watcher {
  /** The core is done with all it took, and waits `milliseconds` at most for more. */
  waits(milliseconds: number): void;
  took(info: Info): void;
  /** A walk through /proc begins. */
  walks(): void;
  killed(target: number, signal: number, result: number): void;
  waited(found: Process | number, asked: number): void;
  stopped(signal: number, result: number): void;
}

/** What a call is made with. */
export type Argument = number | boolean | string;

const CALL_LIMIT = 200_000;
const PRIME = 0x01000193;

function hash(digest: number, text: string): number {
  for (let i = 0; i < text.length; i++) digest = Math.imul(digest ^ text.charCodeAt(i), PRIME);
  return digest;
}

export abstract class Recorder extends Kernel {
  failures: readonly Failure[] = [];
  driver: Driver | null = null;
  watcher: Watcher | null = null;
  /** The world goes on by itself once the child runs. */
  started = false;
  /** Calls of each method. */
  readonly counts = new Map<string, number>();
  /** Every call and its result, or null when they are not to be kept. */
  trace: string[] | null = [];
  /** A number that follows from every call and its result. */
  digest = 0;
  /** More calls than any healthy run makes. */
  callLimit = CALL_LIMIT;
  private calls = 0;

  /** Counts the call, lets the world go on, and gives the errno that the plan has for it. */
  protected enter(method: string): number {
    if (++this.calls > this.callLimit) throw new Error("the core spins: too many calls");
    if (this.started) this.driver?.before(method);
    return this.planned(method);
  }

  /** Counts the call, and gives the errno that the plan has for it. */
  protected planned(method: string): number {
    const call = (this.counts.get(method) ?? 0) + 1;
    this.counts.set(method, call);
    for (const plan of this.failures) {
      if (plan.method !== method) continue;
      if (call === plan.call || (plan.forEver && call > plan.call)) return -plan.errno;
    }
    return 0;
  }

  leave(method: string, args: readonly Argument[], result: number): number {
    let digest = hash(this.digest, method);
    for (const arg of args) {
      digest = typeof arg === "string" ? hash(digest, arg) : Math.imul(digest ^ Number(arg), PRIME);
    }
    this.digest = Math.imul(digest ^ result, PRIME);
    if (this.trace !== null) {
      const shown = args.map((arg) => (typeof arg === "string" ? JSON.stringify(arg) : `${arg}`));
      this.trace.push(`${method}(${shown.join(", ")}) = ${result}`);
    }
    return result;
  }

  protected answer(method: string, args: readonly Argument[], give: () => number): number {
    return this.leave(method, args, this.enter(method) || give());
  }
}
