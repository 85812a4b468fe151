/** Owns the reading of a process's small files in /proc, into one buffer. */
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";

/** Whoever reads. */
export const SELF: i32 = 0;

/** /proc/PID/comm and what is read of stat are shorter than this (proc(5)). */
const FILE_LIMIT: i32 = 512;

export class ProcFile {
  readonly bytes: Uint8Array;
  private readonly kernel: Kernel;
  private readonly path: Line;

  /** `bytes` is where files are read into, `path`, empty between messages, where paths are made. */
  constructor(kernel: Kernel, bytes: Uint8Array, path: Line) {
    this.kernel = kernel;
    this.bytes = bytes;
    this.path = path;
  }

  /** Reads /proc/PROCESS/NAME into `bytes`: how many bytes there are, or an errno. */
  read(process: i32, name: string): i32 {
    const path = this.path;
    path.text("/proc/");
    if (process == SELF) path.text("self");
    else path.number(process);
    path.text(name);
    path.byte(0);
    path.length = 0;
    const file = this.kernel.open(path.bytes);
    if (file < 0) return file;
    const length = this.kernel.read(file, this.bytes, FILE_LIMIT);
    this.kernel.close(file);
    return length;
  }
}
