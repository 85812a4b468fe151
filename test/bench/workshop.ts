/** The scratch folder of compiled programs; nothing that is started through it outlives the run. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const LIBC_FREE = ["-nostdlib", "-static", "-fno-stack-protector"];
/** As bare as tsinit: no page but those that it needs. */
const BARE = ["-s", "-Wl,-z,noseparate-code", "-Wl,-z,norelro", "-Wl,--build-id=none"];
const PROGRAMS = {
  true: LIBC_FREE,
  floor: [...LIBC_FREE, ...BARE],
  start: [],
  latency: [],
  probe: [],
};

export type Workshop = Record<keyof typeof PROGRAMS, string>;

/** An error that the user can do something about: printed as one line, without a stack. */
export class Failure extends Error {}

const pids = new Set<number>();
let folder = "";

/** By number and synchronously, so that it also works while the process is ending. */
function cleanUp(): void {
  for (const pid of pids) kill(pid);
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had ended already.
  }
}

function compile(source: string, output: string, flags: string[]): void {
  const words = ["-O2", "-Wall", "-Wextra", ...flags, "-o", output, source];
  const result = spawnSync("cc", words, { stdio: ["ignore", "inherit", "inherit"] });
  if (result.error) throw new Failure('cannot run "cc": no such file in PATH; install gcc');
  if (result.status !== 0) throw new Failure(`cannot compile ${source}`);
}

export function openWorkshop(): Workshop {
  process.on("exit", cleanUp);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => process.exit(1));
  }
  folder = mkdtempSync(join(tmpdir(), "tsinit-bench-"));
  const paths = {} as Workshop;
  for (const [name, flags] of Object.entries(PROGRAMS)) {
    const output = join(folder, name);
    compile(join(import.meta.dirname, `${name}.c`), output, flags);
    paths[name as keyof Workshop] = output;
  }
  return paths;
}

/** Has this process killed at the end of the run; the init in a namespace takes all of it along. */
export function guard(pid: number): void {
  pids.add(pid);
}

/** To be called once a process is known to be gone: its number may soon be another's. */
export function release(pid: number): void {
  pids.delete(pid);
}

export function startGuarded(command: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command[0] ?? "", command.slice(1), options);
  const { pid } = child;
  if (pid !== undefined) {
    guard(pid);
    child.on("exit", () => release(pid));
  }
  return child;
}

/** Runs a driver over all commands and gives its samples: one array a command, in nanoseconds. */
export async function runDriver(
  driver: string,
  rounds: number,
  commands: string[][],
): Promise<number[][]> {
  const words = commands.flatMap((command, i) => (i === 0 ? command : [";", ...command]));
  const stdio: SpawnOptions = { stdio: ["ignore", "pipe", "inherit"] };
  const child = startGuarded([driver, String(rounds), ...words], stdio);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => (text += part));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (status !== 0) throw new Failure(`the driver ${basename(driver)} gave up`);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  return commands.map((_, i) => lines.map((line) => line[i] ?? NaN));
}
