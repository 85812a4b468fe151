/** Owns the reading of times. */
import { quotient } from "./arithmetic.ts";
import { isDigit, ZERO } from "./characters.ts";
import { Cursor } from "./cursor.ts";

/** A word that is no time. */
export const NOT_A_TIME: i32 = -1;
/** A time above `LONGEST`. */
export const TOO_LONG: i32 = -2;

/**
 * Seven days in milliseconds: far below half the range of the clock (`Kernel.milliseconds`), so
 * that a time that is over is told from one to come however late it is looked at.
 */
export const LONGEST: i32 = 604800000;

/**
 * Steps over a time, all of the word at `cursor`: 10, 10s, 500ms, 1.5s or 2m. In milliseconds, at
 * most `LONGEST`; or `NOT_A_TIME`, or `TOO_LONG`.
 */
export function takeTime(cursor: Cursor): i32 {
  const isNumber = isDigit(cursor.peek());
  const whole = cursor.number(LONGEST);
  while (isDigit(cursor.peek())) cursor.take();
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
  if (!isNumber || cursor.peek() > 0) return NOT_A_TIME;
  if (whole < 0 || whole > quotient(LONGEST, unit)) return TOO_LONG;
  const time = whole * unit + quotient(thousandths * unit, 1000);
  return time > LONGEST ? TOO_LONG : time;
}
