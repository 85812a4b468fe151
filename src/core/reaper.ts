/** Owns waiting: every ended process is reaped, and the child's end or stop is told. */
import { ECHILD, ESRCH } from "./errno.ts";
import { ANY_CHILD, Kernel } from "./kernel.ts";
import { Line } from "./line.ts";
import { DEBUG, Log, WARNING } from "./log.ts";
import { Options } from "./options.ts";
import { hasEnded, stopSignal } from "./status.ts";

/** What a pass found. */
export const DRAINED: i32 = 0;
export const MORE: i32 = 1;
export const CHILD_ENDED: i32 = 2;
export const CHILD_STOPPED: i32 = 3;
export const CHILD_LOST: i32 = 4;

/** Reaps in one pass, so that a flood of orphans cannot keep a signal waiting. */
const PASS_LIMIT: i32 = 64;

/** The kernel keeps 15 bytes of a command's name (TASK_COMM_LEN, proc(5)). */
const COMMAND_LIMIT: i32 = 16;

export class Reaper {
  child: i32 = 0;
  /** The wait status that came with `CHILD_ENDED` and `CHILD_STOPPED`. */
  status: i32 = 0;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly path: Line = new Line();
  private readonly command: Uint8Array = new Uint8Array(COMMAND_LIMIT);
  private commandLength: i32 = 0;

  constructor(kernel: Kernel, options: Options, log: Log) {
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /** Reaps until nothing is left, the child has news, or the pass is over. */
  pass(): i32 {
    for (let left = PASS_LIMIT; left > 0; left--) {
      const process = this.kernel.wait(this.options.warnOnReap ? this.lookAt() : ANY_CHILD);
      if (process == -ECHILD) return this.childExists() ? DRAINED : CHILD_LOST;
      if (process <= 0) return DRAINED;
      const status = this.kernel.waitStatus();
      if (process == this.child) {
        this.status = status;
        if (hasEnded(status)) return CHILD_ENDED;
        if (stopSignal(status) != 0) return CHILD_STOPPED;
      } else if (hasEnded(status)) {
        const level = this.options.warnOnReap ? WARNING : DEBUG;
        this.log.reaped(level, process, status, this.command, this.commandLength);
      }
    }
    return MORE;
  }

  /**
   * Without the child, ECHILD would mean that somebody else took its status; a refused wait4(2) is
   * not that.
   */
  private childExists(): bool {
    return this.kernel.kill(this.child, 0) != -ESRCH;
  }

  /**
   * Reads the command of the process that is to be reaped next; afterwards /proc knows it no more.
   */
  private lookAt(): i32 {
    this.commandLength = 0;
    const process = this.kernel.peek();
    if (process <= 0 || process == this.child) return ANY_CHILD;
    const path = this.path;
    path.length = 0;
    path.text("/proc/");
    path.number(process);
    path.text("/comm");
    path.byte(0);
    const file = this.kernel.open(path.bytes);
    if (file < 0) return process;
    this.commandLength = this.kernel.read(file, this.command, COMMAND_LIMIT) - 1;
    this.kernel.close(file);
    return process;
  }
}
