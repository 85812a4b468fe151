/** Owns the reading of times. */
import { quotient } from "./arithmetic.ts";
import { isDigit, ZERO } from "./characters.ts";
import { Cursor } from "./cursor.ts";

/** A word that is no time, or a longer one than 31 bits of milliseconds (24 days). */
export const NOT_A_TIME: i32 = -1;

const LONGEST: i32 = 0x7fffffff;

/** Steps over a time, all of the word at `cursor`: 10, 10s, 500ms, 1.5s or 2m. In milliseconds. */
export function takeTime(cursor: Cursor): i32 {
  const whole = cursor.number(LONGEST);
  let thousandths = 0;
  if (cursor.skip(".", false)) {
    for (let unit = 100; unit > 0; unit = quotient(unit, 10)) {
      if (!isDigit(cursor.peek())) {
        if (unit == 100) return NOT_A_TIME;
        break;
      }
      thousandths += (cursor.take() - ZERO) * unit;
    }
  }
  let unit = 1000;
  if (cursor.skip("ms", false)) unit = 1;
  else if (cursor.skip("m", false)) unit = 60000;
  else cursor.skip("s", false);
  const isTooLong = whole > quotient(LONGEST, unit) - 1;
  if (whole < 0 || isTooLong || cursor.peek() > 0) return NOT_A_TIME;
  return whole * unit + quotient(thousandths * unit, 1000);
}
