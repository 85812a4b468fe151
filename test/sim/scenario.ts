/** Owns scripted runs: what happens, step by step, whenever tsinit sleeps; and what came of it. */
import { run } from "../../src/core/main.ts";
import { SimKernel } from "./kernel.ts";
import { CONT, KILL } from "./numbers.ts";
import { Random } from "./random.ts";
import type { Driver } from "./recorder.ts";
import type { Process } from "./world.ts";
import { World } from "./world.ts";

export type Step = (kernel: SimKernel, child: Process) => void;

export interface Setup {
  readonly variables?: readonly string[];
  readonly pid?: number;
  readonly parent?: number;
  readonly group?: number;
  /** The terminal's foreground group; none: no terminal. */
  readonly foreground?: number;
  readonly steps?: readonly Step[];
  /** The wait status of the child's end after the last step. */
  readonly end?: number;
  /** Who has the foreground after a shell continued tsinit's group; itself when not given. */
  readonly shell?: number;
  /** Nobody continues tsinit's group when it stops: it is orphaned. */
  readonly orphanedGroup?: boolean;
  readonly prepare?: (kernel: SimKernel) => void;
  readonly runner?: (kernel: SimKernel) => number;
}

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly string[];
  /** `15 to child`, `15 to group` or `15 to N`, in order; a failed one ends in its errno. */
  readonly sent: readonly string[];
  readonly stops: readonly number[];
  readonly kernel: SimKernel;
  readonly child: number;
}

export const CHILD_END = 7 << 8;

class Script implements Driver {
  readonly sent: string[] = [];
  readonly stops: number[] = [];
  private readonly kernel: SimKernel;
  private readonly setup: Setup;
  private readonly steps: Step[];

  constructor(kernel: SimKernel, setup: Setup) {
    this.kernel = kernel;
    this.setup = setup;
    this.steps = [...(setup.steps ?? [])];
  }

  before(): void {}

  idle(): "event" | "never" {
    const { child, world } = this.kernel;
    const step = this.steps.shift();
    if (step !== undefined) step(this.kernel, child!);
    else if (child === null || child.state === "zombie") return "never";
    else world.end(child!, child!.state === "stopped" ? KILL : (this.setup.end ?? CHILD_END));
    return "event";
  }

  /** Time passes when the step raised nothing. */
  elapse(milliseconds: number): number {
    const { pending } = this.kernel.world;
    this.idle();
    return pending.size > 0 ? 0 : milliseconds;
  }

  stopped(signal: number): boolean {
    this.stops.push(signal);
    if (this.setup.orphanedGroup) return false;
    this.kernel.world.foreground = this.setup.shell ?? this.kernel.world.initGroup;
    this.kernel.world.raise(CONT, 0, 999);
    return true;
  }

  killed(target: number, signal: number, result: number): void {
    const child = this.kernel.child?.pid ?? 0;
    const to = target === child ? "child" : target === -child ? "group" : `${target}`;
    this.sent.push(`${signal} to ${to}${result < 0 ? ` ${result}` : ""}`);
  }
}

/** Runs the core with `words` behind its own name. */
export function tsinit(words: readonly string[], setup: Setup = {}): Outcome {
  const world = new World(new Random(1));
  const kernel = new SimKernel(world);
  world.init = setup.pid ?? 1;
  world.initGroup = setup.group ?? world.init;
  world.parent = setup.parent ?? (world.init === 1 ? 0 : 999);
  world.foreground = setup.foreground ?? null;
  kernel.words = ["tsinit", ...words];
  kernel.variables = setup.variables ?? [];
  kernel.callLimit = 20_000;
  const script = new Script(kernel, setup);
  kernel.driver = script;
  kernel.watcher = {
    took() {},
    waits() {},
    walks() {},
    waited() {},
    stopped() {},
    killed: (target, signal, result) => script.killed(target, signal, result),
  };
  setup.prepare?.(kernel);
  const status = (setup.runner ?? run)(kernel);
  return {
    status,
    stdout: kernel.stdout,
    stderr: kernel.stderr.join(""),
    lines: kernel.stderr,
    sent: script.sent,
    stops: script.stops,
    kernel,
    child: kernel.child?.pid ?? 0,
  };
}

/** A step: somebody sends `signal`. */
export function sends(signal: number, sender = 999, code = 0): Step {
  return (kernel) => kernel.world.raise(signal, code, sender);
}

/** A step: an orphan of the name `command` ends. */
export function orphanEnds(command: string, status = 0): Step {
  return ({ world }) => world.end(world.fork(world.init, 0, command), status);
}
