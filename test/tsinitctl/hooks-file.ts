/** Owns files with hooks, as --hooks takes them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { probe, scratch } from "../support/probes.ts";
import type { Run } from "../support/run.ts";
import { start } from "../support/tsinitctl.ts";

export function hooksFile(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

/** The recorder under tsinitctl with these hooks, once it records. */
export async function recordUnder(file: string, ...words: string[]): Promise<Run> {
  const run = start(["run", "--hooks", file, probe("record"), ...words]);
  await run.line(/^ready/m);
  return run;
}
