/** Builds dist/tsinit: AssemblyScript to Wasm, wasm2c to C, the C compiler to a static ELF for each machine. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { Sources } from "./source.ts";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
const DIST = join(ROOT, "dist");
const WORK = join(DIST, "work");

/** MVP Wasm is what wasm2c takes; the stub runtime never frees, which the core does not need. */
const ASC_OPTIONS = [
  "-Oz", "--converge", "--noAssert", "--runtime", "stub", "--use", "abort=",
  "--disable", "bulk-memory", "--disable", "sign-extension", "--disable", "nontrapping-f2i",
  "--disable", "mutable-globals", "--initialMemory", "1", "--maximumMemory", "1",
];

/** Freestanding, small, no stack that can be run, nothing in it that names this machine or moment. */
const CC_OPTIONS = [
  "-std=gnu11", "-Os", "-flto", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-s",
  "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-ident",
  "-fno-tree-loop-distribute-patterns", "-fomit-frame-pointer", "-fwrapv", "-fno-strict-aliasing",
  "-Wall", "-Wextra",
  "-Wl,-z,noseparate-code", "-Wl,-z,noexecstack", "-Wl,-z,norelro", "-Wl,--build-id=none",
  "-Wl,--gc-sections", "-Wl,--hash-style=gnu",
];

/** Where each machine's compilers are looked for, the first that is there builds. */
const TARGETS = [
  { machine: "x86_64", node: "x64", compilers: [["x86_64-linux-gnu-gcc"]] },
  {
    machine: "aarch64",
    node: "arm64",
    compilers: [["aarch64-linux-gnu-gcc"], ["clang", "--target=aarch64-linux-gnu", "-fuse-ld=lld"]],
  },
];

class BuildError extends Error {}

async function compileCore(): Promise<void> {
  const sources = new Sources(ROOT);
  const messages: string[] = [];
  const { error } = await asc.main(
    ["src/hosts/static/main.ts", "--baseDir", ROOT, "-o", "dist/work/core.wasm", ...ASC_OPTIONS],
    {
      readFile: (name) => sources.read(name),
      stderr: { write: (chunk) => void messages.push(String(chunk)) },
    },
  );
  if (error) throw new BuildError(`AssemblyScript refused the core:\n${messages.join("")}${error.message}`);
  writeFileSync(join(WORK, "texts.bin"), sources.texts);
  writeFileSync(join(WORK, "texts.h"), `${[...sources.texts].join(",")}\n`);
}

/** The core's numbers as macros, for the static asserts of native/. */
function writeNumbers(): void {
  const lines: string[] = [];
  for (const file of ["signals.ts", "errno.ts", "kernel.ts"]) {
    const source = readFileSync(join(ROOT, "src/core", file), "utf8");
    for (const [, name, value] of source.matchAll(/^export const (\w+): i32 = (-?\d+);/gm)) {
      lines.push(`#define CORE_${name} ${value}`);
    }
  }
  writeFileSync(join(WORK, "numbers.h"), `${lines.join("\n")}\n`);
}

/**
 * wasm2c writes for memories that grow and imports that change. Ours do neither: the compiler is shown the fixed memory
 * and the functions themselves, and can check, inline and drop accordingly.
 */
function translateCore(): void {
  const tool = createRequire(import.meta.url).resolve("wasm2c");
  runTool(process.execPath, [tool, "core.wasm", "-o", "core.c"], "wasm2c");
  const path = join(WORK, "core.c");
  const source = readFileSync(path, "utf8");
  const replaced = source
    .replaceAll("mem->size", "CORE_MEMORY")
    .replaceAll("mem->data", "core_memory")
    .replaceAll("w2c_memory.data", "core_memory")
    .replace(/^#define FUNC_PROLOGUE[^]*?TRAP\(EXHAUSTION\)$/m, "#define FUNC_PROLOGUE")
    .replace(/^#define FUNC_EPILOGUE .*$/m, "#define FUNC_EPILOGUE")
    .replaceAll(/\(\*Z_nativeZ_(\w+?)Z_\w+\)\(/g, "$1(");
  if (/\(\*Z_|call_stack_depth|->size/.test(replaced)) throw new BuildError("wasm2c's output has changed its shape");
  writeFileSync(path, replaced);
}

function runTool(command: string, args: string[], name: string): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: WORK, encoding: "utf8" });
  if (error || status !== 0) throw new BuildError(`${name} failed: ${error?.message ?? ""}${stdout}${stderr}`);
}

function isThere(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
}

function findCompiler(target: (typeof TARGETS)[number]): string[] | undefined {
  if (target.node !== process.arch) return target.compilers.find(([command]) => isThere(command!));
  const own = [[process.env.CC || "cc"], ["gcc"], ["clang"]].find(([command]) => isThere(command!));
  if (own === undefined) {
    throw new BuildError("no C compiler found; install the Debian package gcc (or set CC)");
  }
  return own;
}

function compileNative(target: (typeof TARGETS)[number], compiler: string[]): string {
  const output = `tsinit-${target.machine}`;
  const [command, ...options] = compiler;
  const native = join(ROOT, "native");
  const files = ["wasm.c", "system.c", "spawn.c", "terminal.c"].map((file) => join(native, file));
  const include = ["-I.", `-I${native}`, `-isystem${join(native, "include")}`];
  const plain = [`-ffile-prefix-map=${ROOT}=.`, `-fmacro-prefix-map=${ROOT}=.`];
  runTool(command!, [...options, ...CC_OPTIONS, ...plain, ...include, ...files, "-o", output], command!);
  renameSync(join(WORK, output), join(DIST, output));
  return output;
}

function report(name: string): void {
  const bytes = readFileSync(join(DIST, name));
  const hash = createHash("sha256").update(bytes).digest("hex");
  console.log(`dist/${name}  ${bytes.length} bytes  sha256 ${hash}`);
}

async function build(): Promise<void> {
  mkdirSync(WORK, { recursive: true });
  const own = TARGETS.find((target) => target.node === process.arch);
  if (own === undefined) throw new BuildError(`no system calls are known for ${process.arch}`);
  findCompiler(own);
  await compileCore();
  writeNumbers();
  translateCore();
  for (const target of TARGETS) {
    const compiler = findCompiler(target);
    if (compiler !== undefined) report(compileNative(target, compiler));
    else console.log(`dist/tsinit-${target.machine}  not built: no ${target.compilers[0]![0]} on this machine`);
  }
  copyFileSync(join(DIST, `tsinit-${own.machine}`), join(DIST, "tsinit.new"));
  renameSync(join(DIST, "tsinit.new"), join(DIST, "tsinit"));
}

try {
  await build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
