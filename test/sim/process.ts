/** Owns what is known of a simulated process. */

export interface Process {
  readonly pid: number;
  parent: number;
  group: number;
  command: string;
  state: "running" | "stopped" | "zombie";
  /** The wait status of its end, or of its last stop. */
  status: number;
  /** Stopped, and its parent has not been told yet. */
  news: boolean;
  /** Not for tsinit to signal. */
  protected: boolean;
  /** What most signals do to it: kill it, or run its handler. */
  mortal: boolean;
  /** What would have killed it, had it not been stopped. */
  due: number;
  /** SIGKILL takes its time: it waits for a disk. */
  slow: boolean;
  /** It never was in tsinit's tree. */
  outside: boolean;
  /** Every signal it was sent, in order. */
  readonly got: number[];
}

export function newProcess(
  pid: number,
  parent: number,
  group: number,
  command: string,
  outside: boolean,
): Process {
  return {
    pid,
    parent,
    group,
    command,
    outside,
    state: "running",
    status: 0,
    news: false,
    protected: false,
    mortal: false,
    due: 0,
    slow: false,
    got: [],
  };
}
