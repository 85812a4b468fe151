/** Owns `--install`: a copy of tsinit, complete or not there at all. */
import { Cursor } from "./cursor.ts";
import { EEXIST, EISDIR, ENAMETOOLONG, ENOENT, ENOSPC } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Line, LINE_LIMIT } from "./line.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";
import { FILE_LIMIT, ProcFile } from "./proc-file.ts";
import { FAILED } from "./status.ts";

/** Drafts that are tried, each under another name. */
const TRIES: i32 = 8;

export class Installer {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly line: Line;
  private readonly bytes: Uint8Array;
  private readonly destination: Cursor;
  private readonly file: ProcFile;

  constructor(kernel: Kernel, log: Log, file: ProcFile, destination: Cursor) {
    this.kernel = kernel;
    this.log = log;
    this.line = log.line;
    this.file = file;
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
    const error = this.install(source);
    if (error >= 0) return 0;
    destination.offset = start;
    this.log.event.value.moveTo(destination.list, destination.index, start);
    this.log.say(messages.CANNOT_INSTALL, 0, 0, -error);
    return FAILED;
  }

  /** The copy is made beside its place, and takes that only when it is whole: 0, or an errno. */
  private install(source: i32): i32 {
    const kernel = this.kernel;
    const line = this.line;
    while (this.destination.peek() > 0) line.byte(this.destination.take());
    let length = line.length;
    if (length == 0) return -ENOENT;
    const isFolder = this.file.readPath(0) == -EISDIR;
    line.length = length;
    if (isFolder) line.text("/tsinit");
    length = line.length;
    let target = -EEXIST;
    // PIDs are the same in many containers: a draft that is there is somebody else's.
    for (let tries = 0; tries < TRIES && target == -EEXIST; tries++) {
      line.length = length;
      line.text(".new");
      line.number(kernel.processId() ^ kernel.milliseconds() ^ tries);
      line.byte(0);
      if (line.length == LINE_LIMIT - 1) target = -ENAMETOOLONG;
      else target = kernel.create(line.bytes);
    }
    line.length = 0;
    let error = this.copy(source, target);
    for (let i = 0; i < length; i++) this.bytes[i] = line.bytes[i];
    this.bytes[length] = 0;
    if (error >= 0) error = kernel.rename(line.bytes, this.bytes);
    if (error < 0 && target >= 0) kernel.remove(line.bytes);
    return error;
  }

  /** Copies all of `source` and closes both: 0, or an errno. */
  private copy(source: i32, target: i32): i32 {
    const kernel = this.kernel;
    let error = target;
    while (error >= 0) {
      const length = kernel.read(source, this.bytes, FILE_LIMIT);
      error = length;
      if (length <= 0) break;
      error = kernel.write(target, this.bytes, length, true);
      // A regular file takes all or, when there is no more space, a part.
      if (error >= 0 && error < length) error = -ENOSPC;
    }
    kernel.close(source);
    if (target >= 0) kernel.close(target);
    return error;
  }
}
