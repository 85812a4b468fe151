/**
 * Owns what catatonit takes and says (its output, observed); help and licence are our own words.
 */

export const OPTIONS: string =
  "g g \n" +
  "h h \n" +
  "l L \n" +
  "P P \n" +
  "V V version\n";

export const MESSAGES: string =
  "00ERROR (catatonit:%P): \n" +
  "11WARN (catatonit:%P): \n" +
  "22INFO (catatonit:%P): \n" +
  "33DEBUG (catatonit:%P): \n" +
  "g0missing program name\n" +
  "r0failed to fork child: %E\n" +
  "s0failed to exec pid1: %E\n" +
  "z1failed to set child-reaper as non-pid1: %E\n" +
  "C3pid1 (%p) spawned: %a\n" +
  "L1forwarding of signal %n to pid1 (%p) failed: %E\n" +
  "P3child process %p exited with code %c\n" +
  "Q3child process %p exited due to signal %n\n" +
  "*2using stdin as tty fd: could not open /dev/tty: No such device or address\n" +
  "+3setting foreground process failed: no tty present: %E\n" +
  ",0CATATONIT_LOG is reserved for future use\n" +
  "U3got ECHILD: no children left to monitor\n";

export const USAGE_LINE: string = "usage: catatonit [-ghLPV] [--] <progname> [<arguments>...]\n";

export const HELP_TEXT: string =
  "usage: catatonit [-ghLPV] [--] <progname> [<arguments>...]\n" +
  "  -g  forward signals to the process group    -P  run no program\n" +
  "  -h  help    -L  license    -V, --version\n";

export const VERSION_TEXT: string = "tini version 0.2.1_catatonit\n";
