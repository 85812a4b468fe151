/**
 * Owns the pieces that a text may have filled in: `{exit-status}` in a row is the constant
 * EXIT_STATUS here (rows.ts). What each is written as, event.ts knows.
 */

/** A process. */
export const PROCESS: i32 = 0;
/** tsinit's own process. */
export const SELF: i32 = 1;
/** Whom a signal goes to. */
export const TARGET: i32 = 2;
/** A signal's name. */
export const SIGNAL: i32 = 3;
/** A signal in words. */
export const SIGNAL_WORDS: i32 = 4;
/** A signal's number. */
export const SIGNAL_NUMBER: i32 = 5;
/** An error in words. */
export const ERROR: i32 = 6;
/** The same with a capital. */
export const CAPITAL_ERROR: i32 = 7;
/** A number. */
export const NUMBER: i32 = 8;
/** An exit status. */
export const EXIT_STATUS: i32 = 9;
/** A wait status in words. */
export const WAIT_STATUS: i32 = 10;
/** A machine. */
export const MACHINE: i32 = 11;
/** tsinit's own name, as it was called. */
export const OWN_NAME: i32 = 12;
/** The program. */
export const PROGRAM: i32 = 13;
/** Bytes of a file. */
export const EXCERPT: i32 = 14;
/** A command, when it is known. */
export const COMMAND: i32 = 15;
/** The flag. */
export const FLAG: i32 = 16;
/** The option's whole word. */
export const OPTION_WORD: i32 = 17;
/** How to get help. */
export const HELP_HINT: i32 = 18;
/** The option. */
export const OPTION: i32 = 19;
/** The option and its value. */
export const SETTING: i32 = 20;
/** The long names that the option may stand for. */
export const CANDIDATES: i32 = 21;
/** The option's whole long name. */
export const LONG_NAME: i32 = 22;
/** The value alone. */
export const VALUE: i32 = 23;
