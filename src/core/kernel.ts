/**
 * Owns the one door between the core and the world: what tsinit may ask of the operating system.
 */

import { OtherProcesses } from "./other-processes.ts";

/**
 * How the child stands to the terminal: in a group, in the foreground group, in its own session.
 */
export const GROUP: i32 = 0;
export const FOREGROUND: i32 = 1;
export const SESSION: i32 = 2;

/** `next` waits for ever. */
export const FOREVER: i32 = -1;

/** `wait` for any child process. */
export const ANY_CHILD: i32 = -1;

/** Entries of the environment that `nameChild` takes. */
export const NAMED_LIMIT: i32 = 3;

/** `kill` to every process of the PID namespace but its PID 1. */
export const EVERYBODY: i32 = -1;

/**
 * Each method asks one thing of the system. Numbers and bytes only: an error is a negative errno,
 * texts, policy and retries are the core's. No method may allocate after `spawn`, none may end
 * tsinit.
 */
export abstract class Kernel extends OtherProcesses {
  /**
   * Byte `offset` of argument `index` (0 is tsinit's own name), 0 at its end, -1 past the last one.
   */
  abstract argument(index: i32, offset: i32): i32;

  /**
   * Byte `offset` of the environment's entry `index` (NAME=VALUE), 0 at its end, -1 past the last
   * one.
   */
  abstract environment(index: i32, offset: i32): i32;

  /** The errno with which blocking the signals was refused, twice, before anything else; or 0. */
  abstract maskError(): i32;

  /** This process's PID in its own PID namespace (getpid(2)). */
  abstract processId(): i32;

  /** The time since 1970, in millions of milliseconds (CLOCK_REALTIME, clock_gettime(2)). */
  abstract readClock(): i32;

  /** The milliseconds beyond what `readClock` returned last, with its sign, below a million. */
  abstract clockRest(): i32;

  /** A clock that is never set, in milliseconds, of which the lowest 31 bits (CLOCK_MONOTONIC). */
  abstract milliseconds(): i32;

  /** The parent's PID, 0 when it is in another PID namespace (getppid(2)). */
  abstract parentId(): i32;

  /** This process's process group, 0 when its leader is in another PID namespace (getpgid(2)). */
  abstract processGroup(): i32;

  /**
   * Writes the first `length` bytes to descriptor `stream` (write(2)), giving up what the reader
   * has no room for. When `patient` it waits for room first, but for a second at most. Bytes or
   * errno.
   */
  abstract write(stream: i32, bytes: Uint8Array, length: i32, patient: bool): i32;

  /**
   * Makes this process the child subreaper (PR_SET_CHILD_SUBREAPER, prctl(2)); EINVAL in some
   * sandboxes.
   */
  abstract becomeSubreaper(): i32;

  /**
   * The signal that this process gets when its parent ends, or the parent's thread that started it
   * (PR_SET_PDEATHSIG, prctl(2)).
   */
  abstract setParentDeathSignal(signal: i32): i32;

  /**
   * A signal that nobody sends, for the kernel to tell of the parent by: one of the two that are
   * reserved for a C library (signal(7)). 0 where there is such a library in this process.
   */
  abstract reservedSignal(): i32;

  /** This process was started with `signal` ignored (sigaction(2)). */
  abstract isIgnored(signal: i32): bool;

  /** The foreground process group of the controlling terminal, or ENOTTY (tcgetpgrp(3)). */
  abstract foregroundGroup(): i32;

  /** Puts `group` into the foreground of the controlling terminal (tcsetpgrp(3)). */
  abstract setForegroundGroup(group: i32): i32;

  /**
   * Gives up the controlling terminal (TIOCNOTTY, ioctl_tty(2)): 1 when this process led its
   * session, which sends SIGHUP and SIGCONT to the foreground group, so to this process; 0 when
   * not; ENOTTY.
   */
  abstract leaveTerminal(): i32;

  /**
   * Starts argument `program` and all after it, found as execvp(3) finds it, with the mask and
   * dispositions that tsinit was started with. It returns when exec has happened or failed: the
   * child's PID or execve(2)'s errno. `place`: `GROUP`, `FOREGROUND`, or `SESSION` (with standard
   * input as its controlling terminal).
   */
  abstract spawn(program: i32, place: i32): i32;

  /**
   * The environment's entry `index` (NAME=PID) is to name the child, which `spawn` starts: at most
   * `NAMED_LIMIT` entries.
   */
  abstract nameChild(index: i32): void;

  /** The environment's entry `index` is not for the child, which `spawn` starts: one entry. */
  abstract withhold(index: i32): void;

  /** The errno with which a `SESSION` child was refused the terminal, or 0. */
  abstract terminalError(): i32;

  /** After `clone` itself was refused, true: `spawn` failed before there was a program to run. */
  abstract cloneRefused(): bool;

  /**
   * Opens for reading the file that `spawn` found but could not run, or ENOENT when it found none.
   */
  abstract openProgram(): i32;

  /** Gives back the mask that tsinit was started with, for what is no init's work. */
  abstract restoreMask(): void;

  /** The ELF machine number (e_machine, elf(5)) of programs built for this one. */
  abstract machine(): i32;

  /** Lets go of the descriptors above 2 and of the working directory; what is refused is kept. */
  abstract letGo(): void;

  /**
   * Takes the next pending signal, waiting at most `milliseconds` (`FOREVER`: as long as it takes)
   * for one. 0 when none came, or after a stop. All signals are blocked, so none is ever lost
   * (sigtimedwait(2)). The kernel gives the lowest number first, so that one which keeps coming
   * would keep all others waiting: here they take turns, those above the last one first, and of
   * real-time ones the lowest.
   */
  abstract next(milliseconds: i32): i32;

  /** si_code of the signal last taken (sigaction(2)): above 0 when the kernel raised it. */
  abstract signalCode(): i32;

  /** si_pid of the signal last taken. */
  abstract signalSender(): i32;

  /**
   * A child process that has ended and can be reaped, or 0, ECHILD; it is left as it is (WNOWAIT,
   * waitid(2)).
   */
  abstract peek(): i32;

  /**
   * Reaps `process` or `ANY_CHILD` without waiting, whatever signal its end sends, and tells of
   * stopped ones too (WNOHANG | WUNTRACED | __WALL, wait4(2)): its PID, 0 when there is none now,
   * ECHILD when there is no child process.
   */
  abstract wait(process: i32): i32;

  /** The wait status of what `wait` returned last. */
  abstract waitStatus(): i32;

  /** Sends `signal` to a process, or to the group -`process` (kill(2)); ESRCH, EPERM, EINVAL. */
  abstract kill(process: i32, signal: i32): i32;

  /**
   * Raises terminal stop signal `signal` in this process's own group with its default effect, as
   * the terminal would; SIGSTOP in this process alone. 1 when this process was stopped and
   * continued, or not stopped since a SIGCONT waits, which a stop would discard (signal(7)); 0 when
   * it went on because its group is orphaned (setpgid(2)) or it is PID 1.
   */
  abstract stop(signal: i32): i32;
}
