/** AssemblyScript makes the same tables of the same rows as JavaScript. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import asc from "assemblyscript/asc";
import { expect, it } from "vitest";
import * as tini from "../../../src/core/dialects/tini.ts";
import * as own from "../../../src/core/dialects/tsinit.ts";
import { ROOT } from "../../support/core.ts";

const ENTRY = `
import * as tini from "./src/core/dialects/tini.ts";
import * as own from "./src/core/dialects/tsinit.ts";
export function tables(): string {
  return own.OPTIONS + own.MESSAGES + tini.OPTIONS + tini.MESSAGES + tini.HELP_TEXT;
}`;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  construct(): void;
  tables(): number;
}

const { Module, Instance } = (
  globalThis as unknown as {
    WebAssembly: {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

function sourceOf(name: string): string | null {
  if (name === "entry.ts") return ENTRY;
  return name.startsWith("src/core/") ? readFileSync(resolve(ROOT, name), "utf8") : null;
}

it("AssemblyScript makes of the rows of tsinit and tini what JavaScript does", async () => {
  let module = new Uint8Array();
  const options = ["--runtime", "stub", "--use", "abort=", "--exportStart", "construct"];
  const { error, stderr } = await asc.main(["entry.ts", "-o", "tables.wasm", ...options], {
    readFile: sourceOf,
    writeFile: (_name, bytes) => void (module = bytes as typeof module),
    listFiles: () => [],
  });
  expect(`${error?.message ?? ""}${stderr.toString()}`).toBe("");
  const exports = new Instance(new Module(module), {}).exports as Exports;
  exports.construct();
  const at = exports.tables();
  // A string's length in bytes stands before it.
  const memory = Buffer.from(exports.memory.buffer);
  const made = memory.toString("utf16le", at, at + memory.readUInt32LE(at - 4));
  expect(made).toBe(own.OPTIONS + own.MESSAGES + tini.OPTIONS + tini.MESSAGES + tini.HELP_TEXT);
}, 60_000);
