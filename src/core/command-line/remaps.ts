/** Owns which exit status is reported in place of another. */

export class Remaps {
  /** Exit status N is reported as N ^ table[N]: at first as itself. */
  private readonly table: Uint8Array = new Uint8Array(256);

  /** From now on `to` is reported in place of `from`; both are 0 to 255. */
  set(from: i32, to: i32): void {
    this.table[from] = (from ^ to) as u8;
  }

  /** The exit status to report for `status`. */
  get(status: i32): i32 {
    return status ^ this.table[status];
  }
}
