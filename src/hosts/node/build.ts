/** Builds the Node and Bun hosts into dist/, and what they load. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { findCompiler, type Target, TARGETS } from "../static/compile.ts";
import { BuildError, DIST } from "../static/tools.ts";
import { bundleNode, compileBun, copyBinding, finishBun } from "./bundle.ts";
import { compileNode, PROGRAM, SHARED } from "./library.ts";

async function build(target: Target, compiler: string[]): Promise<void> {
  const install = (source: string, output: string, options: string[]): void => {
    renameSync(compileNode(target, compiler, source, output, options), join(DIST, output));
  };
  install("library.c", "tsinit-native.so", SHARED);
  install("launcher.c", "tsinit-node", PROGRAM);
  copyBinding();
  await bundleNode();
  compileBun();
  finishBun(target, compiler);
}

try {
  const own = TARGETS.find((target) => target.node === process.arch);
  if (own === undefined) throw new BuildError(`no system calls are known for ${process.arch}`);
  await build(own, findCompiler(own)!);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
