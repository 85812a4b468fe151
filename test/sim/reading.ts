/** Owns what a simulated kernel gives to read: tsinit's words, and files. */
import { EBADF, ENOENT } from "./numbers.ts";
import { Recorder } from "./recorder.ts";
import type { World } from "./world.ts";

/** What the program's file holds, or why it cannot be opened or read. */
export interface ProgramFile {
  open?: number;
  read?: number;
  bytes?: Uint8Array;
}

const FIRST_FILE = 3;

export abstract class Reading extends Recorder {
  readonly world: World;
  words: readonly string[] = [];
  variables: readonly string[] = [];
  programFile: ProgramFile = { open: ENOENT };
  machineNumber = 62;
  /** The last PID that was listed. */
  private listed = 0;
  private readonly files = new Map<number, ProgramFile>();

  constructor(world: World) {
    super();
    this.world = world;
  }

  get openFiles(): number {
    return this.files.size;
  }

  private byteOf(list: readonly string[], method: string, index: number, offset: number): number {
    const word = list[index];
    if (word !== undefined && offset > word.length) throw new Error(`${method} past the end`);
    const byte = word === undefined ? -1 : offset < word.length ? word.charCodeAt(offset) : 0;
    return this.leave(method, `${index}, ${offset}`, byte);
  }

  argument(index: number, offset: number): number {
    return this.byteOf(this.words, "argument", index, offset);
  }

  environment(index: number, offset: number): number {
    return this.byteOf(this.variables, "environment", index, offset);
  }

  openProgram(): number {
    return this.answer("openProgram", "", () => this.openFile(this.programFile));
  }

  open(path: Uint8Array): number {
    const name = Buffer.from(path.subarray(0, path.indexOf(0))).toString("latin1");
    return this.answer("open", JSON.stringify(name), () => {
      const [, pid, what] = /^\/proc\/(\d+)\/(comm|stat)$/.exec(name) ?? [];
      const process = this.world.processes.get(Number(pid));
      if (process === undefined) return -ENOENT;
      const { command, state, parent, group } = process;
      const letter = { running: "S", stopped: "T", zombie: "Z" }[state];
      const stat = `${pid} (${command}) ${letter} ${parent} ${group}\n`;
      return this.openFile({
        bytes: Buffer.from(what === "stat" ? stat : `${command}\n`, "latin1"),
      });
    });
  }

  private openFile(file: ProgramFile): number {
    if (file.open) return -file.open;
    let number = FIRST_FILE;
    while (this.files.has(number)) number++;
    this.files.set(number, file);
    return number;
  }

  listProcesses(first: boolean): number {
    return this.answer("listProcesses", `${first}`, () => {
      if (first) this.listed = 0;
      const pids = [this.world.init, ...this.world.processes.keys()];
      const behind = pids.filter((pid) => pid > this.listed);
      this.listed = behind.length === 0 ? this.listed : Math.min(...behind);
      return behind.length === 0 ? 0 : this.listed;
    });
  }

  read(file: number, bytes: Uint8Array, length: number): number {
    return this.answer("read", `${file}, ${length}`, () => {
      const open = this.files.get(file);
      if (open === undefined) return -EBADF;
      if (open.read) return -open.read;
      const part = (open.bytes ?? new Uint8Array()).subarray(0, length);
      bytes.set(part);
      return part.length;
    });
  }

  close(file: number): void {
    if (!this.files.delete(file)) throw new Error(`descriptor ${file} is closed but not open`);
    this.leave("close", `${file}`, 0);
  }

  machine(): number {
    return this.answer("machine", "", () => this.machineNumber);
  }
}
