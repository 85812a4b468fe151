/** Owns the invariants: what the core may do in any schedule, worked out apart from it. */
import type { SimKernel } from "./kernel.ts";
import { CHLD, CONT, ESRCH, FAULTS, isTerminalStop, nameOf, PIPE, TSTP, XFSZ } from "./numbers.ts";
import type { Watcher } from "./recorder.ts";
import type { Info } from "./pending.ts";
import type { Process } from "./world.ts";

/** What the options asked for. */
export interface Wish {
  group: boolean;
  warnOnReap: boolean;
  readonly rewrites: Map<number, number>;
  readonly remaps: Map<number, number>;
}

interface Sending {
  readonly signal: number;
  readonly group: boolean;
}

const LINE = /^tsinit: (fatal|warning|info|debug|trace): [^\x00-\x1f\x7f]+\n$/;

/** 0 to 255, or 128+n when signal n killed it (wait(2)). */
export function shellStatus(waitStatus: number): number {
  const signal = waitStatus & 0x7f;
  return signal === 0 ? (waitStatus >> 8) & 0xff : 128 + signal;
}

export class Watch implements Watcher {
  /** How many signals had which fate, for a test to see that a schedule was worth its time. */
  readonly fates = { forwarded: 0, dropped: 0, refused: 0, merged: 0 };
  readonly orphans: Process[] = [];
  private readonly kernel: SimKernel;
  private readonly wish: Wish;
  private expected: Sending | null = null;
  private sent: { target: number; signal: number; result: number }[] = [];
  private expectedStop = 0;
  private isStopped = false;
  private endStatus = -1;

  constructor(kernel: SimKernel, wish: Wish) {
    this.kernel = kernel;
    this.wish = wish;
  }

  took(info: Info): void {
    this.settle();
    this.expected = this.fateOf(info);
    if (this.expected === null && info.signal !== CHLD) this.fates.dropped++;
  }

  /** The one sending that `info` leads to, or null for a documented drop. */
  private fateOf(info: Info): Sending | null {
    const { signal, code, sender } = info;
    if (signal === CHLD || signal === 32 || signal === 33) return null;
    if (FAULTS.includes(signal) && code > 0) return null;
    if ((signal === PIPE || signal === XFSZ) && sender === this.kernel.world.init) return null;
    if (signal === CONT && this.isStopped) {
      this.isStopped = false;
      this.fates.merged++;
      return { signal: CONT, group: true };
    }
    const rewritten = this.wish.rewrites.get(signal) ?? signal;
    return rewritten === 0 ? null : { signal: rewritten, group: this.wish.group };
  }

  killed(target: number, signal: number, result: number): void {
    if (signal !== 0) this.sent.push({ target, signal, result });
  }

  waited(found: Process | number): void {
    if (typeof found === "number") return;
    this.settle();
    if (found === this.kernel.child) {
      if (found.state === "zombie") this.endStatus = found.status;
      else if (this.kernel.world.foreground !== null) {
        const signal = found.status >> 8;
        if (isTerminalStop(signal)) this.expectedStop = signal;
      }
    } else if (found.state === "zombie") {
      this.orphans.push({ ...found });
    }
  }

  stopped(signal: number, result: number): void {
    if (signal !== this.expectedStop)
      throw new Error(`stopped by ${signal}, not ${this.expectedStop}`);
    this.expectedStop = 0;
    this.isStopped = true;
    if (result !== 0 || signal !== TSTP) return;
    this.isStopped = false;
    this.expected = { signal: CONT, group: true };
  }

  /** Nothing is pending and the core goes to sleep: all there was to do must be done. */
  sleeping(): void {
    this.settle();
    if (this.endStatus >= 0) throw new Error("the core sleeps after the child's end");
    for (const process of this.kernel.world.processes.values()) {
      if (process.parent !== this.kernel.world.init) continue;
      if (process.state === "zombie")
        throw new Error(`the core sleeps beside zombie ${process.pid}`);
      if (process.news) throw new Error(`the core sleeps over the stop of ${process.pid}`);
    }
  }

  /** The sendings since the last signal taken are exactly those that it leads to. */
  private settle(): void {
    const { expected, sent } = this;
    const child = this.kernel.child?.pid ?? 0;
    this.expected = null;
    this.sent = [];
    if (this.expectedStop !== 0)
      throw new Error(`stop signal ${this.expectedStop} was not passed on`);
    const targets: number[] = [];
    if (expected !== null && expected.group) targets.push(-child);
    if (expected !== null && (!expected.group || sent[0]?.result === -ESRCH)) targets.push(child);
    const wanted = targets.map((target) => `kill(${target}, ${expected?.signal})`).join(" ");
    const found = sent.map(({ target, signal }) => `kill(${target}, ${signal})`).join(" ");
    if (wanted !== found) throw new Error(`one signal led to "${found}" and not to "${wanted}"`);
    if (sent.length === 0) return;
    if (sent.filter(({ result }) => result === 0).length === 1) this.fates.forwarded++;
    else this.fates.refused++;
  }

  /** The core has ended with `status`. */
  ended(status: number): void {
    this.settle();
    const { child, world, openFiles, stderr } = this.kernel;
    if (child === null || child.state !== "zombie")
      throw new Error("the core ended while the child lives");
    if (world.processes.has(child.pid))
      throw new Error("the core ended without the child's status");
    const own = shellStatus(this.endStatus);
    const wanted = this.wish.remaps.get(own) ?? own;
    if (status !== wanted) throw new Error(`the exit status is ${status}, not ${wanted}`);
    if (openFiles !== 0) throw new Error(`${openFiles} descriptors were left open`);
    for (const line of stderr) {
      if (!LINE.test(line) || line.length > 1024)
        throw new Error(`not a message: ${JSON.stringify(line)}`);
    }
    if (this.wish.warnOnReap) this.checkOrphanLines();
  }

  /** `-w` names each orphan once, in the order of reaping; an unread stream shows fewer. */
  private checkOrphanLines(): void {
    const lines = this.kernel.stderr.filter((line) => line.includes(": reaped orphan "));
    if (this.kernel.wasBroken) return;
    if (lines.length !== this.orphans.length) {
      throw new Error(`${lines.length} of ${this.orphans.length} orphans were named`);
    }
    this.orphans.forEach((orphan, i) => {
      const signal = orphan.status & 0x7f;
      const end = signal
        ? `killed by ${nameOf(signal)}`
        : `exit status ${shellStatus(orphan.status)}`;
      const [start, rest] = [`tsinit: warning: reaped orphan ${orphan.pid}`, lines[i]!];
      if (!rest.startsWith(start) || !rest.endsWith(`: ${end}\n`))
        throw new Error(`not so: ${rest}`);
    });
  }
}
