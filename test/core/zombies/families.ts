/** Owns crowds of zombies in a simulated /proc: so many of each parent, or one. */
import type { Entry } from "../../sim/looks.ts";

/** A process, and one zombie of it, a second old. */
export const LIVING: Entry = { pid: 7, state: "S", command: "server" };
export const ZOMBIE: Entry = { pid: 30, parent: 7, command: "git", start: 999_999_900 };

/** So many zombies of each parent, whose PIDs are 1001, 1002 and so on. */
export function families(counts: readonly number[]): Entry[] {
  const parents = counts.map((_, i) => ({ pid: 1001 + i, state: "S", command: `parent-${i + 1}` }));
  const zombies = counts.flatMap((count, i) => Array<number>(count).fill(1001 + i));
  return [...parents, ...zombies.map((parent, i) => ({ pid: 5001 + i, parent }))];
}

/** So many parents of one zombie each. */
export function onesOf(parents: number): number[] {
  return Array<number>(parents).fill(1);
}
