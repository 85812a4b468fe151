/** Owns the shapes of mountinfo and of a process's control groups, and the limit that they name. */

import type { Look } from "../sim/looks.ts";
import { EACCES, EIO, ENOENT } from "../sim/numbers.ts";
import { ID } from "./cgroup-paths.ts";

export interface Limit {
  readonly name: string;
  readonly files: NonNullable<Look["files"]>;
  /** As the summary writes it. */
  readonly pids: string;
}

/** No control group has a limit: the system's own. */
const SYSTEM = "45 of 100";
/** What the control group in question has. */
const FOUND = "7 of 50";

const V1 = "/sys/fs/cgroup/pids";
const V2 = "/sys/fs/cgroup";

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

const ABOVE =
  mount("ext4", "/", "/", "shared:1 ") +
  mount("proc", "/proc") +
  mount("tmpfs", "/sys/fs/cgroup", "/", "master:2 shared:3 ");
const OTHERS =
  mount("cgroup", "/sys/fs/cgroup/cpu,cpuacct", "/", "", "rw,cpu,cpuacct") +
  mount("cgroup", "/sys/fs/cgroup/systemd", "/", "", "rw,xattr,name=systemd");
const MEMORY = "13:misc:/\n12:cpu,cpuacct:/a\n";

const v1Mount = (point = V1, root = "/", fields = ""): string =>
  ABOVE + OTHERS + mount("cgroup", point, root, fields, "rw,pids");
const v2Mount = (point = V2, root = "/", fields = ""): string =>
  ABOVE + mount("cgroup2", point, root, fields, "rw,nsdelegate");
const v1Path = (path: string): string => `${MEMORY}5:pids:${path}\n1:name=systemd:/b\n`;
const v2Path = (path: string): string => `0::${path}\n`;

/** The files of a control group; without a limit `max`. */
function group(folder: string, max: string, current = "7"): Limit["files"] {
  return { [`${folder}/pids.max`]: `${max}\n`, [`${folder}/pids.current`]: `${current}\n` };
}

type Row = readonly [
  name: string,
  mounts: string,
  own: string,
  groups: Limit["files"],
  pids?: string,
];

const FOUND_ROWS: readonly Row[] = [
  ["v1", v1Mount(), v1Path("/a/b"), group(`${V1}/a/b`, "50")],
  ["v1, at its root", v1Mount(), v1Path("/"), group(`${V1}`, "50")],
  [
    "v1, together with another controller",
    ABOVE + mount("cgroup", "/cg/both", "/", "", "rw,cpu,pids"),
    "5:cpu,pids:/a\n",
    group("/cg/both/a", "50"),
  ],
  ["v1, the first of its controllers", v1Mount(), "5:pids,misc:/a\n", group(`${V1}/a`, "50")],
  ["v2", v2Mount(), v2Path("/a/b"), group(`${V2}/a/b`, "50")],
  ["v2, at its root, which is a namespace's", v2Mount(), v2Path("/"), group(V2, "50")],
  ["v2, without a newline behind the path", v2Mount(), "0::/a", group(`${V2}/a`, "50")],
  [
    "v1 beside v2 without the controller",
    v2Mount("/sys/fs/cgroup/unified") + v1Mount(),
    v1Path("/a") + v2Path("/b"),
    group(`${V1}/a`, "50"),
  ],
  [
    "v2 beside v1 without the controller",
    OTHERS + v2Mount("/sys/fs/cgroup/unified"),
    MEMORY + v2Path("/b"),
    group("/sys/fs/cgroup/unified/b", "50"),
  ],
  [
    "v1 somewhere else",
    v1Mount("/cgroups/of/pids"),
    v1Path("/a"),
    group("/cgroups/of/pids/a", "50"),
  ],
  ["v2 somewhere else", v2Mount("/mnt"), v2Path("/a"), group("/mnt/a", "50")],
  ["v2 at the root of all", v2Mount("/"), v2Path("/a"), group("//a", "50")],
  [
    "a mount point with blanks",
    v2Mount("/my\\040control\\011groups\\134x"),
    v2Path("/a"),
    group("/my control\tgroups\\x/a", "50"),
  ],
  [
    "optional fields",
    v2Mount(V2, "/", "shared:4 master:1 propagate_from:2 "),
    v2Path("/a"),
    group(`${V2}/a`, "50"),
  ],
  [
    "a field that is not known yet",
    v2Mount(V2, "/", "unbindable new:cgroup2 "),
    v2Path("/a"),
    group(`${V2}/a`, "50"),
  ],
  [
    "a path with blanks and colons",
    v2Mount(),
    v2Path("/a b/x:y, z"),
    group(`${V2}/a b/x:y, z`, "50"),
  ],
  [
    "a container without a namespace, v1",
    v1Mount(V1, `/docker/${ID}`),
    v1Path(`/docker/${ID}`),
    group(V1, "50"),
  ],
  [
    "a container without a namespace, v2",
    v2Mount(V2, `/docker/${ID}`),
    v2Path(`/docker/${ID}`),
    group(V2, "50"),
  ],
  [
    "a group within such a container",
    v1Mount(V1, `/docker/${ID}`),
    v1Path(`/docker/${ID}/a`),
    group(`${V1}/a`, "50"),
  ],
  [
    "a group outside of what is mounted",
    v1Mount(V1, `/docker/${ID}`),
    v1Path("/other/group"),
    group(V1, "50"),
  ],
  [
    "a group above what is mounted",
    v1Mount(V1, `/docker/${ID}`),
    v1Path("/docker"),
    group(V1, "50"),
  ],
  ["a namespace below what is mounted", v2Mount(V2, "/../.."), v2Path("/"), group(V2, "50")],
  [
    "a limit one above",
    v2Mount(),
    v2Path("/a/b"),
    { ...group(`${V2}/a`, "50"), ...group(`${V2}/a/b`, "max", "1") },
  ],
  [
    "a limit far above",
    v2Mount(),
    v2Path("/a/b/c/d"),
    { ...group(`${V2}/a`, "50"), ...group(`${V2}/a/b`, "max"), ...group(`${V2}/a/b/c/d`, "max") },
  ],
  [
    "a limit at the root of a namespace",
    v2Mount(),
    v2Path("/a/b"),
    { ...group(V2, "50"), ...group(`${V2}/a/b`, "max", "1") },
  ],
  [
    "two limits: the nearer",
    v2Mount(),
    v2Path("/a/b"),
    { ...group(`${V2}/a`, "20", "9"), ...group(`${V2}/a/b`, "50") },
  ],
  ["a limit of 0", v2Mount(), v2Path("/a"), group(`${V2}/a`, "0", "3"), "3 of 0"],
  ["the highest limit", v2Mount(), v2Path("/a"), group(`${V2}/a`, "4194304"), "7 of 4194304"],
  ["more in use than the limit", v2Mount(), v2Path("/a"), group(`${V2}/a`, "5", "9"), "9 of 5"],
  [
    "a limit that may not be read, and one above",
    v2Mount(),
    v2Path("/a/b"),
    { ...group(`${V2}/a`, "50"), [`${V2}/a/b/pids.max`]: { open: EACCES } },
  ],
  [
    "a limit whose reading fails, and one above",
    v2Mount(),
    v2Path("/a/b"),
    { ...group(`${V2}/a`, "50"), [`${V2}/a/b/pids.max`]: { read: EIO } },
  ],
  [
    "a group that was removed, and one above",
    v2Mount(),
    v2Path("/a/b (deleted)"),
    group(`${V2}/a`, "50"),
  ],
  [
    "a mountinfo of 3,000 mounts",
    mount(
      "overlay",
      "/var/lib/docker/overlay2/merged",
      "/",
      "",
      `rw,lowerdir=${"x".repeat(300)}`,
    ).repeat(3000) + v2Mount(),
    v2Path("/a"),
    group(`${V2}/a`, "50"),
  ],
  [
    "a mount whose line is longer than any buffer",
    mount("overlay", "/merged", "/", "", `rw,lowerdir=${"/pids,cgroup2 ".repeat(1000)}`) +
      v1Mount(),
    v1Path("/a"),
    group(`${V1}/a`, "50"),
  ],
  [
    "a mount with long names in front",
    mount("ext4", `/${"m".repeat(4000)}`, `/${"r".repeat(4000)}`) + v2Mount(),
    v2Path("/a"),
    group(`${V2}/a`, "50"),
  ],
  [
    "a path of 1,000 bytes, and a limit above",
    v2Mount(),
    v2Path(`/a${"/b".repeat(500)}`),
    group(`${V2}/a`, "50"),
  ],
  [
    "a path of 4,000 bytes, and a limit above",
    v2Mount(),
    v2Path(`/a/${"b".repeat(4000)}`),
    group(`${V2}/a`, "50"),
  ],
  [
    "a path that is just too long for its file, and a limit above",
    v2Mount(),
    v2Path(`/a/${"b".repeat(1000)}`),
    group(`${V2}/a`, "50"),
  ],
];

const SYSTEM_ROWS: readonly Row[] = [
  ["no control groups", ABOVE, "", {}],
  ["v1 without the controller", ABOVE + OTHERS, MEMORY, {}],
  ["v2 without the controller", v2Mount(), v2Path("/a"), {}],
  ["no limit anywhere", v2Mount(), v2Path("/a"), group(`${V2}/a`, "max")],
  ["a controller that this process has no group of", v1Mount(), MEMORY, {}],
  ["an empty file of control groups", v2Mount(), "", {}],
  [
    "a file system that is only called so",
    mount("ext4", "/cgroup2", "/", "", "rw,pids"),
    v2Path("/a"),
    group("/cgroup2/a", "50"),
  ],
  ["a limit that is none", v2Mount(), v2Path("/a"), group(`${V2}/a`, "none")],
  ["an empty limit", v2Mount(), v2Path("/a"), { [`${V2}/a/pids.max`]: "" }],
];

function limits(rows: readonly Row[], otherwise: string): Limit[] {
  return rows.map(([name, mounts, own, groups, pids = otherwise]) => ({
    name,
    pids,
    files: { "/proc/self/mountinfo": mounts, "/proc/self/cgroup": own, ...groups },
  }));
}

const GONE = { open: ENOENT };

const FILES_ROWS: readonly Limit[] = [
  { name: "no mountinfo", files: { "/proc/self/cgroup": v2Path("/a") }, pids: SYSTEM },
  {
    name: "a mountinfo that may not be read",
    pids: SYSTEM,
    files: { "/proc/self/mountinfo": { open: EACCES } },
  },
  {
    name: "a mountinfo whose reading fails",
    pids: SYSTEM,
    files: { "/proc/self/mountinfo": { read: EIO } },
  },
  {
    name: "no file of control groups, and a limit where the mount is",
    pids: FOUND,
    files: { "/proc/self/mountinfo": v2Mount(), ...group(V2, "50") },
  },
  { name: "no /proc/loadavg", files: { "/proc/loadavg": GONE }, pids: "- of 100" },
  { name: "no /proc/sys", files: { "/proc/sys/kernel/pid_max": GONE }, pids: "45 of -" },
  {
    name: "neither",
    pids: "- of -",
    files: { "/proc/sys/kernel/pid_max": GONE, "/proc/loadavg": GONE },
  },
  {
    name: "a /proc/loadavg that tells nothing",
    files: { "/proc/loadavg": "\n" },
    pids: "- of 100",
  },
  {
    name: "a /proc/loadavg that ends behind the slash",
    pids: "- of 100",
    files: { "/proc/loadavg": "0.1 0.1 0.1 2/" },
  },
  {
    name: "a sandbox's /proc/loadavg, in which nobody lives",
    pids: "- of 100",
    files: { "/proc/loadavg": "0.00 0.00 0.00 0/0 0\n" },
  },
  {
    name: "a pid_max that tells nothing",
    files: { "/proc/sys/kernel/pid_max": "\n" },
    pids: "45 of -",
  },
  {
    name: "a limit, and no count beside it",
    pids: "- of 50",
    files: {
      "/proc/self/mountinfo": v2Mount(),
      "/proc/self/cgroup": v2Path("/a"),
      [`${V2}/a/pids.max`]: "50\n",
    },
  },
];

export const LIMITS: readonly Limit[] = [
  ...limits(FOUND_ROWS, FOUND),
  ...limits(SYSTEM_ROWS, SYSTEM),
  ...FILES_ROWS,
];
