/** Owns `tsinitctl install`: the static binary for this machine, put where an image needs it. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { TsinitError, wordsOf } from "../library/errors.ts";
import { readBinary } from "../library/package.ts";

/**
 * A folder takes the binary under its own name, as with cp(1). What is no file is not replaced, by
 * the same rule as the core's (src/core/install/installer.ts).
 */
function targetOf(destination: string): string {
  const isFolder = statSync(destination, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const target = isFolder ? join(destination, "tsinit") : destination;
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isDirectory()) {
    throw new Error("a device, FIFO or socket is there");
  }
  return target;
}

/** There is no way to wait for the disk, which is no sign that anything is lost. */
const UNABLE = new Set(["EINVAL", "EROFS", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM", "EACCES"]);

function attempt(call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** A name outlasts a loss of power only with its folder (fsync(2)). */
function syncFolder(folder: string): void {
  attempt(() => {
    const file = openSync(folder, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Writes beside the target and renames (rename(2)): whoever runs the old one keeps it, and nobody
 * ever sees half of the new one. A PID would not do for the draft's name: in containers it is the
 * same each time, and one that was killed has left its draft.
 */
function place(bytes: Uint8Array, target: string): void {
  const draft = join(dirname(target), `.tsinit-${randomUUID()}`);
  const file = openSync(draft, "wx", 0o755);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fchmodSync(file, 0o755);
      attempt(() => fsyncSync(file));
    } finally {
      // Some file systems tell only now that what was written is lost (close(2)).
      closeSync(file);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

export function installCommand(): Command {
  return new Command("install")
    .description("put the static binary for this machine at DEST")
    .argument("<dest>", "a path, or a folder to put it in as tsinit")
    .option("--arch <arch>", "for another machine: x64 (amd64) or arm64", process.arch)
    .addHelpText(
      "after",
      `
The binary is what the package was published with: its sha256 is checked. Mode 755; what runs
from DEST at the time is not disturbed.

Examples:
  tsinitctl install /tsinit
  RUN npx tsinitctl install /tsinit          (in a Dockerfile)`,
    )
    .action((destination: string, { arch }: { arch: string }) => {
      const bytes = readBinary(arch);
      try {
        place(bytes, targetOf(destination));
      } catch (cause) {
        throw new TsinitError(
          "ERR_TSINIT_SYSTEM",
          `cannot install to ${destination}: ${wordsOf(cause)}`,
          { cause },
        );
      }
    });
}
