/** Owns the controlling terminal: it is the child's while tsinit would have had it. */
import { ENOTTY } from "./errno.ts";
import { FOREGROUND, GROUP, Kernel, SESSION } from "./kernel.ts";
import { Log } from "./log.ts";
import * as messages from "./messages.ts";

export class Terminal {
  /** The child has been given the foreground. */
  private given: bool = false;
  /**
   * The terminal was given up by the leader of its session: SIGHUP and SIGCONT follow from that.
   */
  isLeft: bool = false;
  private readonly kernel: Kernel;
  private readonly log: Log;

  constructor(kernel: Kernel, log: Log) {
    this.kernel = kernel;
    this.log = log;
  }

  /** tsinit has a controlling terminal. */
  exists(): bool {
    return this.kernel.foregroundGroup() >= 0;
  }

  /** Where the child is to be from its first instruction on (`Kernel.spawn`). */
  placeChild(session: bool): i32 {
    if (session) {
      this.leave();
      return SESSION;
    }
    this.given = this.isOurs();
    if (!this.given && !this.exists()) {
      this.log.say(messages.NO_TTY);
      this.log.say(messages.NO_FOREGROUND, 0, 0, ENOTTY);
    }
    return this.given ? FOREGROUND : GROUP;
  }

  /** The new session can only have a terminal that no other session has. */
  private leave(): void {
    const left = this.kernel.leaveTerminal();
    this.isLeft = left > 0;
    if (left < 0) this.log.say(messages.NOT_DETACHED, 0, 0, -left);
    else this.log.say(this.isLeft ? messages.DETACHED : messages.DETACHED_FOLLOWER);
  }

  /** What became of the child's session. */
  tellOfSession(): void {
    const error = this.kernel.terminalError();
    if (error > 0) this.log.say(messages.NOT_ATTACHED, 0, 0, error);
    this.log.say(messages.SESSION_MADE);
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
