/** Owns what tsinit says under its own name, and the keys by which every dialect says the same. */

export const FATAL: i32 = 0;
export const WARNING: i32 = 1;
export const INFO: i32 = 2;
export const DEBUG: i32 = 3;
export const TRACE: i32 = 4;

// A message's key, a letter that begins its row. A dialect says only what it has a row for.
export const NO_SUCH_FLAG: i32 = 0x61; // a
export const NO_SUCH_NAME: i32 = 0x62; // b
export const FLAG_NEEDS_VALUE: i32 = 0x63; // c
export const NAME_NEEDS_VALUE: i32 = 0x64; // d
export const NO_VALUE_ALLOWED: i32 = 0x65; // e
export const AMBIGUOUS_NAME: i32 = 0x66; // f
export const NO_PROGRAM: i32 = 0x67; // g
export const BAD_SIGNAL: i32 = 0x68; // h
export const BAD_STATUS: i32 = 0x69; // i
export const BAD_REWRITE: i32 = 0x6a; // j
export const NEVER_FORWARDED: i32 = 0x6b; // k
export const BAD_TARGET: i32 = 0x6c; // l
export const BAD_VERBOSITY: i32 = 0x6d; // m
export const BAD_FORMAT: i32 = 0x6e; // n
export const BAD_DIALECT: i32 = 0x6f; // o
export const NOT_AN_OPTION: i32 = 0x70; // p
export const NO_PROGRAM_TAKEN: i32 = 0x71; // q
export const CANNOT_CLONE: i32 = 0x72; // r
export const CANNOT_RUN: i32 = 0x73; // s
export const NO_SUCH_FILE: i32 = 0x74; // t
export const NOT_IN_PATH: i32 = 0x75; // u
export const IS_A_DIRECTORY: i32 = 0x76; // v
export const NO_INTERPRETER: i32 = 0x77; // w
export const OTHER_MACHINE: i32 = 0x78; // x
export const NO_FORMAT: i32 = 0x79; // y
export const NO_SHELL: i32 = 0x28; // (
export const NAMELESS_INTERPRETER: i32 = 0x3e; // >
export const NO_SUBREAPER: i32 = 0x7a; // z
export const NO_DEATH_SIGNAL: i32 = 0x41; // A
export const SUBREAPER: i32 = 0x42; // B
export const STARTED: i32 = 0x43; // C
export const ENDED: i32 = 0x44; // D
export const KILLED: i32 = 0x45; // E
export const LOST: i32 = 0x46; // F
export const CHILD_STOP: i32 = 0x47; // G
export const ORPHAN: i32 = 0x48; // H
export const ORPHAN_NAMED: i32 = 0x49; // I
export const TOOK: i32 = 0x4a; // J
export const FORWARDED: i32 = 0x4b; // K
export const NOT_FORWARDED: i32 = 0x4c; // L
export const DROPPED: i32 = 0x4d; // M
export const DISCARDED: i32 = 0x4e; // N
export const GRACE_OVER: i32 = 0x2e; // .
export const STILL_ALIVE: i32 = 0x2f; // /
export const NO_MASK: i32 = 0x3d; // =
export const BAD_TIME: i32 = 0x3a; // :
export const LONG_TIME: i32 = 0x2d; // -
export const BAD_ON_EXIT: i32 = 0x3b; // ;
export const WAITING: i32 = 0x3c; // <
export const CANNOT_LIST: i32 = 0x3f; // ?
export const PROCESSES_OF_OTHERS: i32 = 0x24; // $
export const PROCESSES_HIDDEN: i32 = 0x21; // !
export const CANNOT_READ_SELF: i32 = 0x22; // "
export const CANNOT_INSTALL: i32 = 0x23; // #
export const IS_SPECIAL: i32 = 0x40; // @
export const CANNOT_WRITE: i32 = 0x7c; // |
// Only originals say these.
export const REAPED: i32 = 0x4f; // O
export const REAPED_ENDED: i32 = 0x50; // P
export const REAPED_KILLED: i32 = 0x51; // Q
export const TOOK_CHILD: i32 = 0x52; // R
export const NOTHING_TO_REAP: i32 = 0x54; // T
export const NO_CHILD: i32 = 0x55; // U
export const EXITING: i32 = 0x57; // W
export const TRANSLATED: i32 = 0x58; // X
export const DEBUGGING: i32 = 0x59; // Y
export const SUSPENDED: i32 = 0x5a; // Z
export const NOT_DETACHED: i32 = 0x60; // `
export const DETACHED: i32 = 0x5b; // [
export const DETACHED_FOLLOWER: i32 = 0x5d; // ]
export const HAND_OFF: i32 = 0x5e; // ^
export const NOT_ATTACHED: i32 = 0x7b; // {
export const SESSION_MADE: i32 = 0x7d; // }
export const NO_SESSION: i32 = 0x29; // )
export const NO_TTY: i32 = 0x2a; // *
export const NO_FOREGROUND: i32 = 0x2b; // +
export const RESERVED_VARIABLE: i32 = 0x2c; // ,

/**
 * Rows `KEY LEVEL TEXT`, and the prefix of each level under the level's own digit. In a text `%`
 * and a letter stand for what `Log` knows of the event; log.ts lists the letters.
 */
export const MESSAGES: string =
  "00tsinit: fatal: \n" +
  "11tsinit: warning: \n" +
  "22tsinit: info: \n" +
  "33tsinit: debug: \n" +
  "44tsinit: trace: \n" +
  "a0%o: no such option%h\n" +
  "b0%o: no such option%h\n" +
  "c0%o: needs a value%h\n" +
  "d0%o: needs a value%h\n" +
  "e0%o%v: takes no value%h\n" +
  "g0no program given; use tsinit [OPTIONS] [--] PROGRAM [ARG...]%h\n" +
  "h0%o%v: no such signal; use a name such as SIGTERM, or a number%h\n" +
  "i0%o%v: not an exit status; use 0 to 255%h\n" +
  "j0%o%v: not FROM:TO; use two signals, names or numbers, with TO 0 to drop%h\n" +
  "k0%o%v: SIGKILL, SIGSTOP and SIGCHLD are never forwarded%h\n" +
  "l0%o%v: no such target; use child, group or all%h\n" +
  "m0%o%v: not a verbosity; use 0 to 4%h\n" +
  "n0%o%v: no such log format; use text or json%h\n" +
  "o0%o%v: no such dialect; use tini, dumb-init or catatonit%h\n" +
  "p0TSINIT_OPTIONS: \"%V\": not an option%h\n" +
  "q0-P, --zombies and --install take no program%h\n" +
  ":0%o%v: not a time; use for example 10, 10s, 500ms, 1.5s or 2m%h\n" +
  "-0%o%v: longer than 7 days; use at most 604800s%h\n" +
  ";0%o%v: no such choice; use leave, wait or stop%h\n" +
  "?0cannot list processes: %e\n" +
  "$0cannot tell: /proc is another PID namespace's\n" +
  "!0cannot tell: /proc hides processes\n" +
  "\"0cannot read /proc/self/exe: %e\n" +
  "#0cannot install \"%V\": %e\n" +
  "@0cannot install \"%V\": a device, FIFO or socket is there\n" +
  "|0cannot write: %e\n" +
  "=0cannot block signals: %e\n" +
  "r0cannot start a process: %e\n" +
  "s0cannot run \"%a\": %e\n" +
  "t0cannot run \"%a\": no such file\n" +
  "u0cannot run \"%a\": no such file in PATH\n" +
  "v0cannot run \"%a\": is a directory\n" +
  "w0cannot run \"%a\": its interpreter \"%b\" is missing\n" +
  "x0cannot run \"%a\": built for another machine (%m)\n" +
  "y0cannot run \"%a\": no \"#!\" and not a program\n" +
  ">0cannot run \"%a\": its interpreter is missing\n" +
  "(0cannot run \"%a\": its interpreter \"/bin/sh\" is missing\n" +
  "z1cannot become the child subreaper: %e\n" +
  "A1cannot set the parent-death signal: %e\n" +
  "B3became the child subreaper\n" +
  "C2started \"%a\" as %p\n" +
  "D2child %p ended: exit status %c\n" +
  "E2child %p ended: killed by %s\n" +
  "F1child %p is gone: its status was not to be had\n" +
  ".1grace period over: SIGKILL to %t\n" +
  "/1processes are left after SIGKILL\n" +
  "<2waiting for the descendants of %p\n" +
  "G3child %p stopped by %s\n" +
  "H3reaped orphan %p: %w\n" +
  "I1reaped orphan %p%k: %w\n" +
  "J4took %s from %p\n" +
  "K3%s forwarded to %t\n" +
  "L1%s not forwarded to %t: %e\n" +
  "M3%s dropped: rewritten to 0\n" +
  "N3%s dropped: reserved\n";

/** What getopt_long(3) says for every dialect but tsinit's own. */
export const GETOPT: string =
  "a5%0: invalid option -- '%f'\n" +
  "b5%0: unrecognized option '%l'\n" +
  "c5%0: option requires an argument -- '%f'\n" +
  "d5%0: option '%N' requires an argument\n" +
  "e5%0: option '%N' doesn't allow an argument\n" +
  "f5%0: option '%l' is ambiguous; possibilities:%x\n";
