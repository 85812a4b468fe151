/** The sets of signals that the comparisons of dialects sweep over. */
import { names, numberOf } from "../../support/sending.ts";

export { numberOf };

/** A true fault kills the init; the same number from another process need not. */
export const faults: readonly number[] = ["ILL", "TRAP", "ABRT", "BUS", "FPE", "SEGV", "SYS"].map(
  numberOf,
);

const realTime = Array.from({ length: 31 }, (_, index) => 34 + index);

/** Every signal but the two that no process can take. */
export const sweep: readonly number[] = [...names.map(numberOf), ...realTime].filter(
  (number) => number !== numberOf("KILL") && number !== numberOf("STOP"),
);
