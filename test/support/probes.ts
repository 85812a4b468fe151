/**
 * The probe programs of test/fixtures, compiled when a test file first asks, and scratch folders.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "vitest";
import { compile } from "./machine.ts";

/** A probe may run as any user, so the folders are open to all. */
function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}

const probes = openFolder("tsinit-probes-");
const folders: string[] = [];

/** A fresh folder that goes away after the test. */
export function scratch(): string {
  const folder = openFolder("tsinit-test-");
  folders.push(folder);
  return folder;
}

/** The path of the compiled probe of that name. */
export function probe(name: string): string {
  const target = join(probes, name);
  const bare = ["-nostdlib", "-static", "-ffreestanding", "-fno-stack-protector"];
  if (!existsSync(target)) {
    const source = fileURLToPath(new URL(`../fixtures/${name}.c`, import.meta.url));
    compile(source, target, name === "bare" ? bare : ["-static", "-lutil"]);
  }
  return target;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

afterAll(() => rmSync(probes, { recursive: true, force: true }));
