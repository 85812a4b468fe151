/** Owns looks at a simulated /proc through `--zombies`: who is in it, and what its files hold. */
import { run } from "../../src/core/main.ts";
import type { SimKernel } from "./kernel.ts";
import type { ProgramFile } from "./reading.ts";
import type { Failure } from "./recorder.ts";
import type { Outcome } from "./scenario.ts";
import { tsinit } from "./scenario.ts";

/** A process in /proc: a zombie of PID 1, unless it is said to be something else. */
export interface Entry {
  readonly pid: number;
  readonly parent?: number;
  /** Bytes, as those of every text here. */
  readonly command?: string;
  readonly state?: string;
  readonly threads?: number;
  /** In hundredths of a second since the machine's start. */
  readonly start?: number | string;
  readonly cgroup?: string;
}

export interface Look {
  readonly entries?: readonly Entry[];
  /** By their paths; in front of what `entries` and `SYSTEM` say. */
  readonly files?: Readonly<Record<string, string | ProgramFile>>;
  readonly options?: readonly string[];
  /** tsinit's own PID: of another than 1, and without an entry for that, PID 1 is not listed. */
  readonly pid?: number;
  readonly failures?: readonly Failure[];
  readonly prepare?: (kernel: SimKernel) => void;
  readonly runner?: (kernel: SimKernel) => number;
}

/** A machine that has been up for 10,000,000 seconds, and no control groups. */
export const SYSTEM: Readonly<Record<string, string>> = {
  "/proc/uptime": "10000000.99 12345678.90\n",
  "/proc/loadavg": "0.08 0.03 0.01 2/45 4711\n",
  "/proc/sys/kernel/pid_max": "100\n",
  "/proc/1/comm": "init\n",
};

/** /proc/PID/stat (proc(5)). */
export function stat(entry: Entry): string {
  const { pid, parent = 1, command = "probe", state = "Z", threads = 1, start = 0 } = entry;
  const middle = "1 1 0 -1 4194560 98 0 0 0 0 0 0 0 20 0";
  const rest = `0 0 18446744073709551615 ${"0 ".repeat(26)}0`;
  return `${pid} (${command}) ${state} ${parent} ${middle} ${threads} 0 ${start} ${rest}\n`;
}

function filesOf(look: Look): Record<string, string | ProgramFile> {
  const files: Record<string, string | ProgramFile> = { ...SYSTEM };
  for (const entry of look.entries ?? []) {
    files[`/proc/${entry.pid}/stat`] = stat(entry);
    files[`/proc/${entry.pid}/comm`] = `${entry.command ?? "probe"}\n`;
    if (entry.cgroup !== undefined) files[`/proc/${entry.pid}/cgroup`] = entry.cgroup;
  }
  return Object.assign(files, look.files);
}

/** Runs `--zombies`: what came of it. */
export function look(scene: Look): Outcome {
  return tsinit(["--zombies", ...(scene.options ?? [])], {
    pid: scene.pid ?? 1,
    runner: scene.runner ?? run,
    prepare: (kernel) => {
      for (const { pid, parent = 1 } of scene.entries ?? []) kernel.world.add(pid, parent, "probe");
      for (const [path, file] of Object.entries(filesOf(scene))) {
        const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
        kernel.disk.set(path, typeof file === "string" ? { bytes: bytes(file) } : file);
      }
      kernel.failures = scene.failures ?? [];
      scene.prepare?.(kernel);
    },
  });
}
