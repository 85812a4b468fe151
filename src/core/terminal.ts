/** Owns the controlling terminal's foreground: it is the child's while tsinit would have had it. */
import { Kernel } from "./kernel.ts";

export class Terminal {
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** tsinit has a controlling terminal. */
  exists(): bool {
    return this.kernel.foregroundGroup() >= 0;
  }

  /** tsinit's own group is in the foreground. */
  isOurs(): bool {
    return this.kernel.foregroundGroup() == this.kernel.processGroup();
  }

  /** Gives the foreground to the child's group, unless a shell keeps it (`bg`). No error here is fatal. */
  give(child: i32): void {
    if (this.isOurs()) this.kernel.setForegroundGroup(child);
  }

  /** Takes the foreground back from a child that is gone, so that whoever started tsinit can read again. */
  takeBack(child: i32): void {
    if (this.kernel.foregroundGroup() == child) this.take();
  }

  take(): void {
    this.kernel.setForegroundGroup(this.kernel.processGroup());
  }
}
