/** Turns the TypeScript core into C: AssemblyScript, construction, wasm2c. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { writeNumbers } from "./numbers.ts";
import { packMemory, packTexts } from "./packing.ts";
import { Sources } from "./source.ts";
import { BuildError, ROOT, runTool, WORK } from "./tools.ts";

/** MVP Wasm is what wasm2c takes; the stub runtime never frees, which the core does not need. */
const ASC_OPTIONS = [
  "-Oz", "--converge", "--noAssert", "--runtime", "stub", "--use", "abort=",
  "--disable", "bulk-memory", "--disable", "sign-extension", "--disable", "nontrapping-f2i",
  "--disable", "mutable-globals", "--exportStart", "construct",
  "--initialMemory", "1", "--maximumMemory", "1",
];

/** Leaves core.c and the headers that native/tsinit.c includes in the work folder. */
export async function translate(): Promise<void> {
  await compileCore();
  constructCore();
  writeNumbers();
  translateCore();
}

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
  const copies = source.matchAll(/memcpy\(&\(\S*data\[(\d+)u\]\), (data_\w+), \d+\)/g);
  for (const [, at, name] of copies) {
    memory.set(bytes.get(name!)!, Number(at));
  }
  return memory;
}
