/** The core as JavaScript and as compiled Wasm: the same calls, the same bytes, a still memory. */
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/main.ts";
import { SimKernel } from "./kernel.ts";
import { CHLD, FORWARDABLE } from "./numbers.ts";
import { Random } from "./random.ts";
import type { Driver } from "./recorder.ts";
import { compare, seeds } from "./schedule.ts";
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
  ["--grace=2147483648ms", "p"],
  ["--grace=0.123s", "--on-exit=stop", "p"],
  ["--on-exit=never", "p"],
  ["--log-format=json", "-z\xff"],
  ["--log-format=json", '--\x80\xe2\x82="\\', "p"],
  ["--log-format=json", 'x\xf0\x9f\x98\x80"\n'],
  ["--dialect=tini", "-z"],
  ["--dialect=tini", "--version"],
  ["--dialect=dumb-init", "--ver"],
  ["--dialect=dumb-init", "-r", "34:1", "p"],
  ["--dialect=catatonit", "-h"],
  ["--dialect=podman-init", "--nope"],
  ["--dialect=nope"],
  ["-P", "p"],
];

const VARIABLES = [
  [],
  ["TSINIT_OPTIONS=-v -e 7:9\t--grace 1s\n"],
  ["TSINIT_OPTIONS=-e"],
  ["TSINIT_OPTIONS= -v x"],
  ["TSINIT_DIALECT=dumb-init"],
  ["TSINIT_DIALECT=x"],
  ["TINI_VERBOSITY=9"],
  ["CATATONIT_LOG=1", "TSINIT_DIALECT=catatonit"],
];

const WARM_UP = 2000;

/** Each time tsinit sleeps an orphan ends, or somebody sends a signal; the child ends last. */
class Load implements Driver {
  left: number;
  /** The memory's highest byte in use after a while. */
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

  elapse(milliseconds: number): number {
    this.idle();
    return this.kernel.world.pending.size > 0 ? 0 : milliseconds;
  }

  stopped(): boolean {
    return false;
  }
}

describe.skipIf(!isBuilt)(`the compiled core is the core${SUFFIX}`, () => {
  for (let first = 100_001; first < 102_501; first += 500) {
    it(`makes the same calls and writes the same bytes (seeds ${first} to ${first + 499})`, () => {
      for (const seed of seeds(500, first)) compare(seed, run, runWasm);
    });
  }

  it("reads and refuses the same words", () => {
    for (const variables of VARIABLES) {
      for (const words of WRONG_WORDS) {
        const kernels = [run, runWasm].map((runner) => {
          const kernel = new SimKernel(new World(new Random(1)));
          Object.assign(kernel, { words: ["tsinit", ...words], variables, spawnError: 2 });
          kernel.leave("status", [], runner(kernel));
          return kernel;
        });
        expect(kernels[1]!.trace).toEqual(kernels[0]!.trace);
      }
    }
  });

  it.each([
    { words: ["-vvv"], events: 20_000, says: "every message" },
    { words: ["-w"], events: 50_000, says: "each orphan named" },
    { words: ["-g"], events: 1_000_000, says: "silent" },
    { words: ["-vvvw", "--log-format=json"], events: 10_000, says: "every message in JSON" },
    { words: ["--forward=all", "--on-exit=wait", "-v"], events: 10_000, says: "a walk a signal" },
    { words: ["--dialect=dumb-init", "-v"], events: 10_000, says: "another dialect" },
  ])("its memory does not move over $events events ($says)", ({ words, events }) => {
    const kernel = new SimKernel(new World(new Random(1)));
    kernel.words = ["tsinit", ...words, "--", "program"];
    if (words[0] === "--forward=all") kernel.world.init = 70;
    kernel.trace = null;
    kernel.callLimit = Infinity;
    const core: WasmCore = new WasmCore(kernel);
    const load = new Load(events, kernel, () => core);
    kernel.driver = load;
    const size = core.memory.buffer.byteLength;
    expect(core.main()).toBe(3);
    expect(core.memory.buffer.byteLength).toBe(size);
    expect(load.warm).toBeLessThanOrEqual(WasmCore.end);
    expect(core.highest()).toBeLessThanOrEqual(WasmCore.end);
  });
});
