/** Owns short ways to ask one part of the core, with a kernel that only knows words. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CommandLine } from "../../src/core/command-line/command-line.ts";
import { Options } from "../../src/core/command-line/options.ts";
import { Dialect } from "../../src/core/dialects/dialect.ts";
import { Log } from "../../src/core/messages/log.ts";
import { Cursor } from "../../src/core/text/cursor.ts";
import { Line } from "../../src/core/text/line.ts";
import { SimKernel } from "../sim/kernel.ts";
import { Random } from "../sim/random.ts";
import { World } from "../sim/world.ts";

export function kernelWith(words: readonly string[]): SimKernel {
  const kernel = new SimKernel(new World(new Random(1)));
  kernel.words = words;
  return kernel;
}

/** A cursor at the beginning of `word`. */
export function cursorAt(word: string): Cursor {
  return new Cursor(kernelWith([word]));
}

export function textOf(write: (line: Line) => void): string {
  const line = new Line();
  write(line);
  return Buffer.from(line.bytes.subarray(0, line.length)).toString("latin1");
}

/** The options after `words` were read, which must be in order. */
export function optionsOf(...words: string[]): Options {
  const kernel = kernelWith(["tsinit", ...words, "program"]);
  const log = new Log(kernel, new Dialect(), new Uint8Array(1024));
  const options = new Options(kernel, log);
  if (new CommandLine(kernel, log, options).read() !== 0) throw new Error(kernel.stderr.join(""));
  return options;
}

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Source {
  readonly name: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** The core's files. */
export function sources(): Source[] {
  const folder = resolve(ROOT, "src/core");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => {
      const text = readFileSync(resolve(folder, name), "utf8");
      return { name: `src/core/${name}`, text, lines: text.replace(/\n$/, "").split("\n") };
    });
}

/** The value of the text constant `name`, wherever in the core it is, exported or not. */
export function constant(name: string): string {
  const literal = /("(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")*)/.source;
  for (const { text } of sources()) {
    const found = new RegExp(`const ${name}: string =\\s*${literal};`).exec(text);
    if (found !== null) return JSON.parse(found[1]!.replace(/"\s*\+\s*"/g, "")) as string;
  }
  throw new Error(`the core has no text constant ${name}`);
}
