/** Owns what there may be to do, as the options say. */

export const RUN: i32 = 0;
export const HELP: i32 = 1;
export const VERSION: i32 = 2;
export const LICENSE: i32 = 3;
export const PAUSE: i32 = 4;
export const ZOMBIES: i32 = 5;
export const INSTALL: i32 = 6;
export const WRONG_USE: i32 = 7;
export const WRONG_VALUE: i32 = 8;
export const NO_PROGRAM: i32 = 9;
/** Wrong use of which everything has been said. */
export const REPORTED: i32 = 10;
