/** Owns the running of other programs by the build, and its one kind of error. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
export const DIST = join(ROOT, "dist");
/** What is made on the way to the binary. */
export const WORK = join(DIST, "work");

/** An error whose message is all that the user needs. */
export class BuildError extends Error {}

export function runTool(command: string, args: string[], name: string): void {
  const ran = spawnSync(command, args, { cwd: WORK, encoding: "utf8" });
  if (ran.status === 0) return;
  throw new BuildError(`${name} failed: ${ran.error?.message ?? ""}${ran.stdout}${ran.stderr}`);
}

export function isThere(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
}

/** `output`, in dist, is there, and none of the `inputs`, files and whole folders, is newer. */
export function isFresh(output: string, inputs: readonly string[]): boolean {
  const path = join(DIST, output);
  if (!existsSync(path)) return false;
  const built = statSync(path).mtimeMs;
  return inputs.map((input) => join(ROOT, input)).every((input) => {
    const isFolder = statSync(input).isDirectory();
    const names = isFolder ? readdirSync(input, { recursive: true }) : [""];
    return names.every((name) => statSync(join(input, String(name))).mtimeMs <= built);
  });
}
