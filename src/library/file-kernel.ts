/** Owns the `Kernel` that can only look at files: no signal, no child, and nothing native. */
import * as fs from "node:fs";
import { Kernel } from "../core/kernel.ts";

/** ENOSYS: what this kernel has no means for. */
const REFUSED = -38;

/** The negative errno of a failed call of node:fs. */
function errnoOf(error: unknown): number {
  const { errno } = error as NodeJS.ErrnoException;
  return errno !== undefined && errno < 0 ? errno : REFUSED;
}

/** Runs `call`; its number, or the negative errno with which it failed. */
function attempt(call: () => number): number {
  try {
    return call();
  } catch (error) {
    return errnoOf(error);
  }
}

export class FileKernel extends Kernel {
  private readonly folder: string;
  private readonly parts: { stream: number; bytes: Buffer }[] = [];
  private readonly isShown: boolean;
  private processes: number[] = [];
  /** Of the time that was read last: its two halves are of one moment. */
  private rest = 0;

  /** `folder` is where /proc is. */
  constructor(folder: string = "/proc") {
    super();
    this.folder = folder;
    this.isShown = folder !== "/proc";
  }

  /**
   * A folder that was named is looked at as it is, another PID namespace's too: this process has
   * the number there, and the parent, that it shows.
   */
  private shown(part: 1 | 2): number {
    try {
      const stat = fs.readFileSync(`${this.folder}/self/stat`, "latin1");
      return Number(/^(\d+) [^]*\) \S (\d+)/.exec(stat)?.[part] ?? 0);
    } catch {
      return 0;
    }
  }

  /** All that was written to `stream` so far. */
  output(stream: number): string {
    const parts = this.parts.filter((part) => part.stream === stream);
    return Buffer.concat(parts.map(({ bytes }) => bytes)).toString("utf8");
  }

  argument(_index: number, _offset: number): number {
    return -1;
  }
  environment(_index: number, _offset: number): number {
    return -1;
  }
  maskError(): number {
    return 0;
  }
  processId(): number {
    return this.isShown ? this.shown(1) : process.pid;
  }
  parentId(): number {
    return this.isShown ? this.shown(2) : process.ppid;
  }
  readClock(): number {
    const now = Date.now();
    this.rest = now % 1e6;
    return Math.trunc(now / 1e6);
  }
  clockRest(): number {
    return this.rest;
  }
  milliseconds(): number {
    return Math.floor(performance.now()) & 0x7fffffff;
  }
  processGroup(): number {
    return REFUSED;
  }
  write(stream: number, bytes: Uint8Array, length: number, _patient: boolean): number {
    this.parts.push({ stream, bytes: Buffer.from(bytes.subarray(0, length)) });
    return length;
  }
  becomeSubreaper(): number {
    return REFUSED;
  }
  setParentDeathSignal(_signal: number): number {
    return REFUSED;
  }
  foregroundGroup(): number {
    return REFUSED;
  }
  setForegroundGroup(_group: number): number {
    return REFUSED;
  }
  leaveTerminal(): number {
    return REFUSED;
  }
  reservedSignal(): number {
    return 0;
  }
  isIgnored(_signal: number): boolean {
    return false;
  }
  nameChild(_index: number): void {}
  withhold(_index: number): void {}
  spawn(_program: number, _place: number): number {
    return REFUSED;
  }
  terminalError(): number {
    return 0;
  }
  cloneRefused(): boolean {
    return true;
  }
  openProgram(): number {
    return REFUSED;
  }
  open(path: Uint8Array, at: number = 0): number {
    const named = Buffer.from(path.subarray(at, path.indexOf(0, at))).toString("latin1");
    const real = named.replace(/^\/proc(?=\/)/, () => this.folder);
    return attempt(() => fs.openSync(real, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
  }
  openSelf(): number {
    return REFUSED;
  }
  create(_path: Uint8Array): number {
    return REFUSED;
  }
  kind(_path: Uint8Array): number {
    return REFUSED;
  }
  sync(_file: number): number {
    return REFUSED;
  }
  remove(_path: Uint8Array): number {
    return REFUSED;
  }
  rename(_from: Uint8Array, _to: Uint8Array): number {
    return REFUSED;
  }
  restoreMask(): void {}
  listProcesses(first: boolean): number {
    if (!first) return this.processes.shift() ?? 0;
    return attempt(() => {
      const names = fs.readdirSync(this.folder).filter((name) => /^\d+$/.test(name));
      this.processes = names.map(Number).sort((one, other) => one - other);
      return this.processes.shift() ?? 0;
    });
  }
  stopListing(): void {
    this.processes = [];
  }
  openProcess(_process: number): number {
    return REFUSED;
  }
  signalProcess(_file: number, _signal: number): number {
    return REFUSED;
  }
  parentOf(_file: number): number {
    return REFUSED;
  }
  noteProcess(_set: number, _process: number): boolean {
    return false;
  }
  isNoted(_set: number, _process: number): boolean {
    return false;
  }
  forgetProcesses(_set: number): void {}
  read(file: number, bytes: Uint8Array, length: number): number {
    return attempt(() => fs.readSync(file, bytes, 0, length, null));
  }
  close(file: number): number {
    return attempt(() => {
      fs.closeSync(file);
      return 0;
    });
  }
  machine(): number {
    return 0;
  }
  letGo(): void {}
  next(_milliseconds: number): number {
    return 0;
  }
  signalCode(): number {
    return 0;
  }
  signalSender(): number {
    return 0;
  }
  peek(): number {
    return REFUSED;
  }
  wait(_process: number): number {
    return REFUSED;
  }
  waitStatus(): number {
    return 0;
  }
  kill(_process: number, _signal: number): number {
    return REFUSED;
  }
  stop(_signal: number): number {
    return 0;
  }
}
