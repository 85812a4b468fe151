/**
 * Owns what tini 0.19 takes and says (its output, observed); help and licence are our own words.
 */

import * as keys from "./keys.ts";
import { DEBUG, FATAL, INFO, TRACE, WARNING } from "./keys.ts";
import * as meanings from "./meanings.ts";
import { message, option, prefix, TAKES_VALUE, words } from "./rows.ts";

export const OPTIONS: string =
  option(meanings.HELP, "h", "") +
  option(meanings.SUBREAPER, "s", "") +
  option(meanings.PARENT_DEATH_SIGNAL, "p", "", TAKES_VALUE) +
  option(meanings.VERBOSE, "v", "") +
  option(meanings.WARN_ON_REAP, "w", "") +
  option(meanings.GROUP, "g", "") +
  option(meanings.REMAP_EXIT, "e", "", TAKES_VALUE) +
  option(meanings.LICENSE, "l", "");

export const MESSAGES: string =
  prefix(FATAL, "[FATAL tini ({self})] ") +
  prefix(WARNING, "[WARN  tini ({self})] ") +
  prefix(INFO, "[INFO  tini ({self})] ") +
  prefix(DEBUG, "[DEBUG tini ({self})] ") +
  prefix(TRACE, "[TRACE tini ({self})] ") +
  message(keys.BAD_SIGNAL, FATAL, "Not a valid option for -p: {value}") +
  message(keys.BAD_STATUS, FATAL, "Not a valid option for -e: {value}") +
  message(keys.CANNOT_CLONE, FATAL, "fork failed: {capital-error}") +
  message(keys.CANNOT_RUN, FATAL, "exec {program} failed: {capital-error}") +
  message(keys.NO_SUBREAPER, WARNING, "Failed to register as child subreaper: {capital-error}") +
  message(keys.NO_DEATH_SIGNAL, WARNING, "Failed to set up parent death signal: {capital-error}") +
  message(keys.SUBREAPER, TRACE, "Registered as child subreaper") +
  message(keys.STARTED, INFO, "Spawned child process '{program}' with pid '{process}'") +
  message(keys.ENDED, INFO, "Main child exited normally (with status '{exit-status}')") +
  message(keys.KILLED, INFO, "Main child exited with signal (with signal '{signal-words}')") +
  message(keys.LOST, INFO, "Main child exited for unknown reason") +
  message(keys.ORPHAN_NAMED, WARNING, "Reaped zombie process with pid={process}") +
  message(keys.FORWARDED, DEBUG, "Passing signal: '{signal-words}'") +
  message(
    keys.NOT_FORWARDED,
    WARNING,
    "Unexpected error when forwarding signal: '{capital-error}'",
  ) +
  message(keys.REAPED, DEBUG, "Reaped child with pid: '{process}'") +
  message(keys.TOOK_CHILD, DEBUG, "Received SIGCHLD") +
  message(keys.NOTHING_TO_REAP, TRACE, "No child to reap") +
  message(keys.NO_CHILD, TRACE, "No child to wait") +
  message(keys.EXITING, TRACE, "Exiting: child has exited");

export const HELP_TEXT: string = words(
  "{own-name} (tini version 0.19.0)\n" +
    "Usage: {own-name} [OPTIONS] PROGRAM -- [ARGS] | --version\n" +
    "  -s  adopt orphans    -p SIGNAL  parent-death signal\n" +
    "  -g  forward signals to the group    -e CODE    report 0 in its place\n" +
    "  -w  name each orphan reaped    -v  say more    -h    -l\n",
);

export const VERSION_TEXT: string = "tini version 0.19.0 - git.tsinit\n";
