/** Turns the hosts' TypeScript into dist/tsinit.mjs, for Node, and dist/tsinit-bun, one file. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { bindingName } from "../../hosts/node/native.ts";
import type { Target } from "../static/compile.ts";
import { BuildError, DIST, ROOT, runTool, toolOfPackages, WORK } from "../tools.ts";
import { findPlace, graft } from "./graft.ts";
import { codeAt, compileNode } from "./library.ts";

const require = createRequire(import.meta.url);

/** pino is CommonJS, and asks for Node's modules in that way. */
const BANNER =
  "import { createRequire } from 'node:module';" +
  "const require = createRequire(import.meta.url);";

/** What the bundles load beside themselves or hold within. */
export function copyBinding(): void {
  const path = require.resolve(`@yuuang/ffi-rs-${bindingName()}`);
  fs.copyFileSync(path, join(DIST, "tsinit-ffi.node"));
}

export async function bundleNode(): Promise<void> {
  await bundle({
    entryPoints: [join(ROOT, "src/hosts/node/main.ts")],
    outfile: join(DIST, "tsinit.mjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minify: true,
    legalComments: "eof",
    banner: { js: BANNER },
    logLevel: "silent",
  });
}

/** One file, in which early.c runs before the runtime. */
export function compileBun(target: Target, compiler: string[]): void {
  const options = [
    "build",
    "--compile",
    "--minify",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
  ];
  const output = join(WORK, "tsinit-bun");
  const main = join(ROOT, "src/hosts/node/bun.ts");
  runTool(toolOfPackages("bun"), [...options, main, "--outfile", output], "bun");
  const file = fs.readFileSync(output);
  const place = findPlace(file);
  if (place === null) throw new BuildError("Bun's single file has changed its shape");
  const at = codeAt(place.address, place.entry, place.slot);
  const early = fs.readFileSync(compileNode(target, compiler, "early.c", "early", at));
  graft(output, file, early, place);
  fs.chmodSync(output, 0o755);
  fs.renameSync(output, join(DIST, "tsinit-bun"));
}
