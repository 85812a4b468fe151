/** Owns random schedules: from a seed follow the options, the world, and all that happens in it. */
import { happen } from "./events.ts";
import { SimKernel } from "./kernel.ts";
import { CONT, HUP, INT, KILL, TERM } from "./numbers.ts";
import { populate, randomEnd } from "./people.ts";
import { Random } from "./random.ts";
import type { Driver } from "./recorder.ts";
import { Watch } from "./watch.ts";
import type { Wish } from "./wish.ts";
import { randomWish, write } from "./wish.ts";
import { World } from "./world.ts";

export interface Case {
  readonly seed: number;
  readonly kernel: SimKernel;
  readonly watch: Watch;
  readonly wish: Wish;
}

/** Makes events happen whenever the core asks something, and all the more while it sleeps. */
export class Chaos implements Driver {
  private left: number;
  private readonly kernel: SimKernel;
  private readonly random: Random;
  private readonly orphanedGroup: boolean;

  constructor(kernel: SimKernel, events: number) {
    this.kernel = kernel;
    this.random = kernel.world.random;
    this.left = events;
    this.orphanedGroup = kernel.world.init === 1 || this.random.oneIn(2);
  }

  /** A walk through /proc makes so many calls that a crowd of events would never let it end. */
  before(method: string): void {
    const rate = method === "read" || method === "listProcesses" ? 60 : 12;
    if (this.left > 0 && method !== "open" && this.random.oneIn(rate)) this.event();
  }

  idle(): "event" | "interrupt" | "never" {
    this.kernel.now += this.random.below(5000);
    if (this.left > 0) {
      if (this.random.oneIn(10)) return "interrupt";
      this.events();
      return "event";
    }
    return this.finish() ? "event" : "never";
  }

  /** A wait ends early when something happened, on time, or late. */
  elapse(milliseconds: number): number {
    if (this.left > 0 && this.random.oneIn(2)) {
      this.events();
      return this.random.below(milliseconds + 1);
    }
    if (this.random.oneIn(20)) return this.random.below(milliseconds);
    this.die();
    return milliseconds + (this.random.oneIn(4) ? this.random.below(300) : 0);
  }

  private events(): void {
    for (let many = 1 + this.random.below(4); many > 0; many--) this.event();
    if (this.random.oneIn(2)) this.die();
  }

  /** Those that are slow to obey SIGKILL do so at last. */
  private die(): void {
    for (const process of this.kernel.world.dying.splice(0)) this.kernel.world.end(process, KILL);
  }

  /** When nothing happens any more, everybody ends in turn; false when nobody is left. */
  private finish(): boolean {
    const { child, world } = this.kernel;
    this.die();
    if (world.pending.size > 0) return true;
    if (child === null) {
      world.raise(this.random.pick([TERM, INT]), 0, 40_000);
      return true;
    }
    const living = [...world.processes.values()].filter(
      (one) => one.state !== "zombie" && !one.outside,
    );
    if (living.length === 0) return false;
    const next = child.state === "zombie" ? this.random.pick(living) : child;
    world.end(next, next.state === "stopped" ? KILL : randomEnd(this.kernel));
    return true;
  }

  /** A shell gets its prompt back; after `fg` or `bg` it continues tsinit's group. */
  stopped(): boolean {
    if (this.orphanedGroup) return false;
    const { world } = this.kernel;
    for (let many = this.random.below(3); many > 0; many--) this.event();
    world.foreground = this.random.oneIn(2) ? world.initGroup : 50_000;
    world.raise(CONT, 0, 50_000);
    return true;
  }

  private event(): void {
    this.left--;
    happen(this.kernel);
  }
}

/** A world of its own for each seed; nothing runs yet. */
export function makeCase(seed: number, events?: number): Case {
  const random = new Random(seed);
  const world = new World(random);
  const wish = randomWish(random);
  const kernel = new SimKernel(world);
  Object.assign(kernel, write(random, wish));
  world.init = random.oneIn(2) ? 1 : 2 + random.below(5000);
  world.initGroup = random.oneIn(3) ? 60_000 : world.init;
  world.parent = world.init === 1 ? 0 : 50_000;
  if (random.oneIn(2)) world.foreground = random.pick([world.initGroup, 50_000]);
  populate(kernel);
  kernel.callLimit = 2_000_000;
  kernel.setpgidRefused = random.oneIn(10);
  if (random.oneIn(4)) kernel.ignored = [HUP, INT];
  kernel.now = random.pick([0, 12_345, 0x7fffff00, 0x7fffffff - 5000]);
  if (random.oneIn(8)) kernel.ownEntry = random.pick([0, 70_000]);
  const watch = new Watch(kernel, wish);
  kernel.watcher = watch;
  kernel.driver = new Chaos(kernel, events ?? random.pick([3, 20, 60, 120, 200]));
  const hidesChild = random.oneIn(8);
  kernel.started = wish.pause;
  kernel.onSpawn = (child) => {
    if (hidesChild) kernel.hidden = child.pid;
    child.mortal = random.oneIn(6);
    child.protected = random.oneIn(15);
    child.slow = random.oneIn(8);
  };
  return { seed, kernel, watch, wish };
}

/** The seeds of a run of `many`, or the one that TSINIT_SEED names. */
export function seeds(many: number, first = 1): number[] {
  const only = process.env["TSINIT_SEED"];
  if (only) return [Number(only)];
  return Array.from({ length: many }, (_, i) => first + i);
}

type Runner = (kernel: SimKernel) => number;

/** Runs one case and holds it to the invariants. */
function hold(one: Case, run: Runner): void {
  one.watch.ended(run(one.kernel));
}

/**
 * Runs the case of `seed` and holds it to the invariants. Calls are only kept when it fails, and is
 * run again: the error names the seed and the last calls.
 */
export function check(seed: number, run: Runner): Case {
  const one = makeCase(seed);
  one.kernel.trace = null;
  try {
    hold(one, run);
  } catch {
    explain(makeCase(seed), run);
  }
  return one;
}

function explain(one: Case, run: Runner): never {
  const { kernel, seed } = one;
  try {
    hold(one, run);
  } catch (error) {
    const last = kernel.trace!.filter((call) => !/^(argument|environment)/.test(call));
    const calls = last.slice(-40).map((call) => `    ${call}`);
    const words = JSON.stringify([...kernel.variables, ...kernel.words]);
    const title = `seed ${seed} (replay with TSINIT_SEED=${seed})`;
    throw new Error(`${title}: ${error}\n  ${words}\n` + calls.join("\n"), { cause: error });
  }
  throw new Error(`seed ${seed}: an error that does not come again`);
}

/** Both runners make the same calls with the same results; an error names the first other one. */
export function compare(seed: number, one: Runner, other: Runner): void {
  if (check(seed, one).kernel.digest === check(seed, other).kernel.digest) return;
  const [script, compiled] = [one, other].map((run) => {
    const again = makeCase(seed);
    hold(again, run);
    return again.kernel.trace!;
  });
  const at = script!.findIndex((call, i) => call !== compiled![i]);
  const where = at < 0 ? script!.length : at;
  throw new Error(`seed ${seed}, call ${where}: ${script![where]} but ${compiled![where]}`);
}
