/** Owns the shapes of mountinfo, and of the control groups of a process and their files. */
import type { Look } from "../sim/looks.ts";

export type Files = NonNullable<Look["files"]>;

export const V1 = "/sys/fs/cgroup/pids";
export const V2 = "/sys/fs/cgroup";

/** A row of mountinfo (proc(5)). */
export function mount(
  type: string,
  point: string,
  root = "/",
  fields = "",
  options = "rw",
): string {
  return `36 32 0:31 ${root} ${point} rw,nosuid,relatime ${fields}- ${type} ${type} ${options}\n`;
}

export const ABOVE =
  mount("ext4", "/", "/", "shared:1 ") +
  mount("proc", "/proc") +
  mount("tmpfs", "/sys/fs/cgroup", "/", "master:2 shared:3 ");
export const OTHERS =
  mount("cgroup", "/sys/fs/cgroup/cpu,cpuacct", "/", "", "rw,cpu,cpuacct") +
  mount("cgroup", "/sys/fs/cgroup/systemd", "/", "", "rw,xattr,name=systemd");
export const MEMORY = "13:misc:/\n12:cpu,cpuacct:/a\n";

export const v1Mount = (point = V1, root = "/", fields = ""): string =>
  ABOVE + OTHERS + mount("cgroup", point, root, fields, "rw,pids");
export const v2Mount = (point = V2, root = "/", fields = ""): string =>
  ABOVE + mount("cgroup2", point, root, fields, "rw,nsdelegate");
export const v1Path = (path: string): string => `${MEMORY}5:pids:${path}\n1:name=systemd:/b\n`;
export const v2Path = (path: string): string => `0::${path}\n`;

/** The files of a control group; without a limit `max`. */
export function group(folder: string, max: string, current = "7"): Files {
  return { [`${folder}/pids.max`]: `${max}\n`, [`${folder}/pids.current`]: `${current}\n` };
}

/** Where a process sees itself, and what stands there. */
export interface Seen {
  readonly name: string;
  /** /proc/self/mountinfo. */
  readonly mounts: string;
  /** /proc/self/cgroup. */
  readonly own: string;
  readonly groups: Files;
  /** As the summary writes it, where that is not as for the others. */
  readonly pids?: string;
}
