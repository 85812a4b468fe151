/** Owns the simulated system: processes, groups, zombies, one terminal, and tsinit in it. */
import { CHLD, CONT, ECHILD, EPERM, ESRCH, isTerminalStop, KILL, STOP } from "./numbers.ts";
import { Pending } from "./pending.ts";
import type { Process } from "./process.ts";
import { newProcess } from "./process.ts";
import type { Random } from "./random.ts";

export type { Process } from "./process.ts";

const PID_LIMIT = 32768;

export class World {
  readonly random: Random;
  readonly processes = new Map<number, Process>();
  /** How often a process came or went. */
  changes = 0;
  /** tsinit's own PID, group and parent. */
  init = 1;
  initGroup = 1;
  parent = 0;
  /** The terminal's foreground group, or null without a terminal. */
  foreground: number | null = null;
  readonly pending = new Pending();
  /** The processes that `wait` may find, in no order that the core may rely on. */
  private readonly waitable: Process[] = [];
  /** PIDs that are, or were, somebody's: none is soon used again. */
  private readonly taken = new Set<number>();
  /** Processes that SIGKILL is still to end. */
  readonly dying: Process[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** Sends `signal` to tsinit. */
  raise(signal: number, code: number, sender: number): void {
    this.pending.raise(signal, code, sender);
  }

  fork(parent: number, group: number, command = "probe"): Process {
    let pid = 0;
    if (this.taken.size > PID_LIMIT / 2) this.taken.clear();
    do pid = 2 + this.random.below(PID_LIMIT - 2);
    while (this.taken.has(pid) || this.processes.has(pid) || pid === this.init);
    this.taken.add(pid);
    return this.add(pid, parent, command, group);
  }

  /** A process with a PID of its own choice; without a `group`, that is its own too. */
  add(pid: number, parent: number, command: string, group = 0): Process {
    const outside = parent !== this.init && this.processes.get(parent)?.outside !== false;
    const process = newProcess(pid, parent, group === 0 ? pid : group, command, outside);
    this.changes++;
    this.processes.set(pid, process);
    return process;
  }

  /** tsinit is above it. */
  isDescendant(process: Process): boolean {
    let parent: Process | undefined = process;
    while (parent !== undefined && parent.parent !== this.init) {
      parent = this.processes.get(parent.parent);
    }
    return parent !== undefined;
  }

  isGroup(group: number): boolean {
    if (group === this.initGroup) return true;
    for (const process of this.processes.values()) if (process.group === group) return true;
    return false;
  }

  /** A process ends: its children become tsinit's, PID 1's outside the tree; its parent knows. */
  end(process: Process, status: number): void {
    if (process.state === "zombie") return;
    const heir = this.init === 1 || this.isDescendant(process) ? this.init : 1;
    for (const other of this.processes.values()) {
      if (other.parent !== process.pid) continue;
      other.parent = heir;
      if (other.state === "zombie" && heir === this.init) this.tell(other);
    }
    process.status = status;
    if (process.state === "stopped" && process.news) this.forget(process);
    process.state = "zombie";
    if (process.parent === this.init) this.tell(process);
  }

  stop(process: Process, signal: number): void {
    if (process.state !== "running") return;
    process.state = "stopped";
    process.status = (signal << 8) | 0x7f;
    if (process.parent !== this.init) return;
    process.news = true;
    this.tell(process);
  }

  resume(process: Process): void {
    if (process.state !== "stopped") return;
    process.state = "running";
    if (process.news) this.forget(process);
    if (process.parent === this.init) this.raise(CHLD, 6, process.pid);
    if (process.due !== 0) this.end(process, process.due);
  }

  /** A parent other than tsinit reaps what is its own. */
  collect(process: Process): void {
    if (process.parent !== this.init) this.remove(process);
  }

  private remove(process: Process): void {
    this.changes++;
    this.processes.delete(process.pid);
  }

  private tell(process: Process): void {
    this.waitable.push(process);
    this.raise(CHLD, 1, process.pid);
  }

  private forget(process: Process): void {
    const at = this.waitable.indexOf(process);
    const last = this.waitable.pop()!;
    if (at < this.waitable.length) this.waitable[at] = last;
    process.news = false;
  }

  // What tsinit may ask.

  /** wait4(2) with WNOHANG | WUNTRACED; the process found, 0, or -ECHILD. */
  wait(pid: number): Process | number {
    const named = this.processes.get(pid);
    if (pid > 0 && named?.parent !== this.init) return -ECHILD;
    const found = pid > 0 ? this.waitable.find((process) => process === named) : this.peek(true);
    if (found === undefined) return this.hasChildren() ? 0 : -ECHILD;
    this.forget(found);
    if (found.state === "zombie") this.remove(found);
    return found;
  }

  /** A process that can be reaped, and left as it is. */
  peek(stopsToo: boolean): Process | undefined {
    const isZombie = (found: Process): boolean => found.state === "zombie";
    const list = stopsToo ? this.waitable : this.waitable.filter(isZombie);
    return list.length === 0 ? undefined : this.random.pick(list);
  }

  hasChildren(): boolean {
    for (const { parent } of this.processes.values()) if (parent === this.init) return true;
    return false;
  }

  /** kill(2): 0, -ESRCH or -EPERM (of a group: when not one of it may be signalled). */
  kill(target: number, signal: number): number {
    const named = this.processes.get(target);
    const targets = named === undefined ? [] : [named];
    if (target === -1) {
      for (const one of this.processes.values()) if (one.pid !== 1) targets.push(one);
    } else if (target < -1) {
      for (const one of this.processes.values()) if (one.group === -target) targets.push(one);
    }
    if (targets.length === 0) return -ESRCH;
    const allowed = targets.filter((process) => !process.protected);
    for (const process of allowed) this.deliver(process, signal);
    return allowed.length === 0 ? -EPERM : 0;
  }

  private deliver(process: Process, signal: number): void {
    if (signal === 0 || process.state === "zombie") return;
    process.got.push(signal);
    if (signal === KILL && process.slow) this.dying.push(process);
    else if (signal === KILL) this.end(process, KILL);
    else if (signal === STOP || isTerminalStop(signal)) this.stop(process, signal);
    else if (signal === CONT) this.resume(process);
    else if (signal !== CHLD && process.mortal) {
      if (process.state === "running") this.end(process, signal);
      else process.due = signal;
    }
  }
}
