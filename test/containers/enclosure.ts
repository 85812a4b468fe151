/**
 * A mount and PID namespace of its own for an engine, so that nothing of the engine can be left.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { removeGroup } from "../support/groups.ts";
import * as proc from "../support/proc.ts";
import { signal, until } from "../support/run.ts";

// Whatever their options say, engines write to these folders: inside, that goes to memory alone.
// A shell is its PID 1, because it reaps: the shims of an engine are orphans by design.
const inside = `
mount -t tmpfs none /run || exit
for folder in /etc /var/lib /var/cache; do
  over=/run/over$folder
  mkdir -p $over/upper $over/work
  layers=lowerdir=$folder,upperdir=$over/upper,workdir=$over/work
  mount -t overlay -o $layers none $folder
done
"$@" & wait $!`;

const enclosing = [
  "setpriv",
  "--pdeathsig",
  "KILL",
  "unshare",
  "--mount",
  "--pid",
  "--fork",
  "--mount-proc",
  "--kill-child",
  "sh",
  "-c",
  inside,
  "sh",
] as const;

/** The words that run a command enclosed: when it ends, or we do, all that it started does. */
export function enclosed(command: readonly string[]): string[] {
  return [...enclosing, ...command];
}

/** A folder for everything an engine writes, and a control group of the same name. */
export class Ground {
  private made: string | null = null;

  /** Made when it is first asked for, because a skipped suite is set up as well. */
  get folder(): string {
    this.made ??= mkdtempSync(join(tmpdir(), "tsinit-engine-"));
    return this.made;
  }

  get group(): string {
    return basename(this.folder);
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  make(...names: string[]): string {
    mkdirSync(this.path(...names), { recursive: true });
    return this.path(...names);
  }

  async remove(): Promise<void> {
    // With version 1 of control groups each controller has a tree of its own.
    for (const tree of [".", ...readdirSync("/sys/fs/cgroup")]) {
      const path = join("/sys/fs/cgroup", tree, this.group);
      await until(() => removeGroup(path), `the end of ${path}`);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** An enclosed command that runs until it is stopped. */
export class Service {
  private readonly process: ChildProcess;
  private readonly log: string;
  private readonly over: Promise<unknown>;

  constructor(command: readonly string[], log: string) {
    const [program, ...words] = enclosed(command) as [string, ...string[]];
    const output = openSync(log, "a");
    this.log = log;
    this.process = spawn(program, words, { stdio: ["ignore", output, output], detached: true });
    closeSync(output);
    this.over = new Promise((done) => this.process.on("exit", done).on("error", done));
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  get output(): string {
    return readFileSync(this.log, "utf8").slice(-2000);
  }

  /** Kills PID 1 of the namespace; unshare ends only after every process in it has gone. */
  async stop(): Promise<void> {
    for (const pid of proc.children(this.process.pid ?? 0)) signal(pid, 9);
    await this.over;
  }
}
