/** Owns the build of the Node and Bun hosts into dist/, and of what they load. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { findCompiler, TARGETS } from "../static/compile.ts";
import { BuildError, DIST } from "../tools.ts";
import { bundleNode, compileBun, copyBinding } from "./bundle.ts";
import { compileNode, PROGRAM, SHARED } from "./library.ts";

/** For this machine only: ffi-rs and Bun are installed for no other. */
export async function buildNode(): Promise<void> {
  const target = TARGETS.find((one) => one.node === process.arch);
  if (target === undefined) throw new BuildError(`no system calls are known for ${process.arch}`);
  const compiler = findCompiler(target)!;
  const install = (source: string, output: string, options: string[]): void => {
    renameSync(compileNode(target, compiler, source, output, options), join(DIST, output));
  };
  install("library.c", "tsinit-native.so", SHARED);
  install("launcher.c", "tsinit-node", PROGRAM);
  copyBinding();
  await bundleNode();
  compileBun(target, compiler);
}
