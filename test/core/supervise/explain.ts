/** Owns the question why a program cannot be run. */
import { expect } from "vitest";
import type { ProgramFile } from "../../sim/reading.ts";
import { tsinit } from "../../sim/scenario.ts";

export interface Answer {
  readonly cause: string;
  readonly status: number;
}

/** What is said of `name` when spawn gives `errno` and the file is as `programFile` says. */
export function explain(
  errno: number,
  programFile: ProgramFile,
  name = "./p",
  machine = 62,
): Answer {
  const { status, lines, kernel } = tsinit([name, "arg"], {
    prepare: (made) =>
      void Object.assign(made, { spawnError: errno, programFile, machineNumber: machine }),
  });
  expect(lines).toHaveLength(1);
  expect(kernel.openFiles).toBe(0);
  const start = `tsinit: fatal: cannot run "${name}": `;
  expect(lines[0]!.startsWith(start)).toBe(true);
  return { status, cause: lines[0]!.slice(start.length, -1) };
}

export const file = (text: string | Uint8Array): ProgramFile => ({
  bytes: typeof text === "string" ? Buffer.from(text, "latin1") : text,
});
