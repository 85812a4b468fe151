/** Owns the scenes in which calls fail, and the errno that each call can give. */
import {
  CONT,
  E2BIG,
  EACCES,
  EAGAIN,
  EBADF,
  ECHILD,
  EFBIG,
  EINTR,
  EINVAL,
  EIO,
  EISDIR,
  ELOOP,
  EMFILE,
  ENAMETOOLONG,
  ENOENT,
  ENOEXEC,
  ENOMEM,
  ENOSPC,
  ENOSYS,
  ENOTDIR,
  ENOTTY,
  EPERM,
  EPIPE,
  ESRCH,
  ETXTBSY,
  TERM,
  TSTP,
} from "./numbers.ts";
import type { Setup } from "./scenario.ts";
import { orphanEnds, sends } from "./scenario.ts";

/** Any call can be refused by a filter (seccomp(2)), most often with these. */
const FILTER = [EPERM, ENOSYS];

/** `next`, `stop`, `machine`, `close` and the words themselves give no errors. */
export const ERRORS: Readonly<Record<string, readonly number[]>> = {
  processId: FILTER,
  parentId: FILTER,
  processGroup: FILTER,
  write: [...FILTER, EAGAIN, EBADF, EFBIG, EINTR, EINVAL, EIO, ENOSPC, EPIPE],
  becomeSubreaper: [...FILTER, EINVAL],
  setParentDeathSignal: [...FILTER, EINVAL],
  foregroundGroup: [...FILTER, ENOTTY, EIO, EBADF],
  setForegroundGroup: [...FILTER, ENOTTY, EINVAL, EIO, ESRCH],
  open: [...FILTER, EACCES, EINTR, EMFILE, ENOENT, ENOMEM, ESRCH],
  read: [...FILTER, EAGAIN, EINTR, EIO, EISDIR, ESRCH],
  letGo: FILTER,
  peek: [...FILTER, ECHILD, EINTR, EINVAL],
  wait: [...FILTER, ECHILD, EINTR, EINVAL],
  listProcesses: [...FILTER, EACCES, EIO, EMFILE, ENOENT],
  openProcess: [...FILTER, EINVAL, EMFILE, ENOMEM, ESRCH],
  signalProcess: [...FILTER, EINVAL, ESRCH],
  parentOf: [...FILTER, ENOTTY, ESRCH],
  kill: [...FILTER, EINVAL, ESRCH, EAGAIN],
};

export const SPAWN_ERRORS = [
  EPERM,
  ENOENT,
  E2BIG,
  ENOEXEC,
  EAGAIN,
  ENOMEM,
  EACCES,
  ENOTDIR,
  EINVAL,
  EMFILE,
  EIO,
  EISDIR,
  ETXTBSY,
  ENAMETOOLONG,
  ENOSYS,
  ELOOP,
];

export interface Scene {
  readonly name: string;
  readonly words: readonly string[];
  readonly setup: Setup;
}

export const SCENES: readonly Scene[] = [
  { name: "a child that ends", words: ["program"], setup: {} },
  {
    name: "signals to the group, all messages",
    words: ["-g", "-vvv", "-r", "USR1:USR2", "-r", "HUP:0", "program"],
    setup: { steps: [sends(TERM), sends(10), sends(1), sends(37), sends(CONT)] },
  },
  {
    name: "orphans, named",
    words: ["-w", "-vv", "program"],
    setup: { steps: [orphanEnds("one"), orphanEnds("two", 9), sends(TERM), orphanEnds("three")] },
  },
  {
    name: "signals to all, one of them hidden",
    words: ["--forward=all", "--grace=2m", "program"],
    setup: {
      pid: 70,
      steps: [sends(TERM), sends(10)],
      prepare: (kernel) => {
        kernel.world.add(1, 0, "systemd");
        kernel.world.add(60, 1, "outsider");
        kernel.hidden = 33_000;
        kernel.tellsParents = true;
        kernel.onSpawn = (child) => {
          kernel.world.add(33_000, child.pid, "hidden");
          kernel.world.add(34_000, 33_000, "daemon");
        };
      },
    },
  },
  {
    name: "a terminal, a stop, a continue",
    words: ["-v", "program"],
    setup: {
      pid: 70,
      foreground: 70,
      steps: [(kernel, child) => kernel.world.stop(child, TSTP), sends(TERM), sends(CONT)],
    },
  },
  {
    name: "a stop in an orphaned group",
    words: ["program"],
    setup: {
      foreground: 1,
      orphanedGroup: true,
      steps: [(kernel, child) => kernel.world.stop(child, TSTP)],
    },
  },
  {
    name: "a parent that is gone, a socket's variable, a child that a signal kills",
    words: ["-s", "-p", "TERM", "--", "program"],
    setup: {
      pid: 70,
      variables: ["A=b", "LISTEN_PID=70"],
      prepare: (kernel) => {
        kernel.parents = [999, 1];
        kernel.onSpawn = (child) => void (child.mortal = true);
      },
    },
  },
];
