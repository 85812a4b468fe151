/** Builds the Node and Bun hosts into dist/, and what they load. */
import { compileNode, SHARED } from "./library.ts";
import { findCompiler, TARGETS } from "../static/compile.ts";
import { BuildError } from "../static/tools.ts";

function build(): void {
  const own = TARGETS.find((target) => target.node === process.arch);
  if (own === undefined) throw new BuildError(`no system calls are known for ${process.arch}`);
  compileNode(own, findCompiler(own)!, "library.c", "tsinit-native.so", SHARED);
}

try {
  build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
