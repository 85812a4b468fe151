/** Owns the way between the core's signal numbers and the names that a program uses. */

import { takeSignal, writeSignal } from "../core/linux/signals.ts";
import { ARGUMENTS, Cursor } from "../core/text/cursor.ts";
import { Line } from "../core/text/line.ts";
import { TsinitError } from "./errors.ts";
import { WordKernel } from "./word-kernel.ts";

/** `SIGTERM`, `SIGRTMIN+3`. */
export function signalName(number: number): string {
  const line = new Line();
  writeSignal(line, number);
  return Buffer.from(line.bytes.subarray(0, line.length)).toString("latin1");
}

/** The number of `TERM`, `SIGTERM`, `RTMIN+3`, or of a number; 0 is no signal. */
export function signalNumber(signal: string | number): number {
  const cursor = new Cursor(new WordKernel([String(signal)]));
  cursor.moveTo(ARGUMENTS, 0, 0);
  const number = takeSignal(cursor);
  if (number >= 0 && cursor.peek() === 0) return number;
  throw new TsinitError("ERR_TSINIT_OPTION", `${JSON.stringify(signal)}: no such signal`);
}
