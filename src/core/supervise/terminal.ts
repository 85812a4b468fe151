/** Owns the controlling terminal: it is the child's while tsinit would have had it. */

import * as messages from "../dialects/keys.ts";
import { FOREGROUND, GROUP, Kernel, SESSION } from "../kernel.ts";
import { ENOTTY } from "../linux/errno.ts";
import { SIGCONT, SIGHUP } from "../linux/signals.ts";
import { Log } from "../messages/log.ts";

export class Terminal {
  /** The child has been given the foreground. */
  private given: bool = false;
  /** The leader of a session that gives up the terminal gets SIGHUP and SIGCONT, once each. */
  private hangupDue: bool = false;
  private continueDue: bool = false;
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
    const foreground = this.kernel.foregroundGroup();
    this.given = this.isOurs(foreground);
    if (foreground < 0) {
      this.log.tell(messages.NO_TTY);
      this.log.tell(messages.NO_FOREGROUND, 0, 0, ENOTTY);
    }
    return this.given ? FOREGROUND : GROUP;
  }

  /**
   * The new session can only have a terminal that no other session has. Giving it up raises nothing
   * in tsinit while another group has the foreground; whether that is so cannot be told of groups
   * without a number.
   */
  private leave(): void {
    const foreground = this.kernel.foregroundGroup();
    const left = this.kernel.leaveTerminal();
    const isDue = left > 0 && foreground == this.kernel.processGroup();
    this.hangupDue = isDue;
    this.continueDue = isDue;
    if (left < 0) this.log.tell(messages.NOT_DETACHED, 0, 0, -left);
    else this.log.tell(left > 0 ? messages.DETACHED : messages.DETACHED_FOLLOWER);
  }

  /**
   * `signal`, just taken, follows from giving up the terminal, and is nobody's message: the kernel
   * names the process that gave it up as the sender, or none.
   */
  isHandOff(signal: i32): bool {
    const sender = this.kernel.signalSender();
    if (this.kernel.signalCode() <= 0 && sender != this.kernel.processId()) return false;
    const isHangup = signal == SIGHUP && this.hangupDue;
    const isContinue = signal == SIGCONT && this.continueDue;
    if (isHangup) this.hangupDue = false;
    if (isContinue) this.continueDue = false;
    return isHangup || isContinue;
  }

  /** What became of the child's session. */
  tellOfSession(): void {
    const error = this.kernel.terminalError();
    if (error > 0) this.log.tell(messages.NOT_ATTACHED, 0, 0, error);
    this.log.tell(messages.SESSION_MADE);
  }

  /**
   * Gives the foreground to the child's group, unless a shell keeps it (`bg`). No error here is
   * fatal.
   */
  give(child: i32): void {
    if (!this.isOurs(this.kernel.foregroundGroup())) return;
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

  /**
   * tsinit's group is the `foreground` one. A group that lies outside the PID namespace has no
   * number here, 0 (getpgid(2)): two such need not be the same.
   */
  private isOurs(foreground: i32): bool {
    return foreground > 0 && foreground == this.kernel.processGroup();
  }
}
