/** Owns what tsinit takes and says under its own name; its help is in usage.ts. */

import * as keys from "./keys.ts";
import { DEBUG, FATAL, INFO, TRACE, WARNING } from "./keys.ts";
import * as meanings from "./meanings.ts";
import { message, option, prefix, TAKES_VALUE } from "./rows.ts";

/** The union of what the others take, and more. */
export const OPTIONS: string =
  option(meanings.HELP, "h", "help") +
  option(meanings.VERSION, "V", "version") +
  option(meanings.LICENSE, "lL", "license") +
  option(meanings.SUBREAPER, "s", "subreaper") +
  option(meanings.PARENT_DEATH_SIGNAL, "p", "parent-death-signal", TAKES_VALUE) +
  option(meanings.VERBOSE, "v", "verbose") +
  option(meanings.WARN_ON_REAP, "w", "warn-on-reap") +
  option(meanings.GROUP, "g", "") +
  option(meanings.CHILD, "c", "single-child") +
  option(meanings.FORWARD, "", "forward", TAKES_VALUE) +
  option(meanings.ON_EXIT, "", "on-exit", TAKES_VALUE) +
  option(meanings.GRACE, "", "grace", TAKES_VALUE) +
  option(meanings.REWRITE, "r", "rewrite", TAKES_VALUE) +
  option(meanings.REMAP_EXIT, "e", "remap-exit", TAKES_VALUE) +
  option(meanings.PAUSE, "P", "pause") +
  option(meanings.SESSION, "", "session") +
  option(meanings.LOG_FORMAT, "", "log-format", TAKES_VALUE) +
  option(meanings.JSON_FORMAT, "", "json") +
  option(meanings.ZOMBIES, "", "zombies") +
  option(meanings.INSTALL, "", "install", TAKES_VALUE) +
  option(meanings.DIALECT, "", "dialect", TAKES_VALUE);

export const MESSAGES: string =
  prefix(FATAL, "tsinit: fatal: ") +
  prefix(WARNING, "tsinit: warning: ") +
  prefix(INFO, "tsinit: info: ") +
  prefix(DEBUG, "tsinit: debug: ") +
  prefix(TRACE, "tsinit: trace: ") +
  message(keys.NO_SUCH_FLAG, FATAL, "{option}: no such option{help-hint}") +
  message(keys.NO_SUCH_NAME, FATAL, "{option}: no such option{help-hint}") +
  message(keys.FLAG_NEEDS_VALUE, FATAL, "{option}: needs a value{help-hint}") +
  message(keys.NAME_NEEDS_VALUE, FATAL, "{option}: needs a value{help-hint}") +
  message(keys.NO_VALUE_ALLOWED, FATAL, "{setting}: takes no value{help-hint}") +
  message(
    keys.NO_PROGRAM,
    FATAL,
    "no program given; use tsinit [OPTIONS] [--] PROGRAM [ARG...]{help-hint}",
  ) +
  message(
    keys.BAD_SIGNAL,
    FATAL,
    "{setting}: no such signal; use a name such as SIGTERM, or a number{help-hint}",
  ) +
  message(keys.BAD_STATUS, FATAL, "{setting}: not an exit status; use 0 to 255{help-hint}") +
  message(
    keys.BAD_REWRITE,
    FATAL,
    "{setting}: not FROM:TO; use two signals, names or numbers, with TO 0 to drop{help-hint}",
  ) +
  message(
    keys.NEVER_FORWARDED,
    FATAL,
    "{setting}: SIGKILL, SIGSTOP and SIGCHLD are never forwarded{help-hint}",
  ) +
  message(keys.BAD_TARGET, FATAL, "{setting}: no such target; use child, group or all{help-hint}") +
  message(keys.BAD_VERBOSITY, FATAL, "{setting}: not a verbosity; use 0 to 4{help-hint}") +
  message(keys.BAD_FORMAT, FATAL, "{setting}: no such log format; use text or json{help-hint}") +
  message(
    keys.BAD_DIALECT,
    FATAL,
    "{setting}: no such dialect; use tini, dumb-init or catatonit{help-hint}",
  ) +
  message(keys.NOT_AN_OPTION, FATAL, 'TSINIT_OPTIONS: "{value}": not an option{help-hint}') +
  message(keys.NO_PROGRAM_TAKEN, FATAL, "-P, --zombies and --install take no program{help-hint}") +
  message(
    keys.BAD_TIME,
    FATAL,
    "{setting}: not a time; use for example 10, 10s, 500ms, 1.5s or 2m{help-hint}",
  ) +
  message(keys.LONG_TIME, FATAL, "{setting}: longer than 7 days; use at most 604800s{help-hint}") +
  message(
    keys.BAD_ON_EXIT,
    FATAL,
    "{setting}: no such choice; use leave, wait or stop{help-hint}",
  ) +
  message(keys.CANNOT_LIST, FATAL, "cannot list processes: {error}") +
  message(keys.PROCESSES_OF_OTHERS, FATAL, "cannot tell: /proc is another PID namespace's") +
  message(keys.PROCESSES_HIDDEN, FATAL, "cannot tell: /proc hides processes") +
  message(keys.CANNOT_READ_SELF, FATAL, "cannot read /proc/self/exe: {error}") +
  message(keys.CANNOT_INSTALL, FATAL, 'cannot install "{value}": {error}') +
  message(keys.IS_SPECIAL, FATAL, 'cannot install "{value}": a device, FIFO or socket is there') +
  message(keys.CANNOT_WRITE, FATAL, "cannot write: {error}") +
  message(keys.NO_MASK, FATAL, "cannot block signals: {error}") +
  message(keys.CANNOT_CLONE, FATAL, "cannot start a process: {error}") +
  message(keys.CANNOT_RUN, FATAL, 'cannot run "{program}": {error}') +
  message(keys.NO_SUCH_FILE, FATAL, 'cannot run "{program}": no such file') +
  message(keys.NOT_IN_PATH, FATAL, 'cannot run "{program}": no such file in PATH') +
  message(keys.IS_A_DIRECTORY, FATAL, 'cannot run "{program}": is a directory') +
  message(
    keys.NO_INTERPRETER,
    FATAL,
    'cannot run "{program}": its interpreter "{excerpt}" is missing',
  ) +
  message(
    keys.OTHER_MACHINE,
    FATAL,
    'cannot run "{program}": built for another machine ({machine})',
  ) +
  message(keys.NO_FORMAT, FATAL, 'cannot run "{program}": no "#!" and not a program') +
  message(keys.NAMELESS_INTERPRETER, FATAL, 'cannot run "{program}": its interpreter is missing') +
  message(keys.NO_SHELL, FATAL, 'cannot run "{program}": its interpreter "/bin/sh" is missing') +
  message(keys.NO_SUBREAPER, WARNING, "cannot become the child subreaper: {error}") +
  message(keys.NO_DEATH_SIGNAL, WARNING, "cannot set the parent-death signal: {error}") +
  message(keys.SUBREAPER, DEBUG, "became the child subreaper") +
  message(keys.STARTED, INFO, 'started "{program}" as {process}') +
  message(keys.ENDED, INFO, "child {process} ended: exit status {exit-status}") +
  message(keys.KILLED, INFO, "child {process} ended: killed by {signal}") +
  message(keys.LOST, WARNING, "child {process} is gone: its status was not to be had") +
  message(keys.GRACE_OVER, WARNING, "grace period over: SIGKILL to {target}") +
  message(keys.STILL_ALIVE, WARNING, "processes are left after SIGKILL") +
  message(keys.WAITING, INFO, "waiting for the descendants of {process}") +
  message(keys.CHILD_STOP, DEBUG, "child {process} stopped by {signal}") +
  message(keys.ORPHAN, DEBUG, "reaped orphan {process}: {wait-status}") +
  message(keys.ORPHAN_NAMED, WARNING, "reaped orphan {process}{command}: {wait-status}") +
  message(keys.TOOK, TRACE, "took {signal} from {process}") +
  message(keys.FORWARDED, DEBUG, "{signal} forwarded to {target}") +
  message(keys.NOT_FORWARDED, WARNING, "{signal} not forwarded to {target}: {error}") +
  message(keys.DROPPED, DEBUG, "{signal} dropped: rewritten to 0") +
  message(keys.DISCARDED, DEBUG, "{signal} dropped: reserved");
