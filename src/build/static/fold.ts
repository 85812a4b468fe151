/**
 * Owns the folding of the constructed core into its code: what a `readonly` field holds is known
 * once the objects are there, so that code which looks it up can have it as a number, and a method
 * whose object is always the same one needs no parameter for it.
 */
import binaryen from "binaryen";
import { BuildError } from "../tools.ts";
import { CORE_MEMORY, endOf, findFixed, type Layouts, readMemory } from "./layout.ts";

/** A load of a word from a known address: its offset, and the address. */
const KNOWN_LOAD = /\(i32\.load(?: offset=(\d+))?\s+\(i32\.const (\d+)\)\s*\)/g;

/** A line of the text format that lays out memory. */
const DATA = /^ \(data .*\n/gm;

/** -Oz, in the numbers of binaryen. */
const OPTIMIZE_LEVEL = 2;
const SHRINK_LEVEL = 2;

/** Rounds that are enough by far; the optimizer may go to and fro between two equal ways. */
const ROUNDS = 40;

/** The core as code, and its first memory up to the last byte that is not zero. */
export interface Folded {
  readonly code: Uint8Array;
  readonly memory: Buffer;
  /** Where its memory ends: the core uses nothing behind that. */
  readonly end: number;
}

/** Folds the constructed module `code`, of whose classes `layouts` tells. */
export function foldCore(code: Uint8Array, layouts: Layouts): Folded {
  // The core's traps are its bounds, which the machine checks (native/static/wasm-rt.h).
  binaryen.setTrapsNeverHappen(true);
  binaryen.setOptimizeLevel(OPTIMIZE_LEVEL);
  binaryen.setShrinkLevel(SHRINK_LEVEL);
  const constructed = takeText(binaryen.readBinary(code));
  if (constructed.includes('(export "construct"')) {
    throw new BuildError("the core's construction does more than the build can run");
  }
  const all = readMemory(constructed);
  const fixed = findFixed(all, layouts);
  let text = constructed.replace(DATA, "");
  for (let round = 0, before = ""; text !== before && round < ROUNDS; round++) {
    before = text;
    const module = parse(foldLoads(text, fixed));
    module.optimize();
    text = takeText(module);
  }
  const memory = withoutZeros(all.subarray(0, CORE_MEMORY));
  return { code: parse(withMemory(text, memory)).emitBinary(), memory, end: endOf(all) };
}

/** MVP Wasm is what wasm2c takes. */
function parse(text: string): binaryen.Module {
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.MVP);
  return module;
}

function takeText(module: binaryen.Module): string {
  const text = module.emitText();
  module.dispose();
  return text;
}

/** Numbers in place of loads of what is fixed. */
function foldLoads(text: string, fixed: ReadonlyMap<number, number>): string {
  return text.replace(KNOWN_LOAD, (load, offset: string | undefined, at: string) => {
    const value = fixed.get(Number(offset ?? 0) + Number(at));
    return value === undefined ? load : `(i32.const ${value})`;
  });
}

function withoutZeros(memory: Buffer): Buffer {
  return memory.subarray(0, memory.findLastIndex((byte) => byte !== 0) + 1);
}

/** The module with `memory` as its first memory, without the page of notes (runtime.ts). */
function withMemory(text: string, memory: Buffer): string {
  const escaped = [...memory].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  const data = ` (data (i32.const 0) "${escaped}")\n`;
  return text.replace(/\(memory (\S+) .*\)/, "(memory $1 1 1)").replace(/\)\s*$/, `${data})\n`);
}
