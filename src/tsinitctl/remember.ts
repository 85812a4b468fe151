/** Owns the memory that keeps many who ask from making work for each. */

/**
 * What `make` gives, for `age` milliseconds of `now` from when it is there; all who ask meanwhile
 * share it, a failure as well. However long it takes to make, there is time left for other work.
 */
export function remember<T>(
  make: () => Promise<T>,
  age: number,
  now: () => number,
): () => Promise<T> {
  let kept: Promise<T> | null = null;
  let end = Infinity;
  return () => {
    if (kept !== null && now() < end) return kept;
    end = Infinity;
    kept = make().finally(() => (end = now() + age));
    return kept;
  };
}
