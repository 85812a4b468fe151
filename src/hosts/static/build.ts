/**
 * Builds dist/tsinit: AssemblyScript to Wasm, wasm2c to C, the C compiler to a static ELF for each
 * machine.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { packMemory, packTexts } from "./packing.ts";
import { Sources } from "./source.ts";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
const DIST = join(ROOT, "dist");
const WORK = join(DIST, "work");

/** MVP Wasm is what wasm2c takes; the stub runtime never frees, which the core does not need. */
const ASC_OPTIONS = [
  "-Oz", "--converge", "--noAssert", "--runtime", "stub", "--use", "abort=",
  "--disable", "bulk-memory", "--disable", "sign-extension", "--disable", "nontrapping-f2i",
  "--disable", "mutable-globals", "--exportStart", "construct", "--initialMemory", "1", "--maximumMemory", "1",
];

/**
 * Freestanding, small, no stack that can be run, nothing in it that names this machine or moment.
 */
const CC_OPTIONS = [
  "-std=gnu11", "-fwhole-program", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-s",
  "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fno-ident",
  "-fno-tree-loop-distribute-patterns", "-fomit-frame-pointer", "-fwrapv", "-fno-strict-aliasing",
  "-fno-inline-functions-called-once", "-fno-move-loop-invariants", "-fno-caller-saves",
  "-fno-gcse", "-fno-jump-tables",
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
  if (error) {
    throw new BuildError(`AssemblyScript refused the core:\n${messages.join("")}${error.message}`);
  }
  fs.writeFileSync(join(WORK, "texts.bin"), sources.texts);
  const { pairs, codes, starts } = packTexts(sources.texts);
  writeArray("text-pairs.h", pairs);
  writeArray("text-codes.h", codes);
  writeArray("text-starts.h", starts);
  constructCore();
}

/** Runs the core's construction now: what it lays out in memory becomes the module's data. */
function constructCore(): void {
  const tool = (name: string): string => join(ROOT, "node_modules/.bin", name);
  const evaluate = ["core.wasm", "-o", "core.wasm", "--ctors=construct", "--quiet"];
  runTool(tool("wasm-ctor-eval"), evaluate, "wasm-ctor-eval");
  const optimize = ["core.wasm", "-o", "core.wasm", "-Oz", "--converge", "--mvp-features"];
  runTool(tool("wasm-opt"), [...optimize, "--traps-never-happen"], "wasm-opt");
}

function writeArray(name: string, values: number[]): void {
  fs.writeFileSync(join(WORK, name), `${values.join(",")}\n`);
}

/** The core's numbers as macros, for the static asserts of native/. */
function writeNumbers(): void {
  const lines: string[] = [];
  for (const file of ["signals.ts", "errno.ts", "kernel.ts"]) {
    const source = fs.readFileSync(join(ROOT, "src/core", file), "utf8");
    for (const [, name, value] of source.matchAll(/^export const (\w+): i32 = (-?\d+);/gm)) {
      lines.push(`#define CORE_${name} ${value}`);
    }
  }
  fs.writeFileSync(join(WORK, "numbers.h"), `${lines.join("\n")}\n`);
}

/**
 * wasm2c writes for memories that grow and imports that change. Ours do neither: the compiler is
 * shown the fixed memory and the functions themselves. Bounds are checked by the machine
 * (native/wasm-rt.h), the stack by its guard page.
 */
function translateCore(): void {
  const tool = createRequire(import.meta.url).resolve("wasm2c");
  runTool(process.execPath, [tool, "core.wasm", "-o", "core.c"], "wasm2c");
  const path = join(WORK, "core.c");
  const source = fs.readFileSync(path, "utf8");
  const replaced = source
    .replace(/^#define MEMCHECK.*\\\n.*$/m, "#define MEMCHECK(mem, a, t)")
    .replaceAll("mem->data", "core_base")
    .replaceAll("w2c_memory.data", "core_memory")
    .replace(/^#define FUNC_PROLOGUE[^]*?TRAP\(EXHAUSTION\)$/m, "#define FUNC_PROLOGUE")
    .replace(/^#define FUNC_EPILOGUE .*$/m, "#define FUNC_EPILOGUE")
    .replaceAll(/\(\*Z_nativeZ_(\w+?)Z_\w+\)\(/g, "$1(");
  if (/\(\*Z_|call_stack_depth|->size/.test(replaced)) {
    throw new BuildError("wasm2c's output has changed its shape");
  }
  writeArray("memory.h", packMemory(readSegments(source)));
  fs.writeFileSync(path, replaced);
}

/**
 * The core's memory up to its last byte that is not zero, from the data segments in wasm2c's
 * output.
 */
function readSegments(source: string): Buffer {
  const memory = Buffer.alloc(65536);
  const bytes = new Map<string, number[]>();
  for (const [, name, list] of source.matchAll(/u8 (data_segment_data_\d+)\[\] = \{([^}]*)\}/g)) {
    bytes.set(name!, list!.split(",").flatMap((byte) => (byte.trim() ? [Number(byte)] : [])));
  }
  for (const [, at, name] of source.matchAll(/memcpy\(&\(\S*data\[(\d+)u\]\), (data_\w+), \d+\)/g)) {
    memory.set(bytes.get(name!)!, Number(at));
  }
  return memory;
}

function runTool(command: string, args: string[], name: string): void {
  const ran = spawnSync(command, args, { cwd: WORK, encoding: "utf8" });
  if (ran.status === 0) return;
  throw new BuildError(`${name} failed: ${ran.error?.message ?? ""}${ran.stdout}${ran.stderr}`);
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

/** gcc below 12 does not know -Oz. */
function sizeOption(compiler: string[]): string {
  const [command, ...options] = compiler;
  const probe = [...options, "-Oz", "-E", "-x", "c", "/dev/null"];
  return spawnSync(command!, probe, { stdio: "ignore" }).status === 0 ? "-Oz" : "-Os";
}

/**
 * What native/ promises of the file: two segments, none writable and executable, the core's memory
 * at the end.
 */
function checkSegments(name: string, elf: Buffer): void {
  const segments: string[] = [];
  for (let i = 0; i < elf.readUInt16LE(56); i++) {
    const at = Number(elf.readBigUInt64LE(32)) + i * elf.readUInt16LE(54);
    if (elf.readUInt32LE(at) !== 1) continue;
    const end = elf.readBigUInt64LE(at + 16) + elf.readBigUInt64LE(at + 40);
    const inFile = elf.readBigUInt64LE(at + 32);
    segments.push(`${elf.readUInt32LE(at + 4)} ${inFile === 0n && end % 4096n === 0n}`);
  }
  const READ_EXECUTE = 5;
  const READ_WRITE = 6;
  if (segments.join() !== `${READ_EXECUTE} false,${READ_WRITE} true`) {
    throw new BuildError(`${name}: not one segment of code, one of memory: ${segments.join()}`);
  }
}

function compileNative(target: (typeof TARGETS)[number], compiler: string[]): string {
  const output = `tsinit-${target.machine}`;
  const [command, ...options] = compiler;
  const native = join(ROOT, "native");
  const include = ["-I.", `-I${native}`, `-isystem${join(native, "include")}`];
  const args = [...options, sizeOption(compiler), ...CC_OPTIONS, `-ffile-prefix-map=${ROOT}=.`];
  runTool(command!, [...args, ...include, join(native, "tsinit.c"), "-o", output], command!);
  checkSegments(output, fs.readFileSync(join(WORK, output)));
  fs.renameSync(join(WORK, output), join(DIST, output));
  return output;
}

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
  await compileCore();
  writeNumbers();
  translateCore();
  for (const target of TARGETS) {
    const compiler = findCompiler(target);
    if (compiler !== undefined) report(compileNative(target, compiler));
    else console.log(`dist/tsinit-${target.machine}  not built: no ${target.compilers[0]![0]} here`);
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
  return inputs.every((folder) =>
    fs.readdirSync(folder, { recursive: true }).every((name) => isOlder(join(folder, String(name)))),
  );
}

try {
  if (!process.argv.includes("--if-needed") || !isFresh()) await build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`tsinit: build: ${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
