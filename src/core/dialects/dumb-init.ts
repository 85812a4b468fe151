/** Owns what dumb-init 1.2.5 takes and says (its output, observed); help is our own words. */

import * as keys from "./keys.ts";
import { BARE, FATAL, INFO } from "./keys.ts";
import * as meanings from "./meanings.ts";
import { message, option, prefix, TAKES_VALUE, words } from "./rows.ts";

export const OPTIONS: string =
  option(meanings.HELP, "h", "help") +
  option(meanings.CHILD, "c", "single-child") +
  option(meanings.REWRITE, "r", "rewrite", TAKES_VALUE) +
  option(meanings.VERBOSE, "v", "verbose") +
  option(meanings.VERSION, "V", "version");

export const MESSAGES: string =
  prefix(FATAL, "[dumb-init] ") +
  prefix(INFO, "[dumb-init] ") +
  message(keys.NO_PROGRAM, BARE, "Usage: {own-name} [option] program [args]") +
  message(keys.BAD_REWRITE, BARE, "{own-name}: -r takes FROM:TO, numbers from 1 to 31") +
  message(keys.CANNOT_CLONE, FATAL, "Unable to fork. Exiting.") +
  message(keys.CANNOT_RUN, FATAL, "{program}: {capital-error}") +
  message(keys.STARTED, INFO, "Child spawned with PID {process}.") +
  message(keys.TOOK, INFO, "Received signal {signal-number}.") +
  message(keys.FORWARDED, INFO, "Forwarded signal {signal-number} to children.") +
  message(keys.DROPPED, INFO, "Not forwarding signal 0 to children (ignored).") +
  message(
    keys.REAPED_ENDED,
    INFO,
    "A child with PID {process} exited with exit status {exit-status}.",
  ) +
  message(
    keys.REAPED_KILLED,
    INFO,
    "A child with PID {process} was terminated by signal {signal-number}.",
  ) +
  message(keys.TOOK_CHILD, INFO, "Received signal 17.") +
  message(keys.EXITING, INFO, "Child exited with status {number}. Goodbye.") +
  message(keys.TRANSLATED, INFO, "Translating signal {signal-number} to {number}.") +
  message(keys.DEBUGGING, INFO, "Running in debug mode.") +
  message(keys.SUSPENDED, INFO, "Suspending self due to TTY signal.") +
  message(
    keys.NOT_DETACHED,
    INFO,
    "Unable to detach from controlling tty (errno={number} {capital-error}).",
  ) +
  message(
    keys.DETACHED,
    INFO,
    "Detached from controlling tty, ignoring the first SIGHUP and SIGCONT we receive.",
  ) +
  message(
    keys.DETACHED_FOLLOWER,
    INFO,
    "Detached from controlling tty, but was not session leader.",
  ) +
  message(keys.HAND_OFF, INFO, "Ignoring tty hand-off signal {signal-number}.") +
  message(keys.NO_SESSION, INFO, "Not running in setsid mode.") +
  message(
    keys.NOT_ATTACHED,
    INFO,
    "Unable to attach to controlling tty (errno={number} {capital-error}).",
  ) +
  message(keys.SESSION_MADE, INFO, "setsid complete.");

export const HELP_TEXT: string = words(
  "dumb-init v1.2.5\n" +
    "Usage: {own-name} [option] command [[arg] ...]\n" +
    "   -c, --single-child   forward to the child alone\n" +
    "   -r, --rewrite s:r    forward signal r in place of s; r 0 drops it\n" +
    "   -v, --verbose    -h, --help    -V, --version\n",
);

export const MORE_ON_WRONG_USE: string = words("Try {own-name} --help for full usage.\n");

export const VERSION_TEXT: string = "dumb-init v1.2.5\n";
