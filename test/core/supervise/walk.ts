/** Owns runs in which one signal goes to all: what is below the child, and what happens midway. */
import { expect } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Outcome, Setup, Step } from "../../sim/scenario.ts";
import { CHILD_END, sends, tsinit } from "../../sim/scenario.ts";
import type { Process } from "../../sim/world.ts";
import { USR1 } from "../../support/signals.ts";

export const childEnds: Step = ({ world }, child) => world.end(child, CHILD_END);

/** tsinit, which is not PID 1, gets one SIGUSR1 for all; `grow` makes what is below the child. */
export function walk(grow: (kernel: SimKernel, child: Process) => void, more: Setup = {}): Outcome {
  return tsinit(["--forward=all", "program"], {
    pid: 70,
    steps: [sends(USR1), childEnds],
    ...more,
    prepare: (kernel) => {
      kernel.onSpawn = (child) => grow(kernel, child);
      more.prepare?.(kernel);
    },
  });
}

/** Calls `act` once, before the first call of `method`. */
export function before(
  kernel: SimKernel,
  method: "signalProcess" | "openProcess",
  act: () => void,
): void {
  const call = kernel[method].bind(kernel) as (one: number, other: number) => number;
  let isDone = false;
  kernel[method] = (one: number, other: number = 0) => {
    if (!isDone) act();
    isDone = true;
    return call(one, other);
  };
}

/** Each of them got these signals, in this order. */
export function expectGot(processes: Iterable<Process>, signals: readonly number[]): void {
  for (const { pid, got } of processes) expect([pid, got]).toEqual([pid, signals]);
}

/** No descriptor is left open, and no process remembered. */
export function expectClean({ kernel }: Outcome): void {
  expect([kernel.openFiles, kernel.noted]).toEqual([0, 0]);
}
