/** Owns how native/ learns the core's numbers. */
import * as fs from "node:fs";
import { join } from "node:path";
import { ROOT, WORK } from "../tools.ts";

/** The core's numbers as macros, for the static asserts of native/. */
export function writeNumbers(): void {
  const lines: string[] = [];
  for (const file of ["linux/signals.ts", "linux/errno.ts", "kernel.ts"]) {
    const source = fs.readFileSync(join(ROOT, "src/core", file), "utf8");
    for (const [, name, value] of source.matchAll(/^export const (\w+): i32 = (-?\d+);/gm)) {
      lines.push(`#define CORE_${name} ${value}`);
    }
  }
  fs.writeFileSync(join(WORK, "numbers.h"), `${lines.join("\n")}\n`);
}
