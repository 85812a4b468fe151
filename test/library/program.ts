/** Owns how a test runs a small program that imports the library as it is published. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scratch } from "../support/probes.ts";
import { type Options, Run } from "../support/run.ts";
import { ROOT } from "../support/tsinitctl.ts";

export const LIBRARY = pathToFileURL(join(ROOT, "dist/lib/index.mjs")).href;

/** Whatever a program may want of the library, and a way to print one JSON line. */
const HEAD = `import { becomeSubreaper, reapOrphans, supervise, TsinitError } from "${LIBRARY}";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
const print = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
const zombies = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, "utf8").split(" ")
  .filter((pid) => pid && readFileSync(\`/proc/\${pid}/stat\`, "utf8").includes(") Z "));
const failed = ({ name, code, status, message }) => ({ name, code, status, message });
`;

export interface Where {
  /** What goes before Node. */
  readonly prefix?: readonly string[];
  readonly node?: string;
  readonly words?: readonly string[];
  readonly options?: Options;
}

/** Starts the statements of a module, with what `HEAD` has at hand. */
export function start(body: string, where: Where = {}): Run {
  const file = join(scratch(), "program.mjs");
  writeFileSync(file, HEAD + body);
  const { prefix = [], node = process.execPath, words = [], options } = where;
  return new Run([...prefix, node, file, ...words], options);
}

/** The values that a program has printed when it has ended, which it must do with status 0. */
export async function printed(body: string, where: Where = {}): Promise<unknown[]> {
  const { status, out, err } = await start(body, where).ended;
  if (status !== 0) throw new Error(`status ${status}: ${out}${err}`);
  return out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

/** A command as the program writes it. */
export function quote(words: readonly string[]): string {
  return JSON.stringify(words);
}

export function shell(script: string): string {
  return quote(["sh", "-c", script]);
}
