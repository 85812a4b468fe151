/** Owns the entry of the static binary. AssemblyScript. */
import { Kernel } from "../../core/kernel.ts";
import { Init } from "../../core/main.ts";

/** Made when the build evaluates this, so that the binary begins with its memory laid out. */
const init = new Init(new Kernel());

/** Called once by native/static/tsinit.c, which exits with what comes back. */
export function main(): i32 {
  return init.run();
}
