/** Owns the reading of a process's small files in /proc, into one buffer. */
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";

/** Whoever reads. */
export const SELF: i32 = 0;

/** /proc/PID/comm and what is read of stat are shorter than this (proc(5)). */
const FILE_LIMIT: i32 = 512;

/** "/proc/", a PID, the name of a file, and a zero byte. */
const PATH_LIMIT: i32 = 32;

export class ProcFile {
  readonly bytes: Uint8Array;
  private readonly kernel: Kernel;
  private readonly path: Line;

  /** `bytes` is where files are read into. */
  constructor(kernel: Kernel, bytes: Uint8Array) {
    this.kernel = kernel;
    this.bytes = bytes;
    this.path = new Line(PATH_LIMIT);
  }

  /** Reads /proc/PROCESS/NAME into `bytes`: how many bytes there are, or an errno. */
  read(process: i32, name: string): i32 {
    const path = this.path;
    path.length = 0;
    path.text("/proc/");
    if (process == SELF) path.text("self");
    else path.number(process);
    path.text(name);
    path.byte(0);
    const file = this.kernel.open(path.bytes);
    if (file < 0) return file;
    const length = this.kernel.read(file, this.bytes, FILE_LIMIT);
    this.kernel.close(file);
    return length;
  }
}
