/** Owns what an install may come to: a whole copy and not a word, or one line and no trace of it. */
import { expect } from "vitest";
import type { Install } from "../../sim/installs.ts";
import { install } from "../../sim/installs.ts";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Failure } from "../../sim/recorder.ts";
import type { Outcome } from "../../sim/scenario.ts";

/** The one line, whatever the cause. */
export const REFUSAL = /^tsinit: fatal: cannot install "\/bin\/init": [a-z][a-z0-9 /-]+\n$/;

/** It is silent, and a whole copy at `path` is all that there is. */
export function expectCopy({ status, stdout, stderr, kernel }: Outcome, path: string): void {
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  expect(kernel.made).toEqual(new Map([[path, kernel.self]]));
  expect(kernel.openFiles).toBe(0);
}

/** One line, status 1, and nothing that was not there before. */
export function expectRefusal(outcome: Outcome, line: RegExp | string): void {
  const { status, stdout, lines, kernel } = outcome;
  expect([status, stdout, lines.length]).toEqual([1, "", 1]);
  expect([...kernel.made.keys()]).toEqual([]);
  if (typeof line === "string") expect(lines[0]).toBe(line);
  else expect(lines[0]).toMatch(line);
}

/** One line with this cause, for a place that is named as it was given. */
export function expectCause(outcome: Outcome, place: string, cause: string): void {
  expectRefusal(outcome, `tsinit: fatal: cannot install "${place}": ${cause}\n`);
}

export function expectNoneOf(kernel: SimKernel, methods: readonly string[]): void {
  for (const method of methods)
    expect([method, kernel.counts.get(method)]).toEqual([method, undefined]);
}

/** An install in which these calls fail. */
export function refused(failures: readonly Failure[], more: Install = {}): Outcome {
  return install({ ...more, prepare: (kernel) => void (kernel.failures = failures) });
}
