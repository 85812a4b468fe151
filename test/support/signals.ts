/** Owns the names that tests of the core use for signals. */

export const ABRT = 6;
export const SEGV = 11;
export const USR1 = 10;
export * from "../sim/numbers.ts";
