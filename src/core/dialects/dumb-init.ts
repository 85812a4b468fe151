/** Owns what dumb-init 1.2.5 takes and says (its output, observed); help is our own words. */

export const OPTIONS: string =
  "h h help\n" +
  "c c single-child\n" +
  "r r rewrite=\n" +
  "v v verbose\n" +
  "V V version\n";

export const MESSAGES: string =
  "00[dumb-init] \n" +
  "22[dumb-init] \n" +
  "g5Usage: %0 [option] program [args]\n" +
  "j5%0: -r takes FROM:TO, numbers from 1 to 31\n" +
  "r0Unable to fork. Exiting.\n" +
  "s0%a: %E\n" +
  "C2Child spawned with PID %p.\n" +
  "J2Received signal %n.\n" +
  "K2Forwarded signal %n to children.\n" +
  "M2Not forwarding signal 0 to children (ignored).\n" +
  "P2A child with PID %p exited with exit status %c.\n" +
  "Q2A child with PID %p was terminated by signal %n.\n" +
  "R2Received signal 17.\n" +
  "W2Child exited with status %i. Goodbye.\n" +
  "X2Translating signal %n to %i.\n" +
  "Y2Running in debug mode.\n" +
  "Z2Suspending self due to TTY signal.\n" +
  "`2Unable to detach from controlling tty (errno=%i %E).\n" +
  "[2Detached from controlling tty, ignoring the first SIGHUP and SIGCONT we receive.\n" +
  "]2Detached from controlling tty, but was not session leader.\n" +
  "^2Ignoring tty hand-off signal %n.\n" +
  ")2Not running in setsid mode.\n" +
  "{2Unable to attach to controlling tty (errno=%i %E).\n" +
  "}2setsid complete.\n";

export const HELP_TEXT: string =
  "dumb-init v1.2.5\n" +
  "Usage: %0 [option] command [[arg] ...]\n" +
  "   -c, --single-child   forward to the child alone\n" +
  "   -r, --rewrite s:r    forward signal r in place of s; r 0 drops it\n" +
  "   -v, --verbose    -h, --help    -V, --version\n";

export const MORE_ON_WRONG_USE: string = "Try %0 --help for full usage.\n";

export const VERSION_TEXT: string = "dumb-init v1.2.5\n";
