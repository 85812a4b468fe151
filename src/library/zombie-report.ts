/** Owns the shape of what is told about zombies. */

/** A process that has ended and that its parent has not reaped. */
export interface Zombie {
  readonly pid: number;
  readonly ppid: number;
  /** The parent's name (/proc/PID/comm); null when that cannot be read. */
  readonly parent: string | null;
  /** Seconds since the process was started; null where they cannot be told. */
  readonly age: number | null;
  readonly command: string | null;
  /** The container's 64 hexadecimal digits, when its control group names them. */
  readonly container: string | null;
  /** The UID of its Kubernetes pod, or Podman's id of its pod. */
  readonly pod: string | null;
}

/** A process that leaves zombies unreaped. */
export interface ZombieParent {
  readonly pid: number;
  readonly name: string | null;
  readonly zombies: number;
}

/**
 * How many processes and threads there are of how many: in the nearest control group with a limit,
 * or else on the whole machine. Null: it cannot be read.
 */
export interface Pids {
  readonly current: number | null;
  readonly max: number | null;
}

/** What `tsinit --zombies --json` writes. */
export interface ZombieReport {
  readonly zombies: readonly Zombie[];
  /** Those with most zombies; what more there are is counted in `others`. */
  readonly parents: readonly ZombieParent[];
  readonly others: number;
  readonly pids: Pids;
}
