/** Owns random schedules: from a seed follow the options, the world, and all that happens in it. */
import { happen, randomEnd } from "./events.ts";
import { SimKernel } from "./kernel.ts";
import { CONT, FORWARDABLE, KILL, nameOf } from "./numbers.ts";
import { Random } from "./random.ts";
import type { Driver } from "./recorder.ts";
import type { Wish } from "./watch.ts";
import { Watch } from "./watch.ts";
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

  before(): void {
    if (this.left > 0 && this.random.oneIn(12)) this.event();
  }

  idle(): "event" | "interrupt" | "never" {
    const { child } = this.kernel;
    if (this.left > 0) {
      if (this.random.oneIn(10)) return "interrupt";
      for (let many = 1 + this.random.below(4); many > 0; many--) this.event();
      return "event";
    }
    if (child!.state === "zombie") return "never";
    const status = child!.state === "stopped" ? KILL : randomEnd(this.kernel);
    this.kernel.world.end(child!, status);
    return "event";
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

function randomWish(random: Random): Wish {
  const rewrites = new Map<number, number>();
  const remaps = new Map<number, number>();
  if (random.oneIn(2)) {
    for (let many = random.below(6); many > 0; many--) {
      rewrites.set(
        random.pick(FORWARDABLE),
        random.pick([0, ...FORWARDABLE, ...FORWARDABLE, KILL]),
      );
    }
  }
  if (random.oneIn(3)) {
    for (let many = random.below(40); many > 0; many--) {
      remaps.set(random.below(256), random.oneIn(2) ? 0 : random.below(256));
    }
  }
  return { group: random.oneIn(2), warnOnReap: random.oneIn(3), rewrites, remaps };
}

function randomWords(random: Random, wish: Wish): string[] {
  const words = ["tsinit"];
  const signal = (number: number): string =>
    number === 0 || random.oneIn(2) ? `${number}` : nameOf(number).slice(random.oneIn(2) ? 3 : 0);
  if (wish.group) words.push(random.pick(["-g", "--forward=group"]));
  if (wish.warnOnReap) words.push("-w");
  if (random.oneIn(3)) words.push(random.pick(["-s", "-v", "-vv", "-vvv"]));
  for (const [from, to] of wish.rewrites) words.push("-r", `${signal(from)}:${signal(to)}`);
  for (const [from, to] of wish.remaps) words.push(to === 0 ? `-e${from}` : `-e${from}:${to}`);
  words.push("--", "program", "-v", "argument");
  return words;
}

/** A world of its own for each seed; nothing runs yet. */
export function makeCase(seed: number, events?: number): Case {
  const random = new Random(seed);
  const world = new World(random);
  const wish = randomWish(random);
  const kernel = new SimKernel(world);
  kernel.words = randomWords(random, wish);
  kernel.variables = ["PATH=/bin", "HOME=/"];
  world.init = random.oneIn(2) ? 1 : 2 + random.below(5000);
  world.initGroup = random.oneIn(3) ? 60_000 : world.init;
  world.parent = world.init === 1 ? 0 : 50_000;
  if (random.oneIn(2)) world.foreground = random.pick([world.initGroup, 50_000]);
  kernel.setpgidRefused = random.oneIn(10);
  const watch = new Watch(kernel, wish);
  kernel.watcher = watch;
  kernel.driver = new Chaos(kernel, events ?? random.pick([3, 20, 60, 150]));
  kernel.onSpawn = (child) => {
    child.mortal = random.oneIn(12);
    child.protected = random.oneIn(15);
  };
  return { seed, kernel, watch, wish };
}

/** The seeds of a run of `many`, or the one that TSINIT_SEED names. */
export function seeds(many: number, first = 1): number[] {
  const only = process.env["TSINIT_SEED"];
  if (only) return [Number(only)];
  return Array.from({ length: many }, (_, i) => first + i);
}

/** Runs one case and holds it to the invariants; an error names the seed and the last calls. */
export function check(one: Case, run: (kernel: SimKernel) => number): void {
  try {
    one.watch.ended(run(one.kernel));
  } catch (error) {
    const last = (one.kernel.trace ?? []).filter((call) => !call.startsWith("argument"));
    const calls = last.slice(-40).map((call) => `    ${call}`);
    const words = JSON.stringify(one.kernel.words);
    const seed = `seed ${one.seed} (replay with TSINIT_SEED=${one.seed})`;
    throw new Error(`${seed}: ${error}\n  ${words}\n` + calls.join("\n"), { cause: error });
  }
}
