/** Owns the way from the core's one JSON document about zombies to an object. */
import { Init } from "../core/main.ts";
import { TsinitError } from "./errors.ts";
import { WordKernel } from "./word-kernel.ts";
import type { ZombieReport } from "./zombie-report.ts";

/** The core's exit status when it has read all that it was to read. */
const MAY_BE_SOME = 1;

/** Has the core look through /proc, and reads what it writes. */
export function readReport(folder?: string): ZombieReport {
  const kernel = new WordKernel(["tsinit", "--zombies", "--json"], folder);
  const status = new Init(kernel).run();
  if (status <= MAY_BE_SOME && kernel.output(STDOUT) !== "") {
    return JSON.parse(kernel.output(STDOUT)) as ZombieReport;
  }
  const said = kernel.output(STDERR).trim().split("\n").map(messageOf);
  const message = said[0] || "cannot look for zombies";
  throw new TsinitError("ERR_TSINIT_SYSTEM", message, { status });
}

const STDOUT = 1;
const STDERR = 2;

/** Messages are JSON as well. */
function messageOf(line: string): string {
  return line.startsWith("{") ? (JSON.parse(line) as { msg: string }).msg : line;
}
