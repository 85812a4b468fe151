/** Owns the part of the door to the world that leads to files. */

/** As all of `Kernel` (kernel.ts): an error is a negative errno, and nothing is allocated. */
export abstract class Files {
  /**
   * Opens for reading the file whose path, ended by 0, begins at byte `at` of `path`. Never waits
   * (O_NONBLOCK).
   */
  abstract open(path: Uint8Array, at: i32): i32;

  /** Opens for reading the file that a copy of tsinit is made of. */
  abstract openSelf(): i32;

  /**
   * Makes the file `path` (ended by 0), which must not be there, for writing and with mode 755,
   * whatever the umask (open(2), fchmod(2)).
   */
  abstract create(path: Uint8Array): i32;

  /**
   * What `path`, ended by 0, leads to (kinds.ts), or errno. Nothing is opened, which may wake a
   * FIFO's writer or start a device (stat(2)).
   */
  abstract kind(path: Uint8Array): i32;

  /** Waits until a disk has what was written to the file, or a folder's names (fsync(2)). */
  abstract sync(file: i32): i32;

  /** Removes the file `path`, ended by 0 (unlink(2)). */
  abstract remove(path: Uint8Array): i32;

  /** Gives the file `from` the name `to`, in place of the file that has it now (rename(2)). */
  abstract rename(from: Uint8Array, to: Uint8Array): i32;

  /**
   * Reads at most `length` bytes (read(2)): their number, 0 at the end, or errno (EISDIR for a
   * directory).
   */
  abstract read(file: i32, bytes: Uint8Array, length: i32): i32;

  /**
   * Closes what `open`, `openProgram` or `create` gave, whatever it says: some file systems tell
   * only now that what was written is lost (close(2)).
   */
  abstract close(file: i32): i32;
}
