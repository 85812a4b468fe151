/**
 * The root filesystems that containers are made from: a busybox, the probes, and the init itself.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pathOf } from "../support/machine.ts";
import { probe } from "../support/probes.ts";

export const checkout = fileURLToPath(new URL("../..", import.meta.url));
export const init = resolve(checkout, process.env["TSINIT_UNDER_TEST"] ?? "dist/tsinit");

const applets = "cat echo env false id kill ls mkdir ps sh sleep stty test true".split(" ");
const probes = ["bare", "orphans", "record", "zombies"];

/** Puts a copy there that everybody may run. */
export function install(source: string, target: string): void {
  copyFileSync(source, target);
  chmodSync(target, 0o755);
}

/** Puts a copy of the file, by its own name, into a folder below the root. */
export function put(file: string, root: string, folder: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(file, join(root, folder, basename(file)));
}

/** Puts the libraries that a program or a library is linked to where they are on this machine. */
export function putLibraries(program: string, root: string): void {
  const listed = execFileSync("ldd", [program], { encoding: "latin1" }).match(/\/\S+/g) ?? [];
  for (const library of listed) put(library, root, dirname(library));
}

/** A folder with a shell, the probes by their names, and the init as /tsinit. */
export function fill(folder: string): string {
  mkdirSync(join(folder, "bin"), { recursive: true });
  mkdirSync(join(folder, "tmp"), { recursive: true });
  chmodSync(folder, 0o755);
  install(realpathSync(pathOf("busybox") ?? "busybox"), join(folder, "bin/busybox"));
  for (const name of applets) symlinkSync("busybox", join(folder, "bin", name));
  for (const name of probes) install(probe(name), join(folder, name));
  install(init, join(folder, "tsinit"));
  writeFileSync(join(folder, "plain"), "not a program\n", { mode: 0o644 });
  return folder;
}

/** A build context of the init, one static program and nothing else. */
export function fillScratch(folder: string, program: string): string {
  install(init, join(folder, "tsinit"));
  install(probe(program), join(folder, program));
  return folder;
}
