/** Owns what is told of an orphan. */

/** A process that came to this one because its parent ended before it, and that has been reaped. */
export interface Orphan {
  readonly pid: number;
  /** Its name (/proc/PID/comm); empty where /proc is not to be had. */
  readonly command: string;
  /** 0 to 255: its own exit status, or 128+n when signal n killed it. */
  readonly status: number;
  /** The signal that killed it, such as `SIGTERM` or `SIGRTMIN+3`, or null. */
  readonly signal: string | null;
}
