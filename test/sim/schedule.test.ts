/** Random schedules through the core as JavaScript: the invariants hold whatever happens. */
import { describe, expect, it } from "vitest";
import { run } from "../../src/core/main.ts";
import { check, seeds } from "./schedule.ts";

const BATCHES = 10;
const BATCH = 1000;

describe("in every random schedule the child's end ends tsinit, and nothing but it", () => {
  for (let batch = 0; batch < BATCHES; batch++) {
    const first = 1 + batch * BATCH;
    const title =
      "no zombie outlives a drained SIGCHLD, each signal has one fate, no wake-up is lost, " +
      "SIGKILL comes when the grace period is over, nobody outside the tree is signalled, " +
      `the status is the child's (seeds ${first} to ${first + BATCH - 1})`;
    it(title, () => {
      for (const seed of seeds(BATCH, first)) check(seed, run);
    });
  }
});

describe("the random schedules are worth running", () => {
  it("they forward, drop and merge signals, walk, kill, and reap, thousands of times", () => {
    const sums = { sent: 0, dropped: 0, refused: 0, merged: 0, orphans: 0, walks: 0, kills: 0 };
    for (let seed = 1; seed <= 1000; seed++) {
      const { watch } = check(seed, run);
      sums.sent += watch.sendings.done;
      sums.refused += watch.sendings.refused;
      sums.walks += watch.sendings.walks;
      sums.kills += watch.clock.kills;
      sums.dropped += watch.fates.dropped;
      sums.merged += watch.fates.merged;
      sums.orphans += watch.orphans.length;
    }
    expect(sums.sent).toBeGreaterThan(4000);
    expect(sums.dropped).toBeGreaterThan(1000);
    expect(sums.refused).toBeGreaterThan(100);
    expect(sums.merged).toBeGreaterThan(30);
    expect(sums.orphans).toBeGreaterThan(4000);
    expect(sums.walks).toBeGreaterThan(300);
    expect(sums.kills).toBeGreaterThan(300);
  });

  it("the same seed makes the same calls", () => {
    for (const seed of [1, 2, 3, 500]) {
      expect(check(seed, run).kernel.digest).toBe(check(seed, run).kernel.digest);
    }
  });
});
