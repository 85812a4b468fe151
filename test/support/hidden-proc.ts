/** Owns PID namespaces in which somebody who is not root sees a /proc that hides processes. */
import { probe } from "./probes.ts";

/** What goes before a script of a shell, so that it is PID 1 of a namespace with its own mounts. */
export const unshared = ["unshare", "--fork", "--pid", "--mount", "--kill-child", "sh", "-c"];

/** Runs a command as that user, under a /proc that is mounted with the option (proc(5)). */
export function underHiddenProc(option: string, user: number, command: string[]): string[] {
  const script = `mount -t proc -o ${option} proc /proc || exit 90; "$@"; exit $?`;
  return [...unshared, script, "sh", probe("prep"), `uid=${user}`, "--", ...command];
}

/** Who may see no process but its own under such a /proc. */
export const NOBODY = 65_534;
