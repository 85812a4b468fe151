/** Owns the controlling terminal's foreground: it is the child's while tsinit would have had it. */
import { Kernel } from "./kernel.ts";

export class Terminal {
  /** The child has been given the foreground. */
  private given: bool = false;
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** tsinit has a controlling terminal. */
  exists(): bool {
    return this.kernel.foregroundGroup() >= 0;
  }

  /**
   * tsinit's own group is in the foreground, so the child is to have it from its first instruction
   * on.
   */
  giveAtStart(): bool {
    this.given = this.isOurs();
    return this.given;
  }

  /**
   * Gives the foreground to the child's group, unless a shell keeps it (`bg`). No error here is
   * fatal.
   */
  give(child: i32): void {
    if (!this.isOurs()) return;
    this.given = true;
    this.kernel.setForegroundGroup(child);
  }

  /**
   * Takes the foreground back from a child that is gone, so that whoever started tsinit can read
   * again. A child that never ran (0) had it in a group whose number is not known.
   */
  takeBack(child: i32): void {
    if (!this.given || (child > 0 && this.kernel.foregroundGroup() != child)) return;
    this.kernel.setForegroundGroup(this.kernel.processGroup());
  }

  private isOurs(): bool {
    return this.kernel.foregroundGroup() == this.kernel.processGroup();
  }
}
