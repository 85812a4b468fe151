/** Turns the TypeScript core into C: AssemblyScript, construction, wasm2c. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { BuildError, ROOT, runTool, toolOfPackages, WORK } from "../tools.ts";
import { foldCore } from "./fold.ts";
import { LayoutReader } from "./layout.ts";
import { writeNumbers } from "./numbers.ts";
import { packTexts } from "./packing.ts";
import { makeTexts, Sources } from "./source.ts";

/** MVP Wasm is what wasm2c takes; the second page is for notes of the construction (runtime.ts). */
const ASC_OPTIONS = [
  "-Oz",
  "--noAssert",
  "--runtime",
  "stub",
  "--use",
  "abort=",
  "--disable",
  "bulk-memory",
  "--disable",
  "sign-extension",
  "--disable",
  "nontrapping-f2i",
  "--disable",
  "mutable-globals",
  "--exportStart",
  "construct",
  "--initialMemory",
  "2",
  "--maximumMemory",
  "2",
];

/** What native/static/tsinit.c copies at once, in bytes. */
const WORD = 8;

const RUNTIME = "src/hosts/static/runtime.ts";

/** Leaves core.c and the headers that native/static/tsinit.c includes in the work folder. */
export async function translate(): Promise<void> {
  await compileCore();
  constructCore();
  writeNumbers();
  translateCore();
}

async function compileCore(): Promise<void> {
  const sources = new Sources(ROOT, await makeTexts(ROOT));
  const messages: string[] = [];
  // A runtime that is given as a path would get a stack of its own, as collectors need it.
  asc.libraryFiles["rt/index-stub"] = fs.readFileSync(join(ROOT, RUNTIME), "utf8");
  const { error } = await asc.main(
    ["src/hosts/static/main.ts", "--baseDir", ROOT, "-o", "dist/work/core.wasm", ...ASC_OPTIONS],
    {
      readFile: (name) => sources.read(name),
      transforms: [LayoutReader as never],
      stderr: { write: (chunk) => void messages.push(String(chunk)) },
    },
  );
  if (error) {
    throw new BuildError(`AssemblyScript refused the core:\n${messages.join("")}${error.message}`);
  }
  fs.writeFileSync(join(WORK, "texts.bin"), sources.texts);
  writeArray("packed-texts.h", packTexts(sources.texts));
  fs.writeFileSync(join(WORK, "texts-length.h"), `#define TEXTS_LENGTH ${sources.texts.length}\n`);
}

/** Runs the core's construction now: the memory that it lays out, to which its code is fitted. */
function constructCore(): void {
  const evaluate = ["core.wasm", "-o", "core.wasm", "--ctors=construct", "--quiet"];
  runTool(toolOfPackages("wasm-ctor-eval"), evaluate, "wasm-ctor-eval");
  const path = join(WORK, "core.wasm");
  const { code, memory, end } = foldCore(fs.readFileSync(path), LayoutReader.layouts);
  fs.writeFileSync(path, code);
  fs.writeFileSync(join(WORK, "core.end"), `${end}\n`);
  const words = new Uint8Array(Math.ceil(memory.length / WORD) * WORD);
  words.set(memory);
  writeArray("memory.h", [...words]);
}

function writeArray(name: string, values: number[]): void {
  fs.writeFileSync(join(WORK, name), `${values.join(",")}\n`);
}

/**
 * wasm2c writes for memories that grow and imports that change. Ours do neither: the compiler is
 * shown the fixed memory and the functions themselves. Bounds are checked by the machine
 * (native/static/wasm-rt.h), the stack by its guard page.
 */
function translateCore(): void {
  const tool = createRequire(import.meta.url).resolve("wasm2c");
  runTool(process.execPath, [tool, "core.wasm", "-o", "core.c"], "wasm2c");
  const path = join(WORK, "core.c");
  const source = fs.readFileSync(path, "utf8");
  const replaced = source
    .replace(/^#define MEMCHECK.*\\\n.*$/m, "#define MEMCHECK(mem, a, t)")
    .replaceAll("mem->data", "core_memory")
    .replaceAll("w2c_memory.data", "core_memory")
    .replace(/^#define FUNC_PROLOGUE[^]*?TRAP\(EXHAUSTION\)$/m, "#define FUNC_PROLOGUE")
    .replace(/^#define FUNC_EPILOGUE .*$/m, "#define FUNC_EPILOGUE")
    .replaceAll(/\(\*Z_nativeZ_(\w+?)Z_\w+\)\(/g, "$1(");
  if (/\(\*Z_|call_stack_depth|->size/.test(replaced)) {
    throw new BuildError("wasm2c's output has changed its shape");
  }
  fs.writeFileSync(path, replaced);
}
