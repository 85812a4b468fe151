/** Owns the list of processes in /proc: its order, its end, and what it may keep back (proc(5)). */
import { Kernel } from "../kernel.ts";
import { EIO, ENOENT } from "./errno.ts";

export class ProcList {
  /** The errno (negative) with which the list broke off, or 0. */
  error: i32 = 0;
  /** It keeps processes back (hidepid): a PID namespace that somebody lives in has a PID 1. */
  isHiding: bool = false;
  private readonly kernel: Kernel;
  private last: i32 = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** The first PID, or 0 with an `error`: there is no empty list. */
  first(): i32 {
    this.last = 0;
    this.error = 0;
    const process = this.take(this.kernel.listProcesses(true));
    this.isHiding = process != 1;
    if (process == 0 && this.error == 0) this.error = -ENOENT;
    return process;
  }

  /** The next PID, or 0 where the list ends or breaks off. */
  next(): i32 {
    return this.take(this.kernel.listProcesses(false));
  }

  /** Lets go of a list that is not to be read to its end. */
  stop(): void {
    this.kernel.stopListing();
  }

  /** Kernels list in rising order, and a list of rising numbers cannot go on for ever. */
  private take(process: i32): i32 {
    if (process > this.last) {
      this.last = process;
      return process;
    }
    if (process > 0) this.stop();
    if (process != 0) this.error = process < 0 ? process : -EIO;
    return 0;
  }
}
