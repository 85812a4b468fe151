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
  /** Milliseconds that a hook may take: 5000 by default. */
  readonly hookTimeout?: number;
  /** Gets errors of hooks; by default they become process warnings. */
  readonly onError?: (error: unknown) => void;
  /** Aborted, it is as if SIGTERM had come; before the start nothing is started. */
  readonly signal?: AbortSignal;
}

/** The words of the command line that is as if it had been given. */
export function wordsOfOptions(command: readonly string[], options: SuperviseOptions): string[] {
  if (command.length === 0 || command.some((word) => word.includes("\0"))) {
    throw new TsinitError("ERR_TSINIT_OPTION", "the command must be words without zero bytes");
  }
  const { forward, onExit, grace, parentDeathSignal, session, warnOnReap, logFormat } = options;
  const time = typeof grace === "number" ? `${Math.round(grace)}ms` : grace;
  const words = [
    ["forward", forward], ["on-exit", onExit], ["grace", time], ["log-format", logFormat],
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
