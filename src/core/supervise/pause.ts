/** Owns the end of a pause, which runs no program. */
import { Dialect, TSINIT } from "../dialects/dialect.ts";
import { Kernel } from "../kernel.ts";
import { SIGINT, SIGKILL, SIGTERM } from "../linux/signals.ts";

export class Pause {
  private readonly kernel: Kernel;
  private readonly dialect: Dialect;

  constructor(kernel: Kernel, dialect: Dialect) {
    this.kernel = kernel;
    this.dialect = dialect;
  }

  /**
   * `signal` ends it: TERM and INT do, unless tsinit was started to ignore them, which catatonit
   * does not look at; SIGKILL may stand for the parent's death.
   */
  isOver(signal: i32): bool {
    if (signal == SIGKILL) return true;
    if (signal != SIGTERM && signal != SIGINT) return false;
    return this.dialect.kind != TSINIT || !this.kernel.isIgnored(signal);
  }
}
