/** Owns the three sets of PIDs that a walk through /proc keeps: a bit for each PID that may be. */

const SETS = 3;

/** The highest PID that a kernel gives is below this (proc(5), pid_max). */
const PID_LIMIT = 4194304;

export class ProcessSets {
  /** Bits by sets; memory is only taken up where one was set. */
  private readonly bits = Array.from({ length: SETS }, () => new Uint8Array((PID_LIMIT >> 3) + 1));
  /** The bytes that are not zero, set by set. */
  private readonly used: number[][] = Array.from({ length: SETS }, () => []);

  has(set: number, process: number): boolean {
    return (((this.bits[set]?.[process >> 3] ?? 0) >> (process & 7)) & 1) !== 0;
  }

  /** Puts `process` into the set; false when it was there, or is no PID. */
  note(set: number, process: number): boolean {
    const bits = this.bits[set];
    if (bits === undefined || process < 0 || process > PID_LIMIT || this.has(set, process)) {
      return false;
    }
    if (bits[process >> 3] === 0) this.used[set]!.push(process >> 3);
    bits[process >> 3]! |= 1 << (process & 7);
    return true;
  }

  forget(set: number): void {
    for (const at of this.used[set] ?? []) this.bits[set]![at] = 0;
    if (this.used[set] !== undefined) this.used[set] = [];
  }
}
