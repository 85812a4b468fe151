/** What supervising costs: memory before and after the orphans, CPU time, wake-ups. */
import { setTimeout as pause } from "node:timers/promises";
import type { Subject } from "./subjects.ts";
import { type Counters, Supervised } from "./supervised.ts";
import { Failure, type Workshop } from "./workshop.ts";

export interface Supervision {
  before: Counters;
  after: Counters;
  /** Context switches in the idle time, and what that makes in an hour. */
  wakeUps: number;
  wakeUpsPerHour: number;
  /** Microseconds of the init's CPU time for each orphan reaped. */
  cpuPerOrphan: number;
}

export interface Load {
  idleSeconds: number;
  orphans: number;
}

/** An init that fails costs its own figures, not those of the others. */
async function attempt<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`bench: warning: supervision left out: ${error.message}` + "\n");
    return null;
  }
}

/** Waits together with the others: idle inits have nothing to do that could disturb each other. */
async function countWakeUps(init: Supervised, seconds: number): Promise<number> {
  await init.ready();
  const before = await init.counters();
  await pause(seconds * 1000);
  const after = await init.counters();
  return after.switches - before.switches;
}

async function reap(init: Supervised, wakeUps: number, load: Load): Promise<Supervision> {
  const before = await init.counters();
  await init.orphans(load.orphans);
  const after = await init.counters();
  return {
    before,
    after,
    wakeUps,
    wakeUpsPerHour: (wakeUps * 3600) / load.idleSeconds,
    cpuPerOrphan: (after.cpu - before.cpu) / 1000 / load.orphans,
  };
}

/** Idle all at once, then under load one after another. */
export async function measureSupervision(
  workshop: Workshop,
  subjects: Subject[],
  load: Load,
): Promise<(Supervision | null)[]> {
  const inits = subjects.map((subject) => new Supervised(subject, workshop));
  const figures: (Supervision | null)[] = [];
  try {
    const counts = inits.map((init) => attempt(countWakeUps(init, load.idleSeconds)));
    const wakeUps = await Promise.all(counts);
    for (const [i, init] of inits.entries()) {
      const count = wakeUps[i] ?? null;
      figures.push(count === null ? null : await attempt(reap(init, count, load)));
    }
  } finally {
    await Promise.all(inits.map((init) => init.stop()));
  }
  return figures;
}
