/** Owns the one kind of error that the library throws, and the codes that tell its causes apart. */
import { getSystemErrorMap, inspect } from "node:util";

/**
 * `ERR_TSINIT_OPTION`: an option or the command is wrong; nothing was started.
 * `ERR_TSINIT_START`: the program could not be started; `status` is what tsinit would end with.
 * `ERR_TSINIT_PLATFORM`: this machine, or this place in the program, cannot do it.
 * `ERR_TSINIT_SYSTEM`: the kernel refused; `errno` says why.
 * `ERR_TSINIT_HOOK`: a hook took too long or gave what cannot be used; all went on without it.
 * `ERR_TSINIT_FILE`: a file of the package is missing or is not what the build made.
 */
export type ErrorCode =
  | "ERR_TSINIT_OPTION"
  | "ERR_TSINIT_START"
  | "ERR_TSINIT_PLATFORM"
  | "ERR_TSINIT_SYSTEM"
  | "ERR_TSINIT_HOOK"
  | "ERR_TSINIT_FILE";

/** What `TsinitError` knows beyond its message. */
export interface ErrorDetails {
  /** The exit status that tsinit itself would end with: 127 not found, 126 not runnable, 1. */
  readonly status?: number;
  /** The positive error number of the call that the kernel refused (errno(3)). */
  readonly errno?: number;
  readonly cause?: unknown;
}

/** An error whose message is one line that a user can act on. */
export class TsinitError extends Error {
  override readonly name = "TsinitError";
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly errno: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.errno = details.errno;
  }
}

/** The words for a failed call of Node's own, `permission denied` for EACCES, in one line. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(textOf(error));
  const { errno } = error as NodeJS.ErrnoException;
  const words = errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
  return words ?? firstLine(String(error.message || error.name));
}

/** Anything can be thrown, also what has no text. */
function textOf(thrown: unknown): string {
  return typeof thrown === "object" ? inspect(thrown) : String(thrown);
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}
