/**
 * Owns the build of dist/tsinit, and of one beside it for each machine with a compiler here.
 *
 * A step beyond asc, wasm2c and cc is there because it earns a page (4,096 bytes) by itself, on disk
 * and resident. On x86-64, with gcc 12, start-up over a bare program's as `npm run bench` has it:
 *
 *     without                              bytes   resident   start-up
 *     nothing: as it is built             32,565      48 kB      79 us
 *     folding (fold.ts)                   38,973      56 kB      80 us
 *     texts as copies (packing.ts)        37,558      56 kB      78 us
 *     buffers apart (runtime.ts)          41,565      68 kB      82 us
 *     all three                           52,950      76 kB      81 us
 *
 * Tried and not worth their lines: moving the state within the compiled code (2,400 bytes), options
 * of gcc found by trial (560), packing the first memory by runs (600), a dictionary of texts (2,500).
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { BuildError, DIST, WORK } from "../tools.ts";
import { compileNative, findCompiler, TARGETS } from "./compile.ts";
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
