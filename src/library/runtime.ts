/** Owns the question whose child an ended process is: the runtime's, or nobody's. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { native } from "./native.ts";

/** `nextOrphan`: a child that is somebody's has ended and hides the rest until it is reaped. */
export const HIDDEN = -1000;

/** Milliseconds that a child has which was there before anybody looked, for the runtime to reap. */
const PATIENCE = 100;

/**
 * The children that Node has started and will wait for itself. Node tells of each before it starts
 * it; from then on its PID is Node's, until Node has told of its end.
 */
class Runtime {
  /** What this package has started in this thread. */
  readonly reserved = new Set<number>();
  private readonly children = new Set<ChildProcess>();
  /** Children from before the first user, and since when they have been seen as ended. */
  private readonly early = new Map<number, number>();
  private users = 0;

  private readonly note = (message: unknown): void => {
    this.children.add((message as { process: ChildProcess }).process);
  };

  begin(): void {
    if (this.users++ > 0) return;
    subscribe("child_process", this.note);
    for (const pid of childrenOfThread()) this.early.set(pid, 0);
  }

  end(): void {
    if (--this.users > 0) return;
    unsubscribe("child_process", this.note);
    this.children.clear();
    this.early.clear();
  }

  /**
   * An ended child of this thread that nobody waits for, 0 when there is none now, `HIDDEN`, or a
   * negative errno: ECHILD when there is no child at all. A child that is Node's is reaped by libuv
   * in the turn of the event loop in which its SIGCHLD came; until then it may stand before others.
   * `except` knows children that somebody else waits for.
   */
  nextOrphan(except?: (pid: number) => boolean): number {
    const pid = native().calls.peekOwn();
    return pid > 0 && (this.isOwned(pid) || except?.(pid)) ? HIDDEN : pid;
  }

  /** Forgets those whose end Node has told. */
  private isOwned(pid: number): boolean {
    let isOwned = this.reserved.has(pid);
    for (const child of this.children) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (child.pid === undefined || hasEnded) this.children.delete(child);
      else if (child.pid === pid) isOwned = true;
    }
    return isOwned || this.mayBeOwned(pid);
  }

  /** Started before anybody looked, by Node or not: Node has its chance first. */
  private mayBeOwned(pid: number): boolean {
    const since = this.early.get(pid);
    if (since === undefined) return false;
    const now = performance.now();
    if (since === 0) this.early.set(pid, now);
    const isOver = since > 0 && now - since > PATIENCE;
    if (isOver) this.early.delete(pid);
    return !isOver;
  }
}

/** The children that this thread has now (proc(5)); none where the kernel does not list them. */
function childrenOfThread(): number[] {
  try {
    const text = readFileSync("/proc/thread-self/children", "latin1");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export const runtime = new Runtime();
