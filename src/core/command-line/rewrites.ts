/** Owns what each signal is forwarded as. */
import { SIGRTMAX, SIGSTOP, SIGTSTP, SIGTTOU } from "../linux/signals.ts";

export class Rewrites {
  /** What signal N is forwarded as, plus 1, so that 1 drops it; 0: as it is. */
  private readonly table: Uint8Array = new Uint8Array(SIGRTMAX + 1);

  set(from: i32, to: i32): void {
    this.table[from] = (to + 1) as u8;
  }

  has(signal: i32): bool {
    return this.table[signal] != 0;
  }

  /** The signal to send for `signal`, 0 when it is to be dropped. */
  of(signal: i32): i32 {
    return this.has(signal) ? this.table[signal] - 1 : signal;
  }

  /** dumb-init stops the group by force when the terminal would: nobody else could continue it. */
  stopByForce(): void {
    for (let signal = SIGTSTP; signal <= SIGTTOU; signal++) {
      if (!this.has(signal)) this.set(signal, SIGSTOP);
    }
  }
}
