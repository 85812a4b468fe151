/** Builds dist/tsinit, and beside it a binary for each machine that there is a compiler for. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { compileNative, findCompiler, TARGETS } from "./compile.ts";
import { BuildError, DIST, ROOT, WORK } from "./tools.ts";
import { translate } from "./translate.ts";

function report(name: string): void {
  const bytes = fs.readFileSync(join(DIST, name));
  const hash = createHash("sha256").update(bytes).digest("hex");
  console.log(`dist/${name}  ${bytes.length} bytes  sha256 ${hash}`);
}

async function build(): Promise<void> {
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

/** Nothing that goes into the binary is newer than it is. */
function isFresh(): boolean {
  const output = join(DIST, "tsinit");
  if (!fs.existsSync(output)) return false;
  const built = fs.statSync(output).mtimeMs;
  const isOlder = (path: string): boolean => fs.statSync(path).mtimeMs <= built;
  const inputs = ["src/core", "src/hosts/static", "native"].map((folder) => join(ROOT, folder));
  return inputs.every((folder) => {
    const names = fs.readdirSync(folder, { recursive: true });
    return names.every((name) => isOlder(join(folder, String(name))));
  });
}

try {
  if (!process.argv.includes("--if-needed") || !isFresh()) await build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
