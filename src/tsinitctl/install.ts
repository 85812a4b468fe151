/** Owns `tsinitctl install`: the static binary for this machine, put where an image needs it. */
import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync, fchmodSync }
  from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { TsinitError, wordsOf } from "../library/errors.ts";
import { readBinary } from "../library/package.ts";

/** A folder takes the binary under its own name, as with cp(1). */
function targetOf(destination: string): string {
  const isFolder = statSync(destination, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(destination, "tsinit") : destination;
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
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, 0o755);
    fsyncSync(file);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

export function installCommand(): Command {
  return new Command("install")
    .description("put the static binary for this machine at DEST")
    .argument("<dest>", "a path, or a folder to put it in as tsinit")
    .option("--arch <arch>", "for another machine: x64 (amd64) or arm64", process.arch)
    .addHelpText("after", `
The binary is what the package was published with: its sha256 is checked. Mode 755; what runs
from DEST at the time is not disturbed.

Examples:
  tsinitctl install /tsinit
  RUN npx tsinitctl install /tsinit          (in a Dockerfile)`)
    .action((destination: string, { arch }: { arch: string }) => {
      const bytes = readBinary(arch);
      try {
        place(bytes, targetOf(destination));
      } catch (cause) {
        throw new TsinitError("ERR_TSINIT_SYSTEM", `cannot install to ${destination}: ${
          wordsOf(cause)}`, { cause });
      }
    });
}
