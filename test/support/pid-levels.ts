/** Owns control groups of several levels: which of them has the limit, and what else there is. */
import { EACCES, EIO } from "../sim/numbers.ts";
import { group, mount, type Seen, V1, V2, v1Mount, v1Path, v2Mount, v2Path } from "./pid-mounts.ts";

/** The limit is 50, of which 7 are in use, but where a row says otherwise. */
export const LEVELS: readonly Seen[] = [
  {
    name: "a limit one above",
    mounts: v2Mount(),
    own: v2Path("/a/b"),
    groups: { ...group(`${V2}/a`, "50"), ...group(`${V2}/a/b`, "max", "1") },
  },
  {
    name: "a limit far above",
    mounts: v2Mount(),
    own: v2Path("/a/b/c/d"),
    groups: {
      ...group(`${V2}/a`, "50"),
      ...group(`${V2}/a/b`, "max"),
      ...group(`${V2}/a/b/c/d`, "max"),
    },
  },
  {
    name: "a limit at the root of a namespace",
    mounts: v2Mount(),
    own: v2Path("/a/b"),
    groups: { ...group(V2, "50"), ...group(`${V2}/a/b`, "max", "1") },
  },
  {
    name: "two limits: the nearer",
    mounts: v2Mount(),
    own: v2Path("/a/b"),
    groups: { ...group(`${V2}/a`, "20", "9"), ...group(`${V2}/a/b`, "50") },
  },
  {
    name: "a limit of 0",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "0", "3"),
    pids: "3 of 0",
  },
  {
    name: "the highest limit",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "4194304"),
    pids: "7 of 4194304",
  },
  {
    name: "more in use than the limit",
    mounts: v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "5", "9"),
    pids: "9 of 5",
  },
  {
    name: "a limit that may not be read, and one above",
    mounts: v2Mount(),
    own: v2Path("/a/b"),
    groups: { ...group(`${V2}/a`, "50"), [`${V2}/a/b/pids.max`]: { open: EACCES } },
  },
  {
    name: "a limit whose reading fails, and one above",
    mounts: v2Mount(),
    own: v2Path("/a/b"),
    groups: { ...group(`${V2}/a`, "50"), [`${V2}/a/b/pids.max`]: { read: EIO } },
  },
  {
    name: "a group that was removed, and one above",
    mounts: v2Mount(),
    own: v2Path("/a/b (deleted)"),
    groups: group(`${V2}/a`, "50"),
  },
  {
    name: "a mountinfo of 3,000 mounts",
    mounts:
      mount(
        "overlay",
        "/var/lib/docker/overlay2/merged",
        "/",
        "",
        `rw,lowerdir=${"x".repeat(300)}`,
      ).repeat(3000) + v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "50"),
  },
  {
    name: "a mount whose line is longer than any buffer",
    mounts:
      mount("overlay", "/merged", "/", "", `rw,lowerdir=${"/pids,cgroup2 ".repeat(1000)}`) +
      v1Mount(),
    own: v1Path("/a"),
    groups: group(`${V1}/a`, "50"),
  },
  {
    name: "a mount with long names in front",
    mounts: mount("ext4", `/${"m".repeat(4000)}`, `/${"r".repeat(4000)}`) + v2Mount(),
    own: v2Path("/a"),
    groups: group(`${V2}/a`, "50"),
  },
  {
    name: "a path of 1,000 bytes, and a limit above",
    mounts: v2Mount(),
    own: v2Path(`/a${"/b".repeat(500)}`),
    groups: group(`${V2}/a`, "50"),
  },
  {
    name: "a path of 4,000 bytes, and a limit above",
    mounts: v2Mount(),
    own: v2Path(`/a/${"b".repeat(4000)}`),
    groups: group(`${V2}/a`, "50"),
  },
  {
    name: "a path that is just too long for its file, and a limit above",
    mounts: v2Mount(),
    own: v2Path(`/a/${"b".repeat(1000)}`),
    groups: group(`${V2}/a`, "50"),
  },
];
