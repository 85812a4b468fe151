/** Owns what a simulated kernel gives to read: tsinit's words, files, and clocks. */
import { EBADF, EISDIR, EMFILE, ENOENT } from "./numbers.ts";
import { Recorder } from "./recorder.ts";
import type { World } from "./world.ts";

/** What the program's file holds, or why it cannot be opened or read. */
export interface ProgramFile {
  /** A device, FIFO or socket. */
  special?: true;
  open?: number;
  read?: number;
  bytes?: Uint8Array;
}

const FIRST_FILE = 3;

/** The fields of /proc/PID/stat behind the group: session, terminal and 45 more (proc(5)). */
const REST =
  " 70 0 -1 4194560 98 0 0 0 0 0 0 0 20 0 1 0 7130 2797568 326 18446744073709551615 1 1".concat(
    " 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
  );

export abstract class Reading extends Recorder {
  readonly world: World;
  words: readonly string[] = [];
  variables: readonly string[] = [];
  programFile: ProgramFile = { open: ENOENT };
  machineNumber = 62;
  /** Milliseconds since 1970. */
  time = 1_700_000_001_234;
  /** The clock that only waiting moves. */
  now = 0;
  /** What /proc/self says: another PID when /proc belongs to another PID namespace. */
  ownEntry: number | null = null;
  /** The PID that /proc shows nothing of (hidepid), though the process is there. */
  hidden = 0;
  /** Descriptors that may be open at once, beside the list of /proc. */
  fileLimit = Infinity;
  /** The last PID that was listed. */
  private listed = 0;
  private sorted: number[] = [];
  private sortedAt = -1;
  /** Files that are no process's, by their paths. */
  readonly disk = new Map<string, ProgramFile>();
  private readonly files = new Map<number, ProgramFile & { at?: number }>();

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
    return this.leave(method, [index, offset], byte);
  }

  argument(index: number, offset: number): number {
    return this.byteOf(this.words, "argument", index, offset);
  }

  environment(index: number, offset: number): number {
    return this.byteOf(this.variables, "environment", index, offset);
  }

  openProgram(): number {
    return this.answer("openProgram", [], () => this.openFile(this.programFile));
  }

  open(path: Uint8Array, at: number): number {
    const name = Buffer.from(path.subarray(at, path.indexOf(0, at))).toString("latin1");
    return this.answer("open", [name], () => {
      const file = this.disk.get(name) ?? this.folderOf(name);
      if (file !== undefined) return this.openFile(file);
      const [, pid, what] = /^\/proc\/(\d+|self)\/(comm|stat)$/.exec(name) ?? [];
      const text = pid === "self" ? this.ownStat() : this.fileOf(Number(pid), what!);
      return text === null ? -ENOENT : this.openFile({ bytes: Buffer.from(text, "latin1") });
    });
  }

  /** A folder by a name with slashes at its end; the root and the working directory are there. */
  private folderOf(name: string): ProgramFile | undefined {
    if (name === "." || name === "/") return { read: EISDIR };
    return name.endsWith("/") ? this.disk.get(name.replace(/\/+$/, "")) : undefined;
  }

  private ownStat(): string | null {
    const pid = this.ownEntry ?? this.world.init;
    const { parent, initGroup } = this.world;
    return pid === 0 ? null : `${pid} (tsinit) R ${parent} ${initGroup}${REST}`;
  }

  private fileOf(pid: number, what: string): string | null {
    const process = this.world.processes.get(pid);
    if (process === undefined || pid === this.hidden) return null;
    const { command, state, parent, group } = process;
    const letter = { running: "S", stopped: "T", zombie: "Z" }[state];
    if (what === "comm") return `${command}\n`;
    return `${pid} (${command}) ${letter} ${parent} ${group}${REST}`;
  }

  protected openFile(file: ProgramFile): number {
    if (file.open) return -file.open;
    if (this.openFiles >= this.fileLimit) return -EMFILE;
    let number = FIRST_FILE;
    while (this.files.has(number)) number++;
    this.files.set(number, { ...file });
    return number;
  }

  listProcesses(first: boolean): number {
    if (first) this.watcher?.walks();
    return this.answer("listProcesses", [first], () => {
      const { world } = this;
      if (first) this.listed = 0;
      if (this.sortedAt !== world.changes) {
        this.sortedAt = world.changes;
        this.sorted = [world.init, ...world.processes.keys()].sort((one, two) => one - two);
      }
      this.listed = this.after(this.listed);
      if (this.listed === this.hidden && this.hidden > 0) this.listed = this.after(this.listed);
      return this.listed;
    });
  }

  stopListing(): void {
    this.leave("stopListing", [], 0);
  }

  /** The lowest PID above `pid`, or 0. */
  private after(pid: number): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle]! > pid) high = middle;
      else low = middle + 1;
    }
    return this.sorted[low] ?? 0;
  }

  read(file: number, bytes: Uint8Array, length: number): number {
    return this.answer("read", [file, length], () => {
      const open = this.files.get(file);
      if (open === undefined) return -EBADF;
      if (open.read) return -open.read;
      open.at ??= 0;
      const part = (open.bytes ?? new Uint8Array()).subarray(open.at, open.at + length);
      open.at += part.length;
      bytes.set(part);
      return part.length;
    });
  }

  /** However it ends, the descriptor is free (close(2)). */
  close(file: number): number {
    if (!this.files.delete(file)) throw new Error(`descriptor ${file} is closed but not open`);
    return this.leave("close", [file], this.planned("close"));
  }

  milliseconds(): number {
    return this.answer("milliseconds", [], () => this.now & 0x7fffffff);
  }

  /** A clock that stands still: JSON lines carry it, and every run is to write the same bytes. */
  readClock(): number {
    return this.answer("readClock", [], () => Math.trunc(this.time / 1_000_000));
  }

  clockRest(): number {
    return this.answer("clockRest", [], () => this.time % 1_000_000);
  }

  machine(): number {
    return this.answer("machine", [], () => this.machineNumber);
  }
}
