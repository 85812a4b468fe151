/** Owns the look at control groups: how many processes each has, and how many it may have. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TsinitError, wordsOf } from "./errors.ts";

/** One control group that has a limit, or is a container's. */
export interface ControlGroup {
  /** Its place below the root of the hierarchy, `/` for the root itself. */
  readonly path: string;
  /** The container's 64 hexadecimal digits, when its name holds them. */
  readonly container: string | null;
  /** The UID of the Kubernetes pod, or Podman's id of the pod, that it belongs to. */
  readonly pod: string | null;
  /** Processes and threads in it and below it. */
  readonly current: number;
  /** How many there may be at most; null: as many as the groups above it allow. */
  readonly max: number | null;
  /** `current` in per cent of `max`, to a tenth. */
  readonly percent: number | null;
}

/** Docker's `HEX`, and `docker-HEX.scope`, `libpod-HEX.scope` and their like. */
const CONTAINER = /(?:^|-)([0-9a-f]{64})(?:\.scope)?$/;

/**
 * `podUID` and, from systemd, `kubepods-burstable-podUID.slice` with underscores; a static pod's
 * UID is a hash. Podman's pods are `libpod_pod_HEX`.
 */
const POD = new RegExp(
  "pod(?<uid>[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32}" +
    "|(?<=_pod)_[0-9a-f]{64})(?:\\.slice)?(?:/|$)",
);

/**
 * Every container and every other control group with a limit that has processes: those nearest to
 * their limit first, those without one last. `root` is where control groups are mounted; version 1
 * and 2 are understood (cgroups(7), the pids controller). A group that this process may not read,
 * or that ends meanwhile, is left out. Throws `ERR_TSINIT_SYSTEM` where `root` cannot be read.
 */
export function controlGroups(root: string = "/sys/fs/cgroup"): ControlGroup[] {
  checkFolder(root);
  const top = existsSync(join(root, "cgroup.controllers")) ? root : join(root, "pids");
  const found: ControlGroup[] = [];
  for (let todo = ["/"]; todo.length > 0; ) {
    const path = todo.pop() as string;
    const folder = join(top, path);
    const names = subfolders(folder);
    todo = todo.concat(names.map((name) => join(path, name)));
    const group = readGroup(
      folder,
      path,
      names.some((name) => CONTAINER.test(name)),
    );
    if (group !== null) found.push(group);
  }
  return found.sort(byNeed);
}

function checkFolder(folder: string): void {
  try {
    readdirSync(folder);
  } catch (cause) {
    throw new TsinitError("ERR_TSINIT_SYSTEM", `cannot read ${folder}: ${wordsOf(cause)}`, {
      cause,
    });
  }
}

/**
 * The pod that a control group's path names. Podman's pods may be called as containers are: those
 * right below are in it.
 */
function podOf(path: string): string | null {
  const uid = POD.exec(path)?.groups?.["uid"];
  if (uid !== undefined) return uid.replace(/^_/, "").replaceAll("_", "-");
  const [name = "", parent = ""] = path.split("/").reverse();
  return CONTAINER.test(name) ? (CONTAINER.exec(parent)?.[1] ?? null) : null;
}

function subfolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** The root of a whole machine has no count, and no limit. */
function readGroup(folder: string, path: string, holdsContainers: boolean): ControlGroup | null {
  const current = readNumber(join(folder, "pids.current"));
  if (current === null || current === 0) return null;
  const max = readNumber(join(folder, "pids.max"));
  const id = CONTAINER.exec(path.slice(path.lastIndexOf("/") + 1))?.[1] ?? null;
  const container = holdsContainers ? null : id;
  if (max === null && container === null && path !== "/") return null;
  const percent = max === null ? null : Math.round((1000 * current) / Math.max(max, 1)) / 10;
  const pod = podOf(path) ?? (holdsContainers ? id : null);
  return { path, container, pod, current, max, percent };
}

/** A number, or null for `max` and for what cannot be read. */
function readNumber(file: string): number | null {
  try {
    const number = Number.parseInt(readFileSync(file, "latin1"), 10);
    return Number.isNaN(number) ? null : number;
  } catch {
    return null;
  }
}

function byNeed(one: ControlGroup, other: ControlGroup): number {
  const nearer = (other.percent ?? -1) - (one.percent ?? -1);
  return nearer || other.current - one.current || (one.path < other.path ? -1 : 1);
}
