/** Owns the Nodes that the library is tested on: the one at hand, and later ones that npm has. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const LATER = ["22", "24"] as const;

/** The package of npm that holds a Node for this machine. */
const PACKAGE = `node-linux-${process.arch}`;

export class Nodes {
  private readonly folder = mkdtempSync(join(tmpdir(), "tsinit-nodes-"));

  /** Where the last Node of that major version is; the one at hand when it is of that version. */
  path(major: string): string {
    if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
    const name = `node${major}`;
    const path = join(this.folder, "node_modules", name, "bin/node");
    if (existsSync(path)) return path;
    const words = [
      "install",
      "--prefix",
      this.folder,
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      ...LATER.map((each) => `node${each}@npm:${PACKAGE}@${each}`),
    ];
    execFileSync("npm", words, { stdio: ["ignore", "ignore", "inherit"] });
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether npm can be asked at all. */
export function canFetch(): boolean {
  const words = ["view", `${PACKAGE}@${LATER[0]}`, "version", "--fetch-retries=0"];
  return spawnSync("npm", words, { stdio: "ignore", timeout: 20_000 }).status === 0;
}
