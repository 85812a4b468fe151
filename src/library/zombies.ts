/** Owns what a program may ask about zombies: the core looks, and the answer becomes objects. */
import { readReport } from "./report.ts";

/** A process that has ended and that its parent has not reaped. */
export interface Zombie {
  readonly pid: number;
  readonly ppid: number;
  /** The parent's name (/proc/PID/comm). */
  readonly parent: string;
  /** Seconds since the process was started. */
  readonly age: number;
  readonly command: string;
  /** The container's 64 hexadecimal digits, when its control group names them. */
  readonly container: string | null;
  /** The UID of its Kubernetes pod. */
  readonly pod: string | null;
}

/** A process that leaves zombies unreaped. */
export interface ZombieParent {
  readonly pid: number;
  readonly name: string;
  readonly zombies: number;
}

/** How many processes and threads this process's control group has, and how many it may have. */
export interface Pids {
  readonly current: number;
  /** Null: there is no limit. */
  readonly max: number | null;
}

/** What `tsinit --zombies --json` writes. */
export interface ZombieReport {
  readonly zombies: readonly Zombie[];
  readonly parents: readonly ZombieParent[];
  readonly pids: Pids;
}

/**
 * Every zombie in this PID namespace, their parents, and the pids used, as `tsinit --zombies`
 * finds them. Throws `ERR_TSINIT_SYSTEM` where /proc cannot be read.
 */
export function zombieReport(): ZombieReport {
  return readReport(() => undefined);
}
