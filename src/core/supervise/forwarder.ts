/** Owns the choice of the target, and the sending. */
import { ALL, GROUP } from "../command-line/choices.ts";
import { Options } from "../command-line/options.ts";
import * as messages from "../dialects/keys.ts";
import { EVERYBODY, FOREVER, Kernel } from "../kernel.ts";
import { ENOENT, EPERM, ESRCH } from "../linux/errno.ts";
import { SIGKILL } from "../linux/signals.ts";
import { Log } from "../messages/log.ts";
import { Descendants } from "./descendants.ts";

export class Forwarder {
  child: i32 = 0;
  /** The child is reaped: its PID may soon be another process's; only its group may be left. */
  childIsGone: bool = false;
  /** The last signal did not reach the target, or not all of it. */
  isRefused: bool = false;
  /** What outlives the child is waited for, and is the target in its place. */
  isWaiting: bool = false;
  /** Milliseconds that reaching everybody may take, or `FOREVER`: somebody waits for SIGKILL. */
  patience: i32 = FOREVER;
  /** The last time some were reached and some could not be found, which is said once. */
  private wasCutShort: bool = false;
  private readonly kernel: Kernel;
  private readonly options: Options;
  private readonly log: Log;
  private readonly descendants: Descendants;

  constructor(kernel: Kernel, options: Options, log: Log, descendants: Descendants) {
    this.descendants = descendants;
    this.kernel = kernel;
    this.options = options;
    this.log = log;
  }

  /** Sends what `signal` is rewritten to, if anything, to the target: what was sent, or 0. */
  forward(signal: i32): i32 {
    const sent = this.options.rewrites.of(signal);
    if (this.options.rewrites.has(signal)) this.log.tell(messages.TRANSLATED, signal, 0, sent);
    if (sent == 0) this.log.tell(messages.DROPPED, signal);
    else this.send(sent);
    return sent;
  }

  /** Sends `signal` to the target. Nothing that goes wrong here is fatal. */
  send(signal: i32): void {
    if (this.isWaiting || this.options.target == ALL) this.sendToAll(signal, false);
    else if (this.options.target == GROUP) this.sendToGroup(signal);
    else this.sendToChild(signal);
  }

  /**
   * The child leads its group unless setpgid(2) was refused: then the child alone must do. SIGKILL
   * is for the child in any case: it may have left its group, in which others, or zombies, remain.
   */
  sendToGroup(signal: i32): void {
    const error = this.sendTo(-this.child, signal);
    if (error != -ESRCH) this.report(signal, -this.child, error);
    if (error == -ESRCH || (signal == SIGKILL && !this.childIsGone)) this.sendToChild(signal);
  }

  /**
   * Without a readable /proc, the group is as much of all as can be reached; but where some have
   * got the signal and the rest could not be found, the group would get it twice.
   */
  sendToAll(signal: i32, continued: bool): void {
    const child = this.childIsGone ? 0 : this.child;
    const descendants = this.descendants;
    const error = this.child > 1 ? descendants.send(signal, continued, child, this.patience) : 0;
    const isCutShort = error < 0 && error != -ESRCH && error != -EPERM && error != -ENOENT;
    if (error == -ENOENT) this.sendToGroup(signal);
    else if (isCutShort && !this.wasCutShort) this.report(signal, EVERYBODY, error);
    else this.report(signal, EVERYBODY, error == -EPERM ? error : 0);
    // Whoever was not found may be found next time.
    if (isCutShort) this.isRefused = false;
    this.wasCutShort = isCutShort;
  }

  private sendToChild(signal: i32): void {
    const error = this.childIsGone ? 0 : this.sendTo(this.child, signal);
    this.report(signal, this.child, error);
  }

  /** kill(2) takes 0 and -1 for whole crowds: without a child there is nobody to send to. */
  private sendTo(target: i32, signal: i32): i32 {
    return this.child > 1 ? this.kernel.kill(target, signal) : 0;
  }

  private report(signal: i32, target: i32, error: i32): void {
    this.isRefused = error < 0;
    if (error < 0) this.log.say(messages.NOT_FORWARDED, signal, target, -error);
    else this.log.tell(messages.FORWARDED, signal, target);
  }
}
