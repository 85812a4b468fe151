/** Owns `--install`: a copy of tsinit, complete or not there at all. */

import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import {
  EACCES,
  EEXIST,
  EINVAL,
  ELOOP,
  ENAMETOOLONG,
  ENOENT,
  ENOSPC,
  ENOSYS,
  EOPNOTSUPP,
  EPERM,
  EROFS,
} from "../linux/errno.ts";
import { FOLDER, SPECIAL } from "../linux/kinds.ts";
import { FILE_LIMIT, ProcFile } from "../linux/proc-file.ts";
import { FAILED } from "../linux/status.ts";
import { Log } from "../messages/log.ts";
import { DOT, SLASH } from "../text/characters.ts";
import { Cursor } from "../text/cursor.ts";
import { Line } from "../text/line.ts";

/** Drafts that are tried, each under another name. */
const TRIES: i32 = 8;

/** A path's bound in bytes: what a draft is called, and a folder's `/tsinit`, finds room behind. */
const PATH_LIMIT: i32 = 1000;

export class Installer {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly line: Line;
  private readonly bytes: Uint8Array;
  private readonly destination: Cursor;
  /** What is said when it fails. */
  private message: i32 = messages.CANNOT_INSTALL;

  constructor(kernel: Kernel, log: Log, file: ProcFile, destination: Cursor) {
    this.kernel = kernel;
    this.log = log;
    this.line = log.line;
    this.bytes = file.bytes;
    this.destination = destination;
  }

  /** The exit status. */
  run(): i32 {
    const destination = this.destination;
    const start = destination.offset;
    const source = this.kernel.openSelf();
    if (source < 0) {
      this.log.say(messages.CANNOT_READ_SELF, 0, 0, -source);
      return FAILED;
    }
    let error = this.findPlace();
    if (error >= 0) error = this.install(source);
    this.kernel.close(source);
    this.line.length = 0;
    if (error >= 0) return 0;
    destination.offset = start;
    this.log.event.value.moveTo(destination.list, destination.index, start);
    this.log.say(this.message, 0, 0, -error);
    return FAILED;
  }

  /**
   * Puts into the line where the copy goes: 0, or an errno. A link is followed to learn what it
   * leads to, and is itself what a copy replaces, as with mv(1) and install(1). What cannot be told
   * is not replaced.
   */
  private findPlace(): i32 {
    const line = this.line;
    while (this.destination.peek() > 0) line.byte(this.destination.take());
    if (line.length == 0) return -ENOENT;
    if (line.length > PATH_LIMIT) return -ENAMETOOLONG;
    let kind = this.kind();
    if (kind == FOLDER) {
      line.text("/tsinit");
      kind = this.kind();
    }
    if (kind == SPECIAL) {
      this.message = messages.IS_SPECIAL;
      return -EINVAL;
    }
    return kind >= 0 || kind == -ENOENT || kind == -ELOOP ? 0 : kind;
  }

  /** What the path in the line leads to. */
  private kind(): i32 {
    const line = this.line;
    const length = line.length;
    line.byte(0);
    line.length = length;
    return this.kernel.kind(line.bytes);
  }

  /** The copy is made beside its place, and takes that only when it is whole: 0, or an errno. */
  private install(source: i32): i32 {
    const kernel = this.kernel;
    const line = this.line;
    const length = line.length;
    let target = -EEXIST;
    // PIDs are the same in many containers: a draft that is there is somebody else's.
    for (let tries = 0; tries < TRIES && target == -EEXIST; tries++) {
      line.length = length;
      line.text(".new");
      line.number(kernel.processId() ^ kernel.milliseconds() ^ tries);
      line.byte(0);
      target = kernel.create(line.bytes);
    }
    if (target < 0) return target;
    let error = this.copy(source, target);
    const closed = kernel.close(target);
    if (error >= 0) error = closed;
    if (error >= 0) error = this.rename(length);
    if (error < 0) {
      kernel.remove(line.bytes);
      return error;
    }
    return this.keepName();
  }

  /** Copies all of `source`, and has the disk keep it: 0, or an errno. */
  private copy(source: i32, target: i32): i32 {
    const kernel = this.kernel;
    let length = kernel.read(source, this.bytes, FILE_LIMIT);
    while (length > 0) {
      const written = kernel.write(target, this.bytes, length, true);
      if (written < 0) return written;
      // A regular file takes all or, when there is no more space, a part.
      if (written < length) return -ENOSPC;
      length = kernel.read(source, this.bytes, FILE_LIMIT);
    }
    return length < 0 ? length : this.sync(target);
  }

  /** The draft in the line takes the place that the line's first `length` bytes name. */
  private rename(length: i32): i32 {
    let at = 0;
    while (at < length) {
      this.bytes[at] = this.line.bytes[at];
      at++;
    }
    this.bytes[at] = 0;
    return this.kernel.rename(this.line.bytes, this.bytes);
  }

  /** The copy's name is the folder's, and outlasts a loss of power only with that (fsync(2)). */
  private keepName(): i32 {
    const kernel = this.kernel;
    const line = this.line;
    let end = line.length;
    while (end > 0 && line.bytes[end - 1] != SLASH) end--;
    line.length = end;
    if (end == 0) line.byte(DOT);
    line.byte(0);
    const folder = kernel.open(line.bytes, 0);
    if (folder < 0) return isUnable(folder) ? 0 : folder;
    const error = this.sync(folder);
    kernel.close(folder);
    return error;
  }

  private sync(file: i32): i32 {
    const error = this.kernel.sync(file);
    return isUnable(error) ? 0 : error;
  }
}

/**
 * The file system, a sandbox, or a folder's mode offers no way to wait for the disk: no sign that
 * anything is lost.
 */
function isUnable(error: i32): bool {
  return (
    error == -EINVAL ||
    error == -EROFS ||
    error == -ENOSYS ||
    error == -EOPNOTSUPP ||
    error == -EPERM ||
    error == -EACCES
  );
}
