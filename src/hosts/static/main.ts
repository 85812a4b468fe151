/** Owns the entry of the static binary. AssemblyScript. */
import { Kernel } from "../../core/kernel.ts";
import { run } from "../../core/main.ts";

/** Called once by native/wasm.c, which exits with what comes back. */
export function main(): i32 {
  return run(new Kernel());
}
