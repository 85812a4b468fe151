/** Owns a life of the init on Node and Bun, from the loading of its parts to its end. */
import { writeSync } from "node:fs";
import { Init } from "../../core/main.ts";
import { NodeKernel } from "./kernel.ts";
import { type Binding, NativeError } from "./native.ts";

/** Milliseconds before a core that has failed again goes on. */
const PAUSE = 100;

/** What is not loaded yet: how, and where the library of native/ is. */
export interface Parts {
  binding(): Binding;
  library(): string;
  /** The one file that a copy of tsinit is made of. */
  readonly copy: string;
}

/** Does all that an init does, and ends the process. */
export async function serve(parts: Parts): Promise<void> {
  let kernel: NodeKernel;
  try {
    kernel = new NodeKernel(parts.binding(), parts.library(), parts.copy);
    kernel.takeOver();
  } catch (error) {
    if (!(error instanceof NativeError)) throw error;
    writeSync(2, `tsinit: fatal: ${error.message}\n`);
    process.exit(1);
  }
  // pino takes longer to load than all the rest: only a run that may want JSON waits for it.
  if (kernel.mayWriteJson()) await loadJson(kernel);
  kernel.end(live(new Init(kernel), kernel));
}

/**
 * A mere look at process.stderr makes it one that does not block, for all who share it. Node's own
 * modules, which pino loads, take one for the sake of colours: they get nothing to see. Bun's do
 * not, and there the replacement itself would be a look.
 */
async function loadJson(kernel: NodeKernel): Promise<void> {
  if (process.versions["bun"] === undefined) {
    Object.defineProperty(process, "stderr", { value: { isTTY: false }, configurable: true });
  }
  try {
    kernel.json = new (await import("./json.ts")).JsonLog();
  } catch {
    // The core's own lines are JSON too.
  }
}

/** The part of a kernel that is needed to survive a failure. */
export interface Survivor {
  readonly hasBegun: boolean;
  readonly childStatus: number;
  write(stream: number, bytes: Uint8Array, length: number, patient: boolean): number;
}

/**
 * The core's exit status. What it throws, once the child runs, is said and does not end it: a child
 * whose init ends is killed. Once the child has ended there is nothing left to lose.
 */
export function live(init: Pick<Init, "run" | "goOn">, kernel: Survivor): number {
  for (let failures = 0; ; failures++) {
    try {
      return failures === 0 ? init.run() : init.goOn();
    } catch (error) {
      tell(error, kernel);
      if (!kernel.hasBegun) return 1;
      if (kernel.childStatus >= 0) return kernel.childStatus;
      if (failures > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

function tell(error: unknown, kernel: Survivor): void {
  const level = kernel.hasBegun ? "warning" : "fatal";
  const cause = String(error)
    .replace(/[^ -~]/g, "?")
    .slice(0, 800);
  const line = Buffer.from(`tsinit: ${level}: error in tsinit itself: ${cause}\n`);
  try {
    kernel.write(2, line, line.length, false);
  } catch {
    // Whatever is broken, the child goes on.
  }
}
