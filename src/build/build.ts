/** `npm run build`: builds all parts, or those named; with --if-needed only what is out of date. */
import * as fs from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./package/build.ts";
import { buildNode } from "./runtimes/build.ts";
import { buildStatic } from "./static/build.ts";
import { findCompiler, TARGETS } from "./static/compile.ts";
import { BuildError, DIST, ROOT } from "./tools.ts";

interface Part {
  readonly name: string;
  readonly build: () => Promise<void>;
  /** What is made, in dist/. */
  readonly outputs: () => readonly string[];
  /** What goes into it: files, or folders with all that is in them. */
  readonly inputs: readonly string[];
}

/** Another machine's is due as soon as a compiler for it has been installed here. */
function binaries(): string[] {
  const targets = TARGETS.filter((target) => findCompiler(target) !== undefined);
  return ["tsinit", ...targets.map(({ machine }) => `tsinit-${machine}`)];
}

const PARTS: readonly Part[] = [
  {
    name: "static",
    build: buildStatic,
    outputs: binaries,
    inputs: ["src/core", "src/hosts/static", "src/build", "native"],
  },
  {
    name: "node",
    build: buildNode,
    outputs: () => [
      "tsinit.mjs",
      "tsinit-node",
      "tsinit-native.so",
      "tsinit-ffi.node",
      "tsinit-bun",
    ],
    inputs: ["src/core", "src/hosts", "src/build", "native", "package-lock.json"],
  },
  {
    name: "package",
    build: buildPackage,
    outputs: () => ["lib/hashes.json"],
    inputs: ["src", "native", "package.json", "dist/tsinit"],
  },
];

function newest(path: string): number {
  const own = fs.statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(...fs.readdirSync(path).map((name) => newest(join(path, name))));
}

/** Nothing that goes into it is newer than what is made. */
function isFresh({ outputs, inputs }: Part): boolean {
  const made = outputs().map((name) => join(DIST, name));
  if (!made.every((path) => fs.existsSync(path))) return false;
  const oldest = Math.min(...made.map((path) => fs.statSync(path).mtimeMs));
  return inputs.every((input) => newest(join(ROOT, input)) <= oldest);
}

async function build(words: readonly string[]): Promise<void> {
  const names = words.filter((word) => word !== "--if-needed");
  const unknown = names.find((name) => !PARTS.some(({ name: known }) => known === name));
  if (unknown !== undefined) {
    throw new BuildError(`${unknown}: no such part; use static, node or package`);
  }
  for (const part of PARTS) {
    if (names.length > 0 && !names.includes(part.name)) continue;
    if (!words.includes("--if-needed") || !isFresh(part)) await part.build();
  }
}

try {
  await build(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
