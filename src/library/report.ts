/** Owns the way from the core's one JSON document about zombies to an object. */
import type { Kernel } from "../core/kernel.ts";
import { TsinitError } from "./errors.ts";
import { FileKernel } from "./file-kernel.ts";
import type { ZombieReport } from "./zombies.ts";

/** Lets the core write its one JSON document, and reads it. */
export function readReport(look: (kernel: Kernel) => void, folder?: string): ZombieReport {
  const kernel = new FileKernel(folder);
  look(kernel);
  try {
    return JSON.parse(kernel.output()) as ZombieReport;
  } catch (cause) {
    const message = "cannot look for zombies: there is no readable /proc";
    throw new TsinitError("ERR_TSINIT_SYSTEM", message, { cause });
  }
}
