/** Owns what the npm package brings beside its JavaScript: version, binaries and their hashes. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TsinitError, wordsOf } from "./errors.ts";

/** The machine's name in the binary's file name, by the names that Node, Docker and uname use. */
const MACHINES: Readonly<Record<string, string>> = {
  x64: "x86_64",
  amd64: "x86_64",
  x86_64: "x86_64",
  arm64: "aarch64",
  aarch64: "aarch64",
};

/** The machine's name in file names; `architecture` is what Node, uname(1) or Docker call it. */
export function machineOf(architecture: string): string {
  const machine = MACHINES[architecture];
  if (machine !== undefined) return machine;
  throw new TsinitError(
    "ERR_TSINIT_PLATFORM",
    `there is no tsinit for ${architecture}; there is one for x64 and for arm64`,
  );
}

/** The folder of package.json: this file lies below it, bundled or not. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * The bytes of the static binary for `architecture`, as the build made them: their sha256 is
 * checked. `architecture` is `process.arch`, or what uname(1) and Docker call it.
 */
export function readBinary(architecture: string): Buffer {
  const machine = machineOf(architecture);
  const name = `tsinit-${machine}`;
  const bytes = readPart(name);
  const hashes = JSON.parse(readPart("lib/hashes.json").toString()) as Record<string, string>;
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash === hashes[name]) return bytes;
  throw new TsinitError(
    "ERR_TSINIT_FILE",
    `${name}: sha256 is ${hash}, but ${hashes[name] ?? "none"} was built; install tsinit again`,
  );
}

function readPart(name: string): Buffer {
  try {
    return readFileSync(join(packageFolder(), "dist", name));
  } catch (error) {
    throw new TsinitError(
      "ERR_TSINIT_FILE",
      `cannot read dist/${name}: ${wordsOf(error)}; install tsinit again`,
      { cause: error },
    );
  }
}
