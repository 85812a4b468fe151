/** Random schedules through the core as JavaScript: the invariants hold whatever happens. */
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/main.ts";
import { check, makeCase, seeds } from "./schedule.ts";

const BATCHES = 10;
const BATCH = 250;

describe("in every random schedule the child's end ends tsinit, and nothing but it", () => {
  for (let batch = 0; batch < BATCHES; batch++) {
    const first = 1 + batch * BATCH;
    const title =
      "no zombie outlives a drained SIGCHLD, each signal has one fate, no wake-up is lost, " +
      `the status is the child's (seeds ${first} to ${first + BATCH - 1})`;
    it(title, () => {
      for (const seed of seeds(BATCH, first)) check(makeCase(seed), run);
    });
  }
});

describe("the random schedules are worth running", () => {
  it("they forward, drop and merge signals, and reap orphans, thousands of times", () => {
    const sums = { forwarded: 0, dropped: 0, refused: 0, merged: 0, orphans: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const one = makeCase(seed);
      check(one, run);
      for (const fate of ["forwarded", "dropped", "refused", "merged"] as const) {
        sums[fate] += one.watch.fates[fate];
      }
      sums.orphans += one.watch.orphans.length;
    }
    expect(sums.forwarded).toBeGreaterThan(1500);
    expect(sums.dropped).toBeGreaterThan(300);
    expect(sums.refused).toBeGreaterThan(30);
    expect(sums.merged).toBeGreaterThan(30);
    expect(sums.orphans).toBeGreaterThan(1500);
  });

  it("the same seed makes the same calls", () => {
    for (const seed of [1, 2, 3, 500]) {
      const [one, two] = [makeCase(seed), makeCase(seed)];
      check(one, run);
      check(two, run);
      expect(two.kernel.trace).toEqual(one.kernel.trace);
    }
  });
});
