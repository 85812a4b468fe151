/**
 * Owns what tini 0.19 takes and says (its output, observed); help and licence are our own words.
 */

export const OPTIONS: string =
  "h h \n" +
  "s s \n" +
  "p p =\n" +
  "v v \n" +
  "w w \n" +
  "g g \n" +
  "e e =\n" +
  "l l \n";

export const MESSAGES: string =
  "00[FATAL tini (%P)] \n" +
  "11[WARN  tini (%P)] \n" +
  "22[INFO  tini (%P)] \n" +
  "33[DEBUG tini (%P)] \n" +
  "44[TRACE tini (%P)] \n" +
  "h0Not a valid option for -p: %V\n" +
  "i0Not a valid option for -e: %V\n" +
  "r0fork failed: %E\n" +
  "s0exec %a failed: %E\n" +
  "z1Failed to register as child subreaper: %E\n" +
  "A1Failed to set up parent death signal: %E\n" +
  "B4Registered as child subreaper\n" +
  "C2Spawned child process '%a' with pid '%p'\n" +
  "D2Main child exited normally (with status '%c')\n" +
  "E2Main child exited with signal (with signal '%S')\n" +
  "F2Main child exited for unknown reason\n" +
  "I1Reaped zombie process with pid=%p\n" +
  "K3Passing signal: '%S'\n" +
  "L1Unexpected error when forwarding signal: '%E'\n" +
  "O3Reaped child with pid: '%p'\n" +
  "R3Received SIGCHLD\n" +
  "T4No child to reap\n" +
  "U4No child to wait\n" +
  "W4Exiting: child has exited\n";

export const HELP_TEXT: string =
  "%0 (tini version 0.19.0)\n" +
  "Usage: %0 [OPTIONS] PROGRAM -- [ARGS] | --version\n" +
  "  -s  adopt orphans    -p SIGNAL  parent-death signal\n" +
  "  -g  forward signals to the group    -e CODE    report 0 in its place\n" +
  "  -w  name each orphan reaped    -v  say more    -h    -l\n";

export const VERSION_TEXT: string = "tini version 0.19.0 - git.tsinit\n";
