/**
 * Owns the folding of the constructed core into its code: what a `readonly` field holds is known
 * once the objects are there, so that code which looks it up can have it as a number, and a method
 * whose object is always the same one needs no parameter for it.
 */
import * as fs from "node:fs";
import { join } from "node:path";
import { compact, type Compacted } from "./compact.ts";
import { blocksIn, findFixed, FIRST_PAGES, type Layouts } from "./layout.ts";
import { runTool, toolOfPackages, WORK } from "./tools.ts";

/** MVP Wasm is what wasm2c takes; the core's traps are its bounds, which the machine checks. */
const FEATURES = ["--mvp-features", "--traps-never-happen"];

/** Carries numbers to where they are used, and drops what they make needless. */
const PROPAGATE = [
  "--simplify-globals-optimizing", "--dae-optimizing", "--precompute-propagate",
  "--optimize-instructions", "--simplify-locals", "--vacuum",
];

/** A load of a word from a known address: its offset, and the address. */
const KNOWN_LOAD = /\(i32\.load(?: offset=(\d+))?\s+\(i32\.const (\d+)\)\s*\)/g;

const PAGE = 65536;

/**
 * Folds the module `name`, of whose objects `layouts` tells what they hold: its first memory.
 */
export function foldCore(name: string, layouts: Layouts): Buffer {
  optimize(name, ["-S", "-o", "core.wat", ...PROPAGATE]);
  const memory = readMemory(readText());
  const fixed = findFixed(memory, layouts);
  while (foldLoads(fixed)) optimize("core.wat", ["-S", "-o", "core.wat", ...PROPAGATE]);
  optimize("core.wat", ["-S", "-o", "core.wat", "-Oz", "--converge"]);
  while (foldLoads(fixed)) optimize("core.wat", ["-S", "-o", "core.wat", "-Oz", "--converge"]);
  const code = readText().replace(/^ \(data .*\n/gm, "");
  const compacted = compact(code, memory, blocksIn(memory));
  fs.writeFileSync(join(WORK, "core.wat"), withMemory(compacted));
  fs.writeFileSync(join(WORK, "core.end"), `${compacted.end}\n`);
  optimize("core.wat", ["-o", name, "--flatten", "--rereloop", "-Oz"]);
  return compacted.memory;
}

function optimize(name: string, options: string[]): void {
  runTool(toolOfPackages("wasm-opt"), [name, ...FEATURES, ...options], "wasm-opt");
}

function readText(): string {
  return fs.readFileSync(join(WORK, "core.wat"), "utf8");
}

/** Puts numbers in place of loads of what is fixed; false when there was none. */
function foldLoads(fixed: Map<number, number>): boolean {
  let found = false;
  const folded = readText().replace(KNOWN_LOAD, (load, offset: string | undefined, at: string) => {
    const value = fixed.get(Number(offset ?? 0) + Number(at));
    if (value === undefined) return load;
    found = true;
    return `(i32.const ${value})`;
  });
  fs.writeFileSync(join(WORK, "core.wat"), folded);
  return found;
}

/** What the data segments in `text` lay out. */
function readMemory(text: string): Buffer {
  const memory = Buffer.alloc(FIRST_PAGES * PAGE);
  for (const [, at, bytes] of text.matchAll(/\(data \S+ \(i32\.const (\d+)\) "(.*)"\)$/gm)) {
    let to = Number(at);
    for (const [one, hex] of bytes!.matchAll(/\\([0-9a-f]{2})|\\?./g)) {
      memory[to++] = hex === undefined ? plainByte(one) : parseInt(hex, 16);
    }
  }
  return memory;
}

/** The module with its memory as data: a page is enough now. */
function withMemory({ code, memory }: Compacted): string {
  const end = memory.findLastIndex((byte) => byte !== 0) + 1;
  const bytes = [...memory.subarray(0, end)];
  const escaped = bytes.map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const data = ` (data (i32.const 0) "${escaped}")\n`;
  return code.replace(/\(memory (\S+) .*\)/, "(memory $1 1 1)").replace(/\)\s*$/, `${data})\n`);
}

/** A character that stands for itself, or behind a backslash for another (the text format). */
function plainByte(one: string): number {
  const named: Record<string, string> = { "\\t": "\t", "\\n": "\n", "\\r": "\r" };
  return (named[one] ?? one.slice(-1)).charCodeAt(0);
}
