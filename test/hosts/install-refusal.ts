/** Owns what an install that cannot be made comes to. */
import type { Result } from "../support/run.ts";

/** One line that names the place as it was given. */
export function refusal(place: string, cause: string): Result {
  return { status: 1, out: "", err: `tsinit: fatal: cannot install "${place}": ${cause}\n` };
}
