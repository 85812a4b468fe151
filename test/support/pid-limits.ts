/** Owns the limits of PIDs, and what `--zombies` says of each: a control group's, or the system's. */
import { EACCES, EIO, ENOENT } from "../sim/numbers.ts";
import { LEVELS } from "./pid-levels.ts";
import {
  ABOVE,
  type Files,
  group,
  MEMORY,
  mount,
  OTHERS,
  type Seen,
  V2,
  v1Mount,
  v2Mount,
  v2Path,
} from "./pid-mounts.ts";
import { PLACES } from "./pid-places.ts";

export interface Limit {
  readonly name: string;
  readonly files: Files;
  /** As the summary writes it. */
  readonly pids: string;
}

/** No control group has a limit: the system's own. */
const SYSTEM = "45 of 100";
/** What the control group in question has. */
const IN_GROUP = "7 of 50";

const WITHOUT: readonly Seen[] = [
  { name: "no control groups", mounts: ABOVE, own: "", groups: {} },
  { name: "v1 without the controller", mounts: ABOVE + OTHERS, own: MEMORY, groups: {} },
  { name: "v2 without the controller", mounts: v2Mount(), own: v2Path("/a"), groups: {} },
  {
    name: "no limit anywhere",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "max"),
  },
  {
    name: "a controller that this process has no group of",
    mounts: v1Mount(),
    own: MEMORY,
    groups: {},
  },
  { name: "an empty file of control groups", mounts: v2Mount(), own: "", groups: {} },
  {
    name: "a file system that is only called so",
    mounts: mount("ext4", "/cgroup2", "/", "", "rw,pids"),
    own: v2Path("/a"),
    groups: group("/cgroup2/a", "50"),
  },
  {
    name: "a limit that is none",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "none"),
  },
  {
    name: "an empty limit",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: { [`${V2}/a/pids.max`]: "" },
  },
];

function limits(rows: readonly Seen[], otherwise: string): Limit[] {
  return rows.map(({ name, mounts, own, groups, pids = otherwise }) => ({
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
    pids: IN_GROUP,
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
  ...limits([...PLACES, ...LEVELS], IN_GROUP),
  ...limits(WITHOUT, SYSTEM),
  ...FILES_ROWS,
];
