/** The time in JSON lines: a number that JSON knows, and the right one, whatever the clock says. */
import { describe, expect, it } from "vitest";
import { run } from "../../../src/core/main.ts";
import { tsinit } from "../../sim/scenario.ts";
import { isBuilt, runWasm } from "../../sim/wasm.ts";
import { parsed } from "../../support/both-ways.ts";

const MILLION = 1_000_000;

/** Milliseconds since 1970 at which a digit, a half, or a sign changes. */
const EDGES = [
  0,
  1,
  9,
  10,
  999,
  1000,
  16_226,
  99_999,
  100_000,
  MILLION - 1,
  MILLION,
  MILLION + 1,
  10 * MILLION,
  16_226 * MILLION + 7,
  1_700_000_001_234,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  (2 ** 31 - 1) * 1000 + 999,
  2 ** 31 * 1000,
  Date.UTC(2286, 10, 20, 17, 46, 40),
  Date.UTC(9999, 11, 31),
  0x7fffffff * MILLION + MILLION - 1,
];

/** Every power of ten and of two, and its neighbours. */
const POWERS = [...Array(16).keys()]
  .flatMap((digits) => [10 ** digits - 1, 10 ** digits + 1])
  .concat([...Array(51).keys()].flatMap((bits) => [2 ** bits - 1, 2 ** bits]));

const COMPILED = isBuilt ? "" : " (skipped: dist/work/core.wasm is not built)";
const CORES = [
  { name: "the core", runner: run, isThere: true },
  { name: `the compiled core${COMPILED}`, runner: runWasm, isThere: isBuilt },
];

describe.each(CORES)("the time of a JSON line of $name", ({ runner, isThere }) => {
  const timeAt = (milliseconds: number): number => {
    const { lines } = tsinit(["--log-format=json", "--nope"], {
      runner,
      prepare: (kernel) => void (kernel.time = milliseconds),
    });
    expect(lines).toHaveLength(1);
    return parsed(lines[0]!).time;
  };

  it.skipIf(!isThere).each([1, -1])("is the clock's, times %i, over its whole range", (sign) => {
    for (const edge of [...EDGES, ...POWERS]) {
      const time = sign * edge;
      // A clock never tells -0, and JSON makes of it what it likes.
      expect(timeAt(time)).toBe(time === 0 ? 0 : time);
    }
  });
});
