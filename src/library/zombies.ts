/** Owns what a program may ask about zombies: the core looks, and the answer becomes objects. */
import { readReport } from "./report.ts";
import type { Pids, Zombie, ZombieReport } from "./zombie-report.ts";

/**
 * Every zombie in this PID namespace, the parents that do not reap them, and the pids in use, as
 * `tsinit --zombies` finds them. Throws `ERR_TSINIT_SYSTEM` where it cannot tell: without /proc, or
 * when processes are hidden in it.
 */
export function zombieReport(): ZombieReport {
  return readReport();
}

/** The zombies alone; see `zombieReport`. */
export function zombies(): readonly Zombie[] {
  return readReport().zombies;
}

/** The pids in use alone; see `zombieReport`. */
export function pids(): Pids {
  return readReport().pids;
}
