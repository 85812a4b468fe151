/** Owns what a simulated kernel gives to hold and to mark processes by. */
import { EMFILE, ENOSYS, ENOTTY, ESRCH } from "./numbers.ts";
import { Storage } from "./storage.ts";
import type { Process } from "./world.ts";

/** The highest PID that a kernel gives is below this. */
const PID_LIMIT = 4_194_304;

export abstract class Handles extends Storage {
  /** A kernel before Linux 5.3. */
  isOld = false;
  /** A kernel from Linux 6.13 on: a descriptor tells the parent, whatever /proc hides. */
  tellsParents = false;
  private readonly held = new Map<number, Process>();
  private readonly sets = [new Set<number>(), new Set<number>(), new Set<number>()];

  openProcess(process: number): number {
    return this.answer("openProcess", [process], () => {
      const found = this.world.processes.get(process);
      if (this.isOld) return -ENOSYS;
      if (found === undefined) return -ESRCH;
      if (this.openFiles >= this.fileLimit) return -EMFILE;
      const file = this.openFile({});
      this.held.set(file, found);
      return file;
    });
  }

  signalProcess(file: number, signal: number): number {
    const process = this.held.get(file);
    if (process === undefined) throw new Error(`descriptor ${file} holds no process`);
    const isThere = (): boolean => this.world.processes.get(process.pid) === process;
    const send = (): number => (isThere() ? this.world.kill(process.pid, signal) : -ESRCH);
    const result = this.answer("signalProcess", [file, signal], send);
    // What is refused is tried again by kill.
    if (result === 0 || result === -ESRCH) this.watcher?.killed(process.pid, signal, result);
    return result;
  }

  parentOf(file: number): number {
    return this.answer("parentOf", [file], () => {
      const process = this.held.get(file);
      if (!this.tellsParents) return -ENOTTY;
      return process === undefined ? -ESRCH : process.parent;
    });
  }

  override close(file: number): number {
    this.held.delete(file);
    return super.close(file);
  }

  noteProcess(set: number, process: number): boolean {
    const noted = this.sets[set]!;
    if (process < 0 || process > PID_LIMIT || noted.has(process)) return false;
    noted.add(process);
    return true;
  }

  isNoted(set: number, process: number): boolean {
    return this.sets[set]!.has(process);
  }

  forgetProcesses(set: number): void {
    this.sets[set]!.clear();
  }

  /** PIDs in all sets: between signals there are none. */
  get noted(): number {
    return this.sets.reduce((sum, { size }) => sum + size, 0);
  }
}
