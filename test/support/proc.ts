/** Reads of /proc: what a process is, what it holds, and who its children are. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** The words of a process, or none when it is gone or a zombie. */
export function words(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split("\0").slice(0, -1);
}

export function children(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

export function descendants(pid: number): number[] {
  return children(pid).flatMap((child) => [child, ...descendants(child)]);
}

/** A field of /proc/PID/status, or an empty text when there is no such process. */
export function status(pid: number, field: string): string {
  const match = new RegExp(`^${field}:\\s*(.*)$`, "m").exec(read(`/proc/${pid}/status`));
  return match?.[1] ?? "";
}

/** R, S, T, Z and so on; empty when the process is gone. */
export const state = (pid: number): string => status(pid, "State").slice(0, 1);

/** How often each thread of a process was put to sleep or aside: it changes with each wake-up. */
export function switches(pid: number): string {
  const counted = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const counters = read(`/proc/${pid}/task/${thread}/status`).match(/^\w*ctxt_switches.*$/gm);
    return [thread, ...(counters ?? [])].join(" ");
  });
  return counted.join("\n");
}

/** The fields of /proc/PID/stat after the name, so that 0 is the state. */
export function stat(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text
    .slice(text.lastIndexOf(")") + 2)
    .trim()
    .split(" ");
}

export const groupOf = (pid: number): number => Number(stat(pid)[2]);
export const foregroundOf = (pid: number): number => Number(stat(pid)[5]);

export function kilobytes(pid: number, field: string): number {
  return Number.parseInt(status(pid, field), 10);
}

export function descriptors(pid: number): number[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map(Number)
    .sort((one, other) => one - other);
}

export const cwd = (pid: number): string => readlinkSync(`/proc/${pid}/cwd`);

/** The number and arguments of the system call that a process stands in. */
export const systemCall = (pid: number): string[] => read(`/proc/${pid}/syscall`).trim().split(" ");

export function everyProcess(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

export function hasInEnvironment(pid: number, entry: string): boolean {
  return `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${entry}\0`);
}

/** Seconds since the start of the machine, on the clock that processes are dated with. */
export const uptime = (): number => Number.parseFloat(read("/proc/uptime"));
