/** Owns the calling of hooks: none may keep anything waiting for longer than its time. */
import { TsinitError } from "./errors.ts";
import type { Orphan } from "./orphan.ts";

/** What `onSignal` may give: nothing or true to forward, false or null to drop, or a signal. */
export type SignalDecision = string | number | boolean | null | undefined | void;

/** A signal that came to this process. */
export interface SignalEvent {
  /** `SIGTERM`, `SIGRTMIN+3` and so on. */
  readonly signal: string;
  /** The PID of who sent it; 0 when the kernel did, or somebody in another PID namespace. */
  readonly sender: number;
  /** The child's PID. */
  readonly child: number;
  /** Aborted when the hook's time is over, or the child has ended meanwhile. */
  readonly over: AbortSignal;
}

/** How the child has ended. */
export interface Ending {
  /** 0 to 255: its exit status, or 128+n when signal n killed it, remapped. */
  readonly status: number;
  /** The signal that killed it, or null. */
  readonly signal: string | null;
  readonly pid: number;
}

/** Each may be asynchronous, and may take as long as `hookTimeout` says. */
export interface Hooks {
  /**
   * Is asked before a signal is forwarded, so it may await what must come first. When it takes too
   * long or fails, the signal is forwarded as it came. Signals do not wait for one another.
   */
  readonly onSignal?: (event: SignalEvent) => SignalDecision | Promise<SignalDecision>;
  /** Is told of each orphan that has been reaped. */
  readonly onReap?: (orphan: Orphan) => unknown;
  /** Is awaited when the child has ended; a number becomes the status. */
  readonly onExit?: (ending: Ending) => unknown;
}

/** How many hooks there are. Throws `ERR_TSINIT_OPTION` for one that cannot be called. */
export function checkHooks(hooks: Hooks): number {
  if (typeof hooks !== "object" || hooks === null) {
    throw new TsinitError("ERR_TSINIT_OPTION", "the hooks must be an object");
  }
  const given = (["onSignal", "onReap", "onExit"] as const).filter(
    (name) => hooks[name] !== undefined,
  );
  const wrong = given.find((name) => typeof hooks[name] !== "function");
  if (wrong === undefined) return given.length;
  throw new TsinitError("ERR_TSINIT_OPTION", `${wrong} is not a function`);
}

/** Tells `onError`, which may itself throw or reject: then that becomes a process warning. */
export function report(onError: (error: unknown) => unknown, error: unknown): void {
  const failed = (other: unknown): void => process.emitWarning(String(other));
  try {
    Promise.resolve(onError(error)).catch(failed);
  } catch (other) {
    failed(other);
  }
}

/** Milliseconds that a hook has by default. */
const TIMEOUT = 5000;

export class HookCaller {
  private readonly timeout: number;
  private readonly onError: (error: unknown) => void;
  private readonly running = new Set<AbortController>();

  constructor(timeout: number | undefined, onError: (error: unknown) => void) {
    this.timeout = timeout ?? TIMEOUT;
    this.onError = onError;
  }

  /** What the hook gives, or `otherwise` when it fails, its time is over, or nobody waits. */
  async call<T>(
    name: string,
    hook: (over: AbortSignal) => T | Promise<T>,
    otherwise: T,
  ): Promise<T> {
    const over = new AbortController();
    const isOver = new Promise<T>((give) => {
      over.signal.addEventListener("abort", () => give(otherwise));
    });
    const timer = setTimeout(() => {
      this.fail(new TsinitError("ERR_TSINIT_HOOK", `${name} took more than ${this.timeout} ms`));
      over.abort();
    }, this.timeout);
    this.running.add(over);
    try {
      return await Promise.race([hook(over.signal), isOver]);
    } catch (error) {
      this.fail(error);
      return otherwise;
    } finally {
      clearTimeout(timer);
      this.running.delete(over);
      over.abort();
    }
  }

  /** Nobody waits for the hooks that still run. */
  end(): void {
    for (const over of this.running) over.abort();
  }

  /** Not even a broken handler of errors may end anything. */
  fail(error: unknown): void {
    report(this.onError, error);
  }
}
