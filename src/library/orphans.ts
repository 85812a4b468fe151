/** Owns the reaping of orphans in a program that starts children of its own as well. */
import { readFileSync } from "node:fs";
import { ECHILD } from "../core/linux/errno.ts";
import { exitStatus, killSignal } from "../core/linux/status.ts";
import { TsinitError } from "./errors.ts";
import { report } from "./hooks.ts";
import { native } from "./native.ts";
import { checkWatchers } from "./options.ts";
import type { Orphan } from "./orphan.ts";
import { HIDDEN, runtime } from "./runtime.ts";
import { signalName } from "./signal-names.ts";

/** Reaped in one turn of the event loop, so that a flood of orphans cannot keep it from turning. */
const TURN_LIMIT = 256;

/** What ends the reaping, and what hears of errors in the callback. */
export interface ReapOptions {
  /** Ends the reaping when it is aborted. */
  readonly signal?: AbortSignal;
  /**
   * Says which children are waited for by somebody that Node does not know of, such as an add-on
   * that forks (a pseudo-terminal's); they are left alone.
   */
  readonly except?: (pid: number) => boolean;
  /** Gets what the callback threw, or rejected with; by default it becomes a process warning. */
  readonly onError?: (error: unknown) => void;
}

/** A reaping that goes on until it is stopped. */
export interface Reaping {
  /** How many orphans were reaped so far. */
  readonly count: number;
  stop(): void;
}

/**
 * Makes this process the parent of all orphans among its descendants, as PID 1 is anyway
 * (PR_SET_CHILD_SUBREAPER, prctl(2)). From then on they must be reaped: see `reapOrphans`. Throws
 * `ERR_TSINIT_SYSTEM` with `errno` EINVAL in some sandboxes.
 */
export function becomeSubreaper(): void {
  const error = native().calls.becomeSubreaper();
  if (error === 0) return;
  throw new TsinitError("ERR_TSINIT_SYSTEM", `cannot become the child subreaper: error ${-error}`, {
    errno: -error,
  });
}

/**
 * Reaps every orphan that comes to this process, which is PID 1 or has called `becomeSubreaper`,
 * and calls `callback` with each. Children that were started with child_process, in a worker too,
 * are left to Node, whose events come as ever. Nothing is polled: SIGCHLD leads to a look
 * (waitid(2) with WNOWAIT), and the one process found is waited for by its PID.
 *
 * Call it before children are started. It does not keep the event loop alive. A callback that
 * throws stops nothing. Throws `ERR_TSINIT_OPTION` for an option of a wrong type,
 * `ERR_TSINIT_PLATFORM` in a worker and where the native part cannot be loaded, and
 * `ERR_TSINIT_SYSTEM` where waiting is refused.
 */
export function reapOrphans(
  callback?: (orphan: Orphan) => unknown,
  options: ReapOptions = {},
): Reaping {
  checkWatchers(options);
  options.signal?.throwIfAborted();
  const reaping = new OrphanReaping(callback, options);
  reaping.start();
  options.signal?.addEventListener("abort", () => reaping.stop(), { once: true });
  return reaping;
}

class OrphanReaping implements Reaping {
  count = 0;
  private readonly callback: ((orphan: Orphan) => unknown) | undefined;
  private readonly onError: (error: unknown) => void;
  private readonly except: ((pid: number) => boolean) | undefined;
  private next: NodeJS.Immediate | null = null;
  private isStopped = false;

  constructor(callback: ((orphan: Orphan) => unknown) | undefined, options: ReapOptions) {
    this.callback = callback;
    this.onError = options.onError ?? warn;
    this.except = options.except;
  }

  /** What is left from before is reaped as well. */
  start(): void {
    const found = runtime.nextOrphan(this.except);
    if (found < 0 && found !== HIDDEN && found !== -ECHILD) {
      throw new TsinitError("ERR_TSINIT_SYSTEM", `cannot wait for orphans: error ${-found}`, {
        errno: -found,
      });
    }
    runtime.begin();
    process.on("SIGCHLD", this.pass);
    this.later();
  }

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    process.off("SIGCHLD", this.pass);
    if (this.next !== null) clearImmediate(this.next);
    runtime.end();
  }

  private readonly pass = (): void => {
    for (let left = TURN_LIMIT; left > 0 && !this.isStopped; left--) {
      const pid = runtime.nextOrphan(this.except);
      if (pid === HIDDEN) break;
      if (pid <= 0) return;
      const orphan = reap(pid);
      if (orphan === null) continue;
      this.count++;
      this.tell(orphan);
    }
    if (!this.isStopped) this.later();
  };

  private later(): void {
    this.next ??= setImmediate(() => {
      this.next = null;
      this.pass();
    });
  }

  private tell(orphan: Orphan): void {
    try {
      const told = this.callback?.(orphan);
      if (told instanceof Promise) told.catch((error) => report(this.onError, error));
    } catch (error) {
      report(this.onError, error);
    }
  }
}

/** Reaps the ended child `pid`; null when another had it meanwhile. */
export function reap(pid: number): Orphan | null {
  const command = commandOf(pid);
  if (native().calls.wait(pid) !== pid) return null;
  const status = native().calls.waitStatus();
  const killer = killSignal(status);
  const signal = killer > 0 ? signalName(killer) : null;
  return { pid, command, status: exitStatus(status), signal };
}

/** /proc knows an ended process until it is reaped. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").replace(/\n$/, "");
  } catch {
    return "";
  }
}

/** For what is nobody's to catch. */
export function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
