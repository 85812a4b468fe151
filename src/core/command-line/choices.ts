/** Owns what may be chosen by a word, in the order in which the words are looked for. */

/** Whom signals are forwarded to (--forward). */
export const CHILD: i32 = 0;
export const GROUP: i32 = 1;
export const ALL: i32 = 2;

/** What becomes of those that outlive the child (--on-exit). */
export const LEAVE: i32 = 0;
export const WAIT: i32 = 1;
export const STOP: i32 = 2;
