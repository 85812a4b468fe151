/**
 * What this machine offers to the tests, and the words a title gets when a test cannot run here.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Need {
  readonly met: boolean;
  /** Empty when the need is met, or else the reason in brackets, for the end of a title. */
  readonly suffix: string;
}

function need(met: boolean, reason: string): Need {
  return { met, suffix: met ? "" : ` (skipped: ${reason})` };
}

export function both(one: Need, other: Need): Need {
  return one.met ? other : one;
}

export function pathOf(program: string): string | null {
  for (const folder of (process.env["PATH"] ?? "/bin:/usr/bin").split(":")) {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {}
  }
  return null;
}

function succeeds(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}

const onPath = (program: string): boolean => pathOf(program) !== null;

export const root = need(process.getuid?.() === 0, "needs root");
export const strace = need(
  onPath("strace") && succeeds("strace", ["-qq", "-o", "/dev/null", "true"]),
  "no strace that works on this machine",
);
export const bash = need(onPath("bash"), "no bash on this machine");
export const zsh = need(onPath("zsh"), "no zsh on this machine");
export const tini = need(onPath("tini"), "no tini on this machine");
export const pidNamespace = need(
  succeeds("unshare", ["--fork", "--pid", "--mount-proc", "--kill-child", "true"]),
  "unshare cannot make a PID namespace here",
);
export const x86 = need(process.arch === "x64", "written for x86-64");

/** The two machines that tsinit is built for, by their kernel's names; this one comes first. */
export const machines =
  process.arch === "arm64" ? (["aarch64", "x86_64"] as const) : (["x86_64", "aarch64"] as const);

/** The binary for a machine, which the build leaves out where it finds no compiler for it. */
export function built(machine: (typeof machines)[number]): Need {
  const path = fileURLToPath(new URL(`../../dist/tsinit-${machine}`, import.meta.url));
  return need(
    existsSync(path),
    `no dist/tsinit-${machine}: install ` +
      `gcc-${machine.replace("_", "-")}-linux-gnu and build anew`,
  );
}

/** Whether the kernel itself refuses binaries of another machine, which binfmt_misc may change. */
export function runsForeign(machine: string): Need {
  const entry = `/proc/sys/fs/binfmt_misc/qemu-${machine}`;
  let there = true;
  try {
    accessSync(entry);
  } catch {
    there = false;
  }
  return need(!there, `this machine runs ${machine} binaries`);
}

export function compilerOf(): string {
  return process.env["CC"] ?? ["cc", "gcc", "clang"].find(onPath) ?? "cc";
}

export function compile(source: string, target: string, flags: readonly string[]): void {
  const words = ["-O1", "-o", target, source, ...flags];
  execFileSync(compilerOf(), words, { stdio: ["ignore", "ignore", "inherit"] });
}
