/** Owns the division of whole numbers, which differs between Wasm and JavaScript. */

/** `dividend` / `divisor` without the rest, from 0 up: `/` differs between Wasm and JavaScript. */
export function quotient(dividend: i32, divisor: i32): i32 {
  return ((dividend - (dividend % divisor)) / divisor) as i32;
}
