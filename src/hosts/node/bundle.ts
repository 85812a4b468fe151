/** Turns the hosts' TypeScript into dist/tsinit.mjs, for Node, and dist/tsinit-bun, one file. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import type { Target } from "../static/compile.ts";
import { BuildError, DIST, ROOT, runTool, WORK } from "../static/tools.ts";
import { findPlace, graft } from "./graft.ts";
import { codeAt, compileNode } from "./library.ts";
import { bindingName } from "./native.ts";

const require = createRequire(import.meta.url);

/** pino is CommonJS, and asks for Node's modules in that way. */
const BANNER = "import { createRequire } from 'node:module';"
  + "const require = createRequire(import.meta.url);";

/** What the bundles load beside themselves or hold within. */
export function copyBinding(): void {
  const path = require.resolve(`@yuuang/ffi-rs-${bindingName()}`);
  fs.copyFileSync(path, join(DIST, "tsinit-ffi.node"));
}

export async function bundleNode(): Promise<void> {
  await bundle({
    entryPoints: [join(ROOT, "src/hosts/node/main.ts")],
    outfile: join(DIST, "tsinit.mjs"),
    bundle: true, platform: "node", target: "node20", format: "esm", minify: true,
    legalComments: "eof", banner: { js: BANNER }, logLevel: "silent",
  });
}

export function compileBun(): void {
  const bun = join(ROOT, "node_modules/.bin/bun");
  const options = [
    "build", "--compile", "--minify", "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig", "--no-compile-autoload-tsconfig",
    "--no-compile-autoload-package-json",
  ];
  const output = join(WORK, "tsinit-bun");
  runTool(bun, [...options, join(ROOT, "src/hosts/node/bun.ts"), "--outfile", output], "bun");
}

/** Bun's single file, with what is to run before the runtime. */
export function finishBun(target: Target, compiler: string[]): void {
  const file = fs.readFileSync(join(WORK, "tsinit-bun"));
  const place = findPlace(file);
  if (place === null) throw new BuildError("Bun's single file has changed its shape");
  const options = codeAt(place.address, place.entry);
  const code = fs.readFileSync(compileNode(target, compiler, "early.c", "early.bin", options));
  graft(join(WORK, "tsinit-bun"), file, code, place);
  fs.chmodSync(join(WORK, "tsinit-bun"), 0o755);
  fs.renameSync(join(WORK, "tsinit-bun"), join(DIST, "tsinit-bun"));
}
