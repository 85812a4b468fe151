/** How long a signal takes through an init: from kill(init) to the handler in the child. */
import { median, quantile } from "./statistics.ts";
import type { Subject } from "./subjects.ts";
import { runDriver, type Workshop } from "./workshop.ts";

export interface Latency {
  /** Microseconds. */
  median: number;
  p99: number;
}

export interface Latencies {
  /** The signal sent to the child itself, with no init between. */
  bare: Latency;
  inits: Latency[];
}

export async function measureLatency(
  workshop: Workshop,
  subjects: Subject[],
  rounds: number,
): Promise<Latencies> {
  const inits = subjects.map(({ command }) => [...command, "--", workshop.probe]);
  const samples = await runDriver(workshop.latency, rounds, [[workshop.probe], ...inits]);
  const [bare, ...rest] = samples.map((times) => ({
    median: median(times) / 1000,
    p99: quantile(times, 0.99) / 1000,
  }));
  return { bare: bare ?? { median: NaN, p99: NaN }, inits: rest };
}
