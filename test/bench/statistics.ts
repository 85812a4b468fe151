/** The few statistics that a table of measurements needs. */

export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function quantile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(samples: number[]): number {
  return quantile(samples, 0.5);
}

/** The median with the quartiles around it. */
export function quartiles(samples: number[]): Spread {
  return { median: median(samples), low: quantile(samples, 0.25), high: quantile(samples, 0.75) };
}

/** The samples in their order, cut into so many batches of equal length. */
export function batches(samples: number[], count: number): number[][] {
  const size = Math.floor(samples.length / count);
  return Array.from({ length: count }, (_, i) => samples.slice(i * size, (i + 1) * size));
}
