/** Owns how a test runs tsinitctl as it is published: the bundle, under plain Node. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Options, type Result, Run } from "./run.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUNDLE = join(ROOT, "dist/lib/tsinitctl.mjs");

/** The words that run it. */
export const TSINITCTL = [process.execPath, BUNDLE] as const;

export function start(words: readonly string[], options?: Options): Run {
  return new Run([...TSINITCTL, ...words], options);
}

export async function tsinitctl(words: readonly string[], options?: Options): Promise<Result> {
  return await start(words, options).ended;
}

/** Writes files below `folder`, each with its text. */
export function lay(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

export const CONTAINER = "0123456789abcdef".repeat(4);
export const POD = "4a3b2c1d-0000-4111-8222-333344445555";
