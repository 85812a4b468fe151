/** Owns the simulated `Kernel`: the core's questions, answered by a `World`. */
import { Handles } from "./handles.ts";
import { CONT, ECHILD, ENOTTY, EPIPE, ESRCH, HUP, PIPE, STOP } from "./numbers.ts";
import type { Info } from "./pending.ts";
import type { Process } from "./world.ts";

/** `spawn` puts the child into the foreground. */
const FOREGROUND = 1;

/** The signal that the kernel tells of the parent by. */
export const RESERVED = 33;

export class SimKernel extends Handles {
  /** spawn's errno; with `refused` clone's. 0: it works. */
  spawnError = 0;
  refused = false;
  /** Nobody reads standard error any more: writing raises SIGPIPE. */
  brokenStderr = false;
  /** It happened that a message was lost so. */
  wasBroken = false;
  /** setpgid(2) is refused to the child, which stays in tsinit's group. */
  setpgidRefused = false;
  /** The last touch to a child just made. */
  onSpawn: ((child: Process) => void) | null = null;
  /** Parent PIDs to be answered one after the other, the last for ever. */
  parents: number[] = [];

  /** The signals that tsinit was started to ignore. */
  ignored: readonly number[] = [];

  /** tsinit leads its session; null: it does where its group has the foreground. */
  leadsSession: boolean | null = null;

  /** A session's terminal was given up, which raised SIGHUP and SIGCONT. */
  hasLeft = false;

  child: Process | null = null;
  spawned: string[] = [];
  stdout = "";
  stderr: string[] = [];
  private last: Info = { signal: 0, code: 0, sender: 0 };
  private lastStatus = 0;

  maskError(): number {
    return this.answer("maskError", [], () => 0);
  }

  processId(): number {
    return this.answer("processId", [], () => this.world.init);
  }

  parentId(): number {
    const give = (): number =>
      (this.parents.length > 1 ? this.parents.shift() : this.parents[0]) ?? this.world.parent;
    return this.answer("parentId", [], give);
  }

  processGroup(): number {
    return this.answer("processGroup", [], () => this.world.initGroup);
  }

  write(stream: number, bytes: Uint8Array, length: number, patient: boolean): number {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("latin1");
    return this.answer("write", [stream, text, patient], () => {
      if (stream > 2) return this.append(stream, text);
      if (stream === 1) this.stdout += text;
      else if (this.brokenStderr) return this.breakPipe();
      else this.stderr.push(text);
      return length;
    });
  }

  private breakPipe(): number {
    this.wasBroken = true;
    this.world.raise(PIPE, 0, this.world.init);
    return -EPIPE;
  }

  becomeSubreaper(): number {
    return this.answer("becomeSubreaper", [], () => 0);
  }

  setParentDeathSignal(signal: number): number {
    return this.answer("setParentDeathSignal", [signal], () => 0);
  }

  reservedSignal(): number {
    return this.leave("reservedSignal", [], RESERVED);
  }

  isIgnored(signal: number): boolean {
    const isIgnored = Number(this.ignored.includes(signal));
    return this.leave("isIgnored", [signal], isIgnored) !== 0;
  }

  nameChild(index: number): void {
    this.leave("nameChild", [index], 0);
  }

  withhold(index: number): void {
    this.leave("withhold", [index], 0);
  }

  foregroundGroup(): number {
    return this.answer("foregroundGroup", [], () => this.world.foreground ?? -ENOTTY);
  }

  setForegroundGroup(group: number): number {
    return this.answer("setForegroundGroup", [group], () => {
      if (this.world.foreground === null) return -ENOTTY;
      if (!this.world.isGroup(group)) return -ESRCH;
      this.world.foreground = group;
      return 0;
    });
  }

  /** Who leads a session that loses its terminal gets SIGHUP and SIGCONT (ioctl_tty(2)). */
  leaveTerminal(): number {
    return this.answer("leaveTerminal", [], () => {
      const self = this.world.init;
      if (this.world.foreground === null) return -ENOTTY;
      const hasForeground = this.world.foreground === this.world.initGroup;
      const leads = this.leadsSession ?? hasForeground;
      this.world.foreground = null;
      this.hasLeft = leads && hasForeground;
      if (!leads) return 0;
      // The caller is named as the sender, as with kill(2).
      if (hasForeground) for (const signal of [HUP, CONT]) this.world.raise(signal, 0, self);
      return 1;
    });
  }

  spawn(program: number, place: number): number {
    return this.answer("spawn", [program, place], () => {
      if (this.spawnError !== 0) return -this.spawnError;
      this.spawned.push(this.words.slice(program).join(" "));
      const group = this.setpgidRefused ? this.world.initGroup : 0;
      this.child = this.world.fork(this.world.init, group, "child");
      if (place === FOREGROUND && group === 0) this.world.foreground = this.child.pid;
      this.onSpawn?.(this.child);
      this.started = true;
      return this.child.pid;
    });
  }

  terminalError(): number {
    return this.answer("terminalError", [], () => 0);
  }

  cloneRefused(): boolean {
    return this.answer("cloneRefused", [], () => Number(this.refused)) !== 0;
  }

  letGo(): void {
    this.answer("letGo", [], () => 0);
  }

  next(milliseconds: number): number {
    return this.answer("next", [milliseconds], () => {
      this.watcher?.waits(milliseconds);
      this.world.pending.endTurn();
      if (milliseconds < 0 && !this.sleep()) return 0;
      if (milliseconds > 0 && this.world.pending.size === 0) {
        const passed = this.driver?.elapse(milliseconds) ?? milliseconds;
        this.now += passed;
      }
      const info = this.world.pending.take();
      if (info === undefined) return 0;
      this.last = info;
      this.watcher?.took(info);
      return info.signal;
    });
  }

  /** Until something is pending; false when a system call's interruption ended the sleep. */
  private sleep(): boolean {
    while (this.world.pending.size === 0) {
      const what = this.driver?.idle() ?? "never";
      if (what === "interrupt") return false;
      if (what === "never") throw new Error("the core waits for ever");
    }
    return true;
  }

  signalCode(): number {
    return this.answer("signalCode", [], () => this.last.code);
  }

  signalSender(): number {
    return this.answer("signalSender", [], () => this.last.sender);
  }

  peek(): number {
    const none = (): number => (this.world.hasChildren() ? 0 : -ECHILD);
    return this.answer("peek", [], () => this.world.peek(false)?.pid ?? none());
  }

  wait(process: number): number {
    return this.answer("wait", [process], () => {
      const found = this.world.wait(process);
      this.watcher?.waited(found, process);
      if (typeof found === "number") return found;
      this.lastStatus = found.status;
      return found.pid;
    });
  }

  waitStatus(): number {
    return this.leave("waitStatus", [], this.lastStatus);
  }

  kill(process: number, signal: number): number {
    const send = (): number => this.world.kill(process, signal);
    const result = this.answer("kill", [process, signal], send);
    this.watcher?.killed(process, signal, result);
    return result;
  }

  /** A continue that waits would be discarded by the stop, so there is none then. */
  stop(signal: number): number {
    const stop = (): number => {
      if (this.world.pending.has(CONT)) return 1;
      this.world.pending.drop(signal);
      this.world.pending.beginAnew();
      return signal === STOP ? 0 : Number(this.driver?.stopped(signal) ?? false);
    };
    const result = this.answer("stop", [signal], stop);
    if (signal === STOP) this.watcher?.killed(this.world.init, signal, 0);
    else this.watcher?.stopped(signal, result);
    return result;
  }
}
