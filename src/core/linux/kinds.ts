/** Owns what a path may lead to, in the numbers that `Kernel.kind` gives. */

export const PLAIN: i32 = 0;
export const FOLDER: i32 = 1;
/** A device, FIFO or socket. */
export const SPECIAL: i32 = 2;
