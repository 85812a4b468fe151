/** The core as JavaScript and as compiled Wasm: the same calls, the same bytes, a still memory. */
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/main.ts";
import { SimKernel } from "./kernel.ts";
import { CHLD, FORWARDABLE } from "./numbers.ts";
import { Random } from "./random.ts";
import type { Driver } from "./recorder.ts";
import { check, makeCase, seeds } from "./schedule.ts";
import { isBuilt, runWasm, WasmCore } from "./wasm.ts";
import { World } from "./world.ts";

const SUFFIX = isBuilt ? "" : " (skipped: dist/work/core.wasm is not built)";

const WRONG_WORDS = [
  [],
  ["-h"],
  ["-V"],
  ["-l"],
  ["-z", "p"],
  ["-e", "300", "p"],
  ["-p", "TERMINATE", "p"],
  ["-r"],
  ["--remap-exit"],
  ["--forward=all", "p"],
  ["-r", "USR1:", "p"],
  ["--help=x"],
  ["-\x01\xff"],
  ['--\x7f\\"=1'],
  ["-p", "x".repeat(5000), "p"],
  ["--"],
  [""],
  ["-r", "RTMAX-3:RTMIN+31", "p"],
];

const WARM_UP = 2000;

/** Each time tsinit sleeps an orphan ends, or somebody sends a signal; the child ends last. */
class Load implements Driver {
  left: number;
  /** The memory's highest byte in use at the start, and after a while. */
  start = 0;
  warm = 0;
  private readonly events: number;
  private readonly kernel: SimKernel;
  private readonly core: () => WasmCore;

  constructor(events: number, kernel: SimKernel, core: () => WasmCore) {
    this.left = events;
    this.events = events;
    this.kernel = kernel;
    this.core = core;
  }

  before(): void {}

  idle(): "event" | "never" {
    const { child, world } = this.kernel;
    if (this.left === this.events) this.start = this.core().highest();
    if (this.left === this.events - WARM_UP) this.warm = this.core().highest();
    if (this.left-- <= 0) {
      world.end(child!, 3 << 8);
      return "event";
    }
    child!.got.length = 0;
    this.kernel.stderr.length = 0;
    const turn = this.left % (2 * FORWARDABLE.length);
    const signal = FORWARDABLE[turn];
    if (signal !== undefined) world.raise(signal, 0, this.left & 0xffff);
    else world.end(world.fork(world.init, 0, "fifteen letters"), this.left % 255 || 9);
    if (turn === 0) world.raise(CHLD, 0, 0);
    return "event";
  }

  stopped(): boolean {
    return false;
  }
}

describe.skipIf(!isBuilt)(`the compiled core is the core${SUFFIX}`, () => {
  for (let first = 10_001; first < 12_001; first += 500) {
    it(`makes the same calls and writes the same bytes (seeds ${first} to ${first + 499})`, () => {
      for (const seed of seeds(500, first)) {
        const [one, two] = [makeCase(seed), makeCase(seed)];
        check(one, run);
        check(two, runWasm);
        const [script, wasm] = [one.kernel.trace!, two.kernel.trace!];
        const differs = script.findIndex((call, i) => call !== wasm[i]);
        if (differs >= 0 || script.length !== wasm.length) {
          const at = differs < 0 ? Math.min(script.length, wasm.length) : differs;
          throw new Error(`seed ${seed}, call ${at}: ${script[at]} but compiled ${wasm[at]}`);
        }
      }
    });
  }

  it("reads and refuses the same words", () => {
    for (const words of WRONG_WORDS) {
      const kernels = [run, runWasm].map((runner) => {
        const kernel = new SimKernel(new World(new Random(1)));
        kernel.words = ["tsinit", ...words];
        kernel.spawnError = 2;
        kernel.leave("status", "", runner(kernel));
        return kernel;
      });
      expect(kernels[1]!.trace).toEqual(kernels[0]!.trace);
    }
  });

  it.each([
    { words: ["-vvv"], events: 100_000, says: "every message" },
    { words: ["-w"], events: 100_000, says: "each orphan named" },
    { words: ["-g"], events: 1_000_000, says: "silent" },
  ])("its memory does not move over $events events ($says)", ({ words, events }) => {
    const kernel = new SimKernel(new World(new Random(1)));
    kernel.words = ["tsinit", ...words, "program"];
    kernel.trace = null;
    kernel.callLimit = Infinity;
    const core: WasmCore = new WasmCore(kernel);
    const load = new Load(events, kernel, () => core);
    kernel.driver = load;
    const size = core.memory.buffer.byteLength;
    expect(core.main()).toBe(3);
    expect(core.memory.buffer.byteLength).toBe(size);
    expect(load.warm).toBe(load.start);
    expect(core.highest()).toBe(load.warm);
  });
});
