/** Owns the options of `supervise`, and the words of tsinit's own command line that they are. */
import { TsinitError } from "./errors.ts";

/** Each means what the option of tsinit's command line with its name means, and defaults alike. */
export interface SuperviseOptions {
  /** Whom signals are forwarded to: the child alone (the default), its group, all descendants. */
  readonly forward?: "child" | "group" | "all";
  /** What is forwarded in place of a signal, by name or number; null or 0 drops it. */
  readonly rewrite?: Readonly<Record<string, string | number | null>>;
  /** What is done with descendants that outlive the child: `leave` is the default. */
  readonly onExit?: "leave" | "wait" | "stop";
  /** Milliseconds, or a text such as `10s`, from the first stop signal to SIGKILL. */
  readonly grace?: number | string;
  /** Exit statuses to report in place of others. */
  readonly remapExit?: Readonly<Record<number, number>>;
  /** A signal that is forwarded when this process's parent ends. */
  readonly parentDeathSignal?: string | number;
  /** The child leads a session of its own. */
  readonly session?: boolean;
  /** Each orphan that is reaped is named on standard error. */
  readonly warnOnReap?: boolean;
  /** How much is said on standard error: 0, warnings alone, to 3. */
  readonly verbose?: 0 | 1 | 2 | 3;
  readonly logFormat?: "text" | "json";
  /** The child's environment; this process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that a hook may take, 1 to 2147483647: 5000 by default. */
  readonly hookTimeout?: number;
  /** Gets errors of hooks; by default they become process warnings. */
  readonly onError?: (error: unknown) => void;
  /** Aborted, it is as if SIGTERM had come; before the start nothing is started. */
  readonly signal?: AbortSignal;
}

/** The longest that a timer of Node's can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

function demand(isRight: boolean, message: string): void {
  if (!isRight) throw new TsinitError("ERR_TSINIT_OPTION", message);
}

/** Checks what all that goes on for long takes. */
export function checkWatchers(options: Pick<SuperviseOptions, "onError" | "signal">): void {
  demand(typeof options === "object" && options !== null, "the options must be an object");
  const { onError, signal } = options;
  demand(onError === undefined || typeof onError === "function", "onError is not a function");
  demand(signal === undefined || signal instanceof AbortSignal, "signal is not an AbortSignal");
}

/** What the types forbid, for programs that have none, and what the core does not look at. */
export function checkOptions(command: readonly string[], options: SuperviseOptions): void {
  const isCommand =
    Array.isArray(command) &&
    command.length > 0 &&
    command.every((word) => typeof word === "string" && !word.includes("\0"));
  demand(isCommand, "the command must be words without zero bytes");
  checkWatchers(options);
  const { hookTimeout = 1, verbose = 0 } = options;
  demand(
    typeof hookTimeout === "number" && hookTimeout >= 1 && hookTimeout <= LONGEST,
    `hookTimeout must be 1 to ${LONGEST} milliseconds`,
  );
  demand([0, 1, 2, 3].includes(verbose), "verbose must be 0 to 3");
}

/** The words of the command line that is as if it had been given. */
export function wordsOfOptions(command: readonly string[], options: SuperviseOptions): string[] {
  const { forward, onExit, grace, parentDeathSignal, session, warnOnReap, logFormat } = options;
  const time = typeof grace === "number" ? `${Math.round(grace)}ms` : grace;
  const words = [
    ["forward", forward],
    ["on-exit", onExit],
    ["grace", time],
    ["log-format", logFormat],
    ["parent-death-signal", parentDeathSignal],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  for (const [from, to] of Object.entries(options.rewrite ?? {})) {
    words.push(`--rewrite=${from}:${to ?? 0}`);
  }
  for (const [from, to] of Object.entries(options.remapExit ?? {})) {
    words.push(`--remap-exit=${from}:${to}`);
  }
  if (session) words.push("--session");
  if (warnOnReap) words.push("--warn-on-reap");
  for (let level = options.verbose ?? 0; level > 0; level--) words.push("-v");
  return ["tsinit", ...words, "--", ...command];
}

/** The environment as a program gets it. */
export function entriesOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const entries = Object.entries(env).filter(([, value]) => value !== undefined);
  return entries.map(([name, value]) => `${name}=${value}`.replaceAll("\0", ""));
}
