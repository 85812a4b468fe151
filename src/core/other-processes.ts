/**
 * Owns the part of the door to the world that leads to processes which are not tsinit's own
 * children.
 */
import { Files } from "./files.ts";

/** As all of `Kernel` (kernel.ts): an error is a negative errno, and nothing is allocated. */
export abstract class OtherProcesses extends Files {
  /**
   * The PIDs in /proc in rising order, one a call, those included that came up meanwhile; 0 behind
   * the last one. `first` begins again. An errno when there is no /proc, or where the list breaks
   * off (getdents(2)).
   */
  abstract listProcesses(first: bool): i32;

  /** Lets go of a list that was not read to its end. */
  abstract stopListing(): void;

  /**
   * A descriptor of `process` that goes on to mean it when its PID is another's (pidfd_open(2)), to
   * be closed; ESRCH when there is none; ENOSYS before Linux 5.3, EMFILE.
   */
  abstract openProcess(process: i32): i32;

  /** Sends `signal` to the process that descriptor `file` means (pidfd_send_signal(2)). */
  abstract signalProcess(file: i32, signal: i32): i32;

  /** The parent's PID of the process that `file` means, or errno (before Linux 6.13). */
  abstract parentOf(file: i32): i32;

  /**
   * Puts `process` into one of three sets of PIDs: false when it was there, or is no PID. A set is
   * as large as PIDs are many, so that it is the system's memory that holds it, as long as needed.
   */
  abstract noteProcess(set: i32, process: i32): bool;

  /** Whether `process` is in the set. */
  abstract isNoted(set: i32, process: i32): bool;

  /** Empties the set, and gives its memory back (madvise(2)). */
  abstract forgetProcesses(set: i32): void;
}
