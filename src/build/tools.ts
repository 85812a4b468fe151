/** Owns the running of other programs by the build, and its one kind of error. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
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

/** The path of a command that a package in node_modules brings. */
export function toolOfPackages(name: string): string {
  return join(ROOT, "node_modules/.bin", name);
}
