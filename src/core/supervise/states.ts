/** Owns the states of a supervisor's life, and the table of what leads from one to the next. */

// state   | a signal       | SIGCONT                 | child stopped by terminal  | child ended
// RUNNING | forward        | give terminal, forward  | stop with it, then STOPPED | ENDED
// STOPPED | forward        | give terminal, continue | stop with it               | ENDED
//         |                | the group, then RUNNING |                            |
// PAUSED  | TERM, INT: end | drop                    | (there is no child)        |
// WAITING | forward        | forward                 | (the child has ended)      |
// The child's end leads to WAITING first with --on-exit=wait or stop, until no descendant is left;
// a moment after a stop signal to all to TOLD, which lasts for the rest of the moment, or until
// SIGKILL, which ends grace periods.
export const RUNNING: i32 = 0;
export const STOPPED: i32 = 1;
export const PAUSED: i32 = 2;
export const WAITING: i32 = 3;
export const TOLD: i32 = 4;
export const ENDED: i32 = 5;
