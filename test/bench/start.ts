/** From start to exit: what an init adds to the run of a program that does nothing. */
import { batches, median, quartiles, type Spread } from "./statistics.ts";
import type { Subject } from "./subjects.ts";
import { runDriver, type Workshop } from "./workshop.ts";

export interface StartUp {
  /** Microseconds over the bare program. */
  cost: Spread;
  /** To tini-static's cost; the spread is the lowest and the highest of the batches. */
  ratio: Spread | null;
}

export interface StartUps {
  /** Microseconds from start to exit of the bare program. */
  bare: Spread;
  inits: StartUp[];
}

const BATCHES = 5;
const REFERENCE = "tini-static";

function over(samples: number[], bare: number[]): Spread {
  const floor = median(bare);
  return quartiles(samples.map((sample) => sample - floor));
}

function ratioTo(reference: number[], samples: number[], bare: number[]): Spread {
  const floors = batches(bare, BATCHES).map(median);
  const references = batches(reference, BATCHES).map(median);
  const ratios = batches(samples, BATCHES).map((batch, i) => {
    const floor = floors[i] ?? NaN;
    return (median(batch) - floor) / ((references[i] ?? NaN) - floor);
  });
  const whole = over(samples, bare).median / over(reference, bare).median;
  return { median: whole, low: Math.min(...ratios), high: Math.max(...ratios) };
}

export async function measureStart(
  workshop: Workshop,
  subjects: Subject[],
  rounds: number,
): Promise<StartUps> {
  const inits = subjects.map(({ command }) => [...command, "--", workshop.true]);
  const samples = await runDriver(workshop.start, rounds, [[workshop.true], ...inits]);
  const [bare = [], ...rest] = samples.map((times) => times.map((time) => time / 1000));
  const reference = rest[subjects.findIndex(({ name }) => name === REFERENCE)];
  return {
    bare: quartiles(bare),
    inits: rest.map((times) => ({
      cost: over(times, bare),
      ratio: reference === undefined ? null : ratioTo(reference, times, bare),
    })),
  };
}
