/** Owns the wait status (the raw word of wait(2)) and the exit status that is made of it. */
import { Line } from "../text/line.ts";
import { writeSignal } from "./signals.ts";

/**
 * The exit status of wrong use, of tsinit's own failure, and of a child whose own cannot be had.
 */
export const FAILED: i32 = 1;

/** The low seven bits: the signal that killed the child, or all of them when it was stopped. */
const LOW_BITS: i32 = 127;

/** The child ended, by itself or by a signal; otherwise it was stopped or continued. */
export function hasEnded(status: i32): bool {
  return (status & LOW_BITS) != LOW_BITS;
}

/** The signal that stopped the child, or 0 when it was not stopped (0xffff: it was continued). */
export function stopSignal(status: i32): i32 {
  return (status & 0xff) == LOW_BITS ? (status >> 8) & 0xff : 0;
}

/** The signal that killed the child, or 0 when it ended by itself. */
export function killSignal(status: i32): i32 {
  return hasEnded(status) ? status & LOW_BITS : 0;
}

/** 0 to 255: the child's own exit status, or 128+n when signal n killed it. */
export function exitStatus(status: i32): i32 {
  const signal = killSignal(status);
  return signal != 0 ? 128 + signal : (status >> 8) & 0xff;
}

/** Writes `exit status 3` or `killed by SIGTERM`. */
export function writeStatus(line: Line, status: i32): void {
  const signal = killSignal(status);
  if (signal != 0) {
    line.text("killed by ");
    writeSignal(line, signal);
  } else {
    line.text("exit status ");
    line.number(exitStatus(status));
  }
}
