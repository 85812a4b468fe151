/** Owns the package as npm makes it, installed into a folder that knows nothing of this one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/tsinitctl.ts";

/** What npm tells of an archive. */
interface Pack {
  readonly filename: string;
  readonly files: readonly { path: string }[];
}

export class Packed {
  readonly folder = mkdtempSync(join(tmpdir(), "tsinit-package-"));
  /** The paths in the archive. */
  readonly files: readonly string[];

  constructor() {
    const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", this.folder];
    const told = JSON.parse(execFileSync("npm", words, { cwd: ROOT, encoding: "utf8" })) as unknown;
    const [pack] = Object.values(told as object) as Pack[];
    if (pack === undefined) throw new Error("npm packed nothing");
    this.files = pack.files.map(({ path }) => path);
    writeFileSync(this.path("package.json"), '{"type":"module"}\n');
    this.npm("install", join(this.folder, pack.filename));
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** What npm put on the path. */
  bin(name: string): string {
    return this.path("node_modules/.bin", name);
  }

  npm(...words: string[]): void {
    execFileSync("npm", [...words, "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: this.folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
