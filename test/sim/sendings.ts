/** Owns the check that what was sent is what had to be sent, target by target. */
import type { SimKernel } from "./kernel.ts";
import { CONT, EPERM, ESRCH, KILL, STOP } from "./numbers.ts";
import type { Process } from "./world.ts";

export type Kind = "child" | "group" | "all" | "self";

/** One sending that something leads to. */
export interface Sending {
  readonly signal: number;
  readonly kind: Kind;
  /** SIGCONT follows to each. */
  readonly continued?: boolean;
}

interface Kill {
  readonly target: number;
  readonly signal: number;
  readonly result: number;
}

export class Sendings {
  /** The child is reaped: its PID is not to be used. */
  childIsGone = false;
  done = 0;
  refused = 0;
  walks = 0;
  private readonly kernel: SimKernel;
  private readonly isStopper: boolean;
  private kills: Kill[] = [];
  private at = 0;
  /** The way up from each descendant when the first walk since began, if one did. */
  private before: Map<number, string> | null = null;

  /** `isStopper`: tsinit may stop itself. */
  constructor(kernel: SimKernel, isStopper: boolean) {
    this.kernel = kernel;
    this.isStopper = isStopper;
  }

  /** How many kills are not accounted for yet. */
  get rest(): number {
    return this.kills.length - this.at;
  }

  clear(): void {
    this.before = null;
    this.kills = [];
    this.at = 0;
  }

  walk(): void {
    this.walks++;
    this.before ??= this.waysUp();
  }

  /** The ancestors of each living descendant. */
  private waysUp(): Map<number, string> {
    const { processes, init } = this.kernel.world;
    const ways = new Map<number, string>();
    for (const process of processes.values()) {
      if (process.state === "zombie") continue;
      let way = "";
      let one: Process | undefined = process;
      for (; one !== undefined && one.parent !== init; one = processes.get(one.parent))
        way += ` ${one.parent}`;
      if (one !== undefined) ways.set(process.pid, way);
    }
    return ways;
  }

  /** Nobody outside the tree is signalled, and no number that is nobody's any more. */
  note(target: number, signal: number, result: number): void {
    const { world } = this.kernel;
    const child = this.kernel.child?.pid ?? 0;
    const outside = (one: Process | undefined): boolean =>
      one !== undefined && !world.isDescendant(one);
    let wrong = false;
    if (target === world.init) wrong = !this.isStopper || signal !== STOP;
    else if (target === -1) wrong = world.init !== 1;
    else if (target === child) wrong = this.childIsGone;
    else if (target > 1) wrong = result !== -ESRCH && outside(world.processes.get(target));
    else if (target === -child)
      wrong = [...world.processes.values()].some((one) => one.group === child && outside(one));
    else wrong = true;
    if (wrong) throw new Error(`kill(${target}, ${signal}) is outside the tree`);
    if (signal !== 0) this.kills.push({ target, signal, result });
  }

  /** Accounts for `wanted`, which must come next; true when it was refused, by all if several. */
  take(wanted: Sending): boolean {
    const { kind, signal, continued } = wanted;
    const child = this.kernel.child?.pid ?? 0;
    const start = this.at;
    let result = 0;
    if (kind === "self") this.one(this.kernel.world.init, signal);
    else if (kind === "all") result = this.everybody(signal, continued ?? false);
    else if (kind === "group") result = this.group(signal);
    else result = this.alone(child, signal);
    this.count(start);
    return result < 0;
  }

  /** The child alone where there is no such group; it is killed in any case. */
  private group(signal: number): number {
    const child = this.kernel.child?.pid ?? 0;
    const result = this.one(-child, signal);
    const isForChild = signal === KILL && !this.childIsGone;
    return result === -ESRCH || isForChild ? this.alone(child, signal) : result;
  }

  private alone(child: number, signal: number): number {
    return this.childIsGone ? 0 : this.one(child, signal);
  }

  private count(start: number): void {
    const made = this.kills.slice(start, this.at);
    if (made.length === 0) return;
    if (made.some(({ result }) => result === 0)) this.done++;
    else this.refused++;
  }

  private one(target: number, signal: number): number {
    const found = this.kills[this.at++];
    if (found?.target === target && found.signal === signal) return found.result;
    const kills = this.kills.map((kill) => `kill(${kill.target}, ${kill.signal})`).join(" ");
    throw new Error(`found "${kills}" where kill(${target}, ${signal}) had to be`);
  }

  /** Nobody to signal is no refusal. */
  private everybody(signal: number, continued: boolean): number {
    const { world, ownEntry } = this.kernel;
    if (world.init !== 1) {
      if (ownEntry === null) return this.walked(signal, continued);
      return this.group(signal);
    }
    const result = this.one(-1, signal);
    if (continued) this.one(-1, CONT);
    return result === -ESRCH ? 0 : result;
  }

  /** Each process that was there throughout was met, and none twice. */
  private walked(signal: number, continued: boolean): number {
    const met = new Set<number>();
    let result = 0;
    let isAccepted = false;
    for (;;) {
      const kill = this.kills[this.at];
      if (kill === undefined || kill.target <= 1 || kill.signal !== signal) break;
      if (kill.target === this.kernel.world.init) break;
      this.at++;
      if (kill.result === -EPERM) result = kill.result;
      isAccepted ||= kill.result >= 0;
      if (continued) this.one(kill.target, CONT);
      if (met.has(kill.target)) throw new Error(`${kill.target} was sent ${signal} twice`);
      met.add(kill.target);
    }
    const now = this.waysUp();
    for (const [pid, way] of this.before ?? []) {
      if (now.get(pid) !== way || met.has(pid)) continue;
      throw new Error(`the walk missed ${pid}, below${way} ${this.kernel.world.init}`);
    }
    return isAccepted ? 0 : result;
  }
}
