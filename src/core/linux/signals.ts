/** Owns the signals: numbers, names, and the sets that are treated apart, each with its reason. */
import { capital, DASH, isDigit, PLUS, SPACE } from "../text/characters.ts";
import { Cursor, NOT_A_NUMBER } from "../text/cursor.ts";
import { Line } from "../text/line.ts";
import { endOfRow, writeRest } from "../text/table.ts";
import { byteOf } from "../text/text.ts";

// The numbers of x86-64 and aarch64 (signal(7)); the hosts that have a C compiler assert them.
export const SIGHUP: i32 = 1;
export const SIGINT: i32 = 2;
export const SIGQUIT: i32 = 3;
export const SIGILL: i32 = 4;
export const SIGTRAP: i32 = 5;
export const SIGABRT: i32 = 6;
export const SIGBUS: i32 = 7;
export const SIGFPE: i32 = 8;
export const SIGKILL: i32 = 9;
export const SIGSEGV: i32 = 11;
export const SIGPIPE: i32 = 13;
export const SIGTERM: i32 = 15;
export const SIGCHLD: i32 = 17;
export const SIGCONT: i32 = 18;
export const SIGSTOP: i32 = 19;
export const SIGTSTP: i32 = 20;
export const SIGTTIN: i32 = 21;
export const SIGTTOU: i32 = 22;
export const SIGXFSZ: i32 = 25;
export const SIGSYS: i32 = 31;
export const SIGRTMIN: i32 = 34;
export const SIGRTMAX: i32 = 64;

/** si_code of what kill(2) sent, and of what a write raised in the process that writes. */
export const SI_USER: i32 = 0;

/** Names in the order of their numbers, from 1 to 31, each ended by a space. */
const NAMES: string =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP " +
  "TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS ";

/**
 * si_code is above 0 in these when the processor raised them in tsinit itself: then they are not
 * somebody's.
 */
export function isFault(signal: i32): bool {
  return (signal >= SIGILL && signal <= SIGFPE) || signal == SIGSEGV || signal == SIGSYS;
}

/** Stop signals of a terminal: a child stopped by one was stopped by job control (termios(3)). */
export function isTerminalStop(signal: i32): bool {
  return signal >= SIGTSTP && signal <= SIGTTOU;
}

/**
 * Nobody can catch KILL and STOP; CHLD is about tsinit's own children; 32 and 33 are libc's own
 * (signal(7)).
 */
export function isForwardable(signal: i32): bool {
  return isSignal(signal) && signal != SIGKILL && signal != SIGSTOP && signal != SIGCHLD;
}

/** What write(2) raises in the process that writes. */
export function isOfWrite(signal: i32): bool {
  return signal == SIGPIPE || signal == SIGXFSZ;
}

/** Asked to stop: by a person, an engine, a supervisor, or a terminal that is gone. */
export function isStop(signal: i32): bool {
  return (signal > 0 && signal <= SIGQUIT) || signal == SIGTERM || signal == SIGRTMIN + 3;
}

/** A signal that a person can name. */
export function isSignal(signal: i32): bool {
  return (signal > 0 && signal <= SIGSYS) || (signal >= SIGRTMIN && signal <= SIGRTMAX);
}

/** strsignal(3)'s words in the order of their numbers, each ended by a newline. */
const WORDS: string =
  "Hangup\nInterrupt\nQuit\nIllegal instruction\nTrace/breakpoint trap\nAborted\nBus error\n" +
  "Floating point exception\nKilled\nUser defined signal 1\nSegmentation fault\n" +
  "User defined signal 2\nBroken pipe\nAlarm clock\nTerminated\nStack fault\nChild exited\n" +
  "Continued\nStopped (signal)\nStopped\nStopped (tty input)\nStopped (tty output)\n" +
  "Urgent I/O condition\nCPU time limit exceeded\nFile size limit exceeded\n" +
  "Virtual timer expired\nProfiling timer expired\nWindow changed\nI/O possible\n" +
  "Power failure\nBad system call\n";

/** Writes what strsignal(3) calls the signal. */
export function describeSignal(line: Line, signal: i32): void {
  if (signal > SIGSYS) {
    line.text(isSignal(signal) ? "Real-time signal " : "Unknown signal ");
    line.number(isSignal(signal) ? signal - SIGRTMIN : signal);
    return;
  }
  let row = 0;
  for (let number = 1; number < signal; number++) row = endOfRow(WORDS, row);
  writeRest(line, WORDS, row);
}

/** Writes SIGTERM, SIGRTMIN+3 and so on; SIG32 for one that has no name. */
export function writeSignal(line: Line, signal: i32): void {
  line.text("SIG");
  if (signal > SIGSYS) {
    if (isSignal(signal)) line.text("RTMIN+");
    line.number(isSignal(signal) ? signal - SIGRTMIN : signal);
    return;
  }
  let at = 0;
  for (let number = 1; number < signal; at++) {
    if (byteOf(NAMES, at) == SPACE) number++;
  }
  for (; byteOf(NAMES, at) > SPACE; at++) line.byte(byteOf(NAMES, at));
}

/**
 * Steps over a signal at `cursor`: TERM, SIGTERM, RTMIN+3, RTMAX-1 in any case, or a number. What
 * follows it is the caller's to check. Its number, 0 for the number 0, or `NOT_A_NUMBER` when it is
 * none.
 */
export function takeSignal(cursor: Cursor): i32 {
  if (isDigit(cursor.peek())) {
    const number = cursor.number(SIGRTMAX);
    return number == 0 || isSignal(number) ? number : NOT_A_NUMBER;
  }
  cursor.skip("SIG", true);
  if (cursor.skip("RTMIN", true)) return takeDistance(cursor, SIGRTMIN, PLUS);
  if (cursor.skip("RTMAX", true)) return takeDistance(cursor, SIGRTMAX, DASH);
  if (cursor.skip("POLL", true)) return 29;
  if (cursor.skip("IOT", true)) return SIGABRT;
  return takeName(cursor);
}

/** The real-time signal that lies behind `+3` after RTMIN, or before `-3` after RTMAX. */
function takeDistance(cursor: Cursor, from: i32, sign: i32): i32 {
  if (cursor.peek() != sign) return from;
  cursor.take();
  const distance = cursor.number(SIGRTMAX - SIGRTMIN);
  if (distance < 0) return NOT_A_NUMBER;
  return sign == PLUS ? from + distance : from - distance;
}

function takeName(cursor: Cursor): i32 {
  const start = cursor.offset;
  let at = 0;
  for (let signal = 1; signal <= SIGSYS; signal++) {
    cursor.offset = start;
    let same = true;
    for (; byteOf(NAMES, at) != SPACE; at++) {
      if (same && capital(cursor.peek()) == byteOf(NAMES, at)) cursor.offset++;
      else same = false;
    }
    at++;
    if (same) return signal;
  }
  return NOT_A_NUMBER;
}
