/**
 * Owns what catatonit takes and says (its output, observed); help and licence are our own words.
 */

import * as keys from "./keys.ts";
import { DEBUG, FATAL, INFO, WARNING } from "./keys.ts";
import * as meanings from "./meanings.ts";
import { message, option, prefix } from "./rows.ts";

export const OPTIONS: string =
  option(meanings.GROUP, "g", "") +
  option(meanings.HELP, "h", "") +
  option(meanings.LICENSE, "L", "") +
  option(meanings.PAUSE, "P", "") +
  option(meanings.VERSION, "V", "version");

export const MESSAGES: string =
  prefix(FATAL, "ERROR (catatonit:{self}): ") +
  prefix(WARNING, "WARN (catatonit:{self}): ") +
  prefix(INFO, "INFO (catatonit:{self}): ") +
  prefix(DEBUG, "DEBUG (catatonit:{self}): ") +
  message(keys.NO_PROGRAM, FATAL, "missing program name") +
  message(keys.CANNOT_CLONE, FATAL, "failed to fork child: {capital-error}") +
  message(keys.CANNOT_RUN, FATAL, "failed to exec pid1: {capital-error}") +
  message(keys.NO_SUBREAPER, WARNING, "failed to set child-reaper as non-pid1: {capital-error}") +
  message(keys.STARTED, DEBUG, "pid1 ({process}) spawned: {program}") +
  message(
    keys.NOT_FORWARDED,
    WARNING,
    "forwarding of signal {signal-number} to pid1 ({process}) failed: {capital-error}",
  ) +
  message(keys.REAPED_ENDED, DEBUG, "child process {process} exited with code {exit-status}") +
  message(
    keys.REAPED_KILLED,
    DEBUG,
    "child process {process} exited due to signal {signal-number}",
  ) +
  message(
    keys.NO_TTY,
    INFO,
    "using stdin as tty fd: could not open /dev/tty: No such device or address",
  ) +
  message(
    keys.NO_FOREGROUND,
    DEBUG,
    "setting foreground process failed: no tty present: {capital-error}",
  ) +
  message(keys.RESERVED_VARIABLE, FATAL, "CATATONIT_LOG is reserved for future use") +
  message(keys.NO_CHILD, DEBUG, "got ECHILD: no children left to monitor");

export const USAGE_LINE: string = "usage: catatonit [-ghLPV] [--] <progname> [<arguments>...]\n";

export const HELP_TEXT: string =
  "usage: catatonit [-ghLPV] [--] <progname> [<arguments>...]\n" +
  "  -g  forward signals to the process group    -P  run no program\n" +
  "  -h  help    -L  license    -V, --version\n";

export const VERSION_TEXT: string = "tini version 0.2.1_catatonit\n";
