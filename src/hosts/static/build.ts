/** Owns the build of dist/tsinit, and of one beside it for each machine with a compiler here. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { compileNative, findCompiler, TARGETS } from "./compile.ts";
import { BuildError, DIST, WORK } from "./tools.ts";
import { translate } from "./translate.ts";

function report(name: string): void {
  const bytes = fs.readFileSync(join(DIST, name));
  const hash = createHash("sha256").update(bytes).digest("hex");
  console.log(`dist/${name}  ${bytes.length} bytes  sha256 ${hash}`);
}

/** Leaves the binaries in dist/. */
export async function buildStatic(): Promise<void> {
  fs.mkdirSync(WORK, { recursive: true });
  const own = TARGETS.find((target) => target.node === process.arch);
  if (own === undefined) throw new BuildError(`no system calls are known for ${process.arch}`);
  findCompiler(own);
  await translate();
  for (const target of TARGETS) {
    const compiler = findCompiler(target);
    if (compiler !== undefined) report(compileNative(target, compiler));
    else console.log(`dist/tsinit-${target.machine}  not built: no compiler for it here`);
  }
  fs.copyFileSync(join(DIST, `tsinit-${own.machine}`), join(DIST, "tsinit.new"));
  fs.renameSync(join(DIST, "tsinit.new"), join(DIST, "tsinit"));
}
