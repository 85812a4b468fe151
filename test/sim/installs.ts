/** Owns runs of `--install` on a simulated disk, and every way in which a call of it is refused. */
import { run } from "../../src/core/main.ts";
import type { SimKernel } from "./kernel.ts";
import * as errno from "./numbers.ts";
import type { ProgramFile } from "./reading.ts";
import type { Outcome, Setup } from "./scenario.ts";
import { tsinit } from "./scenario.ts";

export interface Install {
  readonly words?: readonly string[];
  readonly variables?: readonly string[];
  /** What is there already, by path. */
  readonly files?: Readonly<Record<string, string | ProgramFile>>;
  readonly prepare?: (kernel: SimKernel) => void;
  readonly runner?: Setup["runner"];
}

/** What fsync(2) and close(2) say where something that was written is lost, or may be. */
export const LOST: readonly number[] = [
  errno.EIO,
  errno.ENOSPC,
  errno.EDQUOT,
  errno.EINTR,
  errno.EBADF,
];

/** What fsync(2) says where there is nothing to wait for, or nobody who may ask. */
export const UNABLE: readonly number[] = [
  errno.EINVAL,
  errno.EROFS,
  errno.ENOSYS,
  errno.EOPNOTSUPP,
  errno.EPERM,
  errno.EACCES,
];

/** A folder can be opened, but not read. */
export const FOLDER: ProgramFile = { read: errno.EISDIR };

/** Runs it with `words`, or to /bin/init, where /bin is a folder. */
export function install({ words, variables, files, prepare, runner }: Install = {}): Outcome {
  return tsinit(words ?? ["--install", "/bin/init"], {
    variables: variables ?? [],
    runner: runner ?? run,
    prepare: (kernel) => {
      kernel.disk.set("/bin", FOLDER);
      for (const [path, file] of Object.entries(files ?? {})) {
        if (typeof file === "string") kernel.made.set(path, file);
        else kernel.disk.set(path, file);
      }
      prepare?.(kernel);
    },
  });
}

const FILTER = [errno.EPERM, errno.ENOSYS];
const PATH = [
  errno.EACCES,
  errno.ELOOP,
  errno.ENAMETOOLONG,
  errno.ENOENT,
  errno.ENOMEM,
  errno.ENOTDIR,
  errno.EIO,
];
const FILES = [errno.EMFILE, errno.ENFILE, errno.EINTR, errno.EOVERFLOW, errno.ENODEV, errno.ENXIO];
const SPACE = [errno.EDQUOT, errno.ENOSPC, errno.EROFS];

/**
 * The errno that each call can give before the copy has its place (open(2), read(2), write(2),
 * stat(2), rename(2)).
 */
export const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  openSelf: [...FILTER, ...PATH, ...FILES],
  read: [...FILTER, errno.EAGAIN, errno.EBADF, errno.EFAULT, errno.EINTR, errno.EINVAL, errno.EIO],
  create: [
    ...FILTER,
    ...PATH,
    ...FILES,
    ...SPACE,
    errno.EEXIST,
    errno.EINVAL,
    errno.EISDIR,
    errno.ETXTBSY,
    errno.EBUSY,
  ],
  write: [
    ...FILTER,
    errno.EAGAIN,
    errno.EBADF,
    errno.EDQUOT,
    errno.EFAULT,
    errno.EFBIG,
    errno.EINTR,
    errno.EINVAL,
    errno.EIO,
    errno.ENOSPC,
    errno.EPIPE,
  ],
  kind: [
    ...FILTER,
    errno.EACCES,
    errno.ENAMETOOLONG,
    errno.ENOMEM,
    errno.ENOTDIR,
    errno.EIO,
    errno.EOVERFLOW,
  ],
  rename: [
    ...FILTER,
    ...PATH,
    ...SPACE,
    errno.EBUSY,
    errno.EEXIST,
    errno.EFAULT,
    errno.EINVAL,
    errno.EISDIR,
    errno.EMLINK,
    errno.ENOTEMPTY,
    errno.EXDEV,
  ],
};
