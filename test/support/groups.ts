/** Control groups: where their pids controller is, groups made for a test, and their removal. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Need } from "./machine.ts";
import { signal, until } from "./run.ts";

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Version 1 has a tree for the controller; with version 2 the one tree may hand it out or not. */
function findTree(): string | null {
  for (const line of read("/proc/self/mountinfo").split("\n")) {
    const [mount, source] = line.split(" - ");
    const path = mount?.split(" ")[4] ?? "";
    if (/^cgroup \S+ .*\bpids\b/.test(source ?? "")) return path;
    const control = read(join(path, "cgroup.subtree_control"));
    if (source?.startsWith("cgroup2 ") && /\bpids\b/.test(control)) return path;
  }
  return null;
}

const tree = findTree();

function canMake(): boolean {
  if (tree === null) return false;
  const path = join(tree, `tsinit-need-${process.pid}`);
  try {
    mkdirSync(path);
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

const there = canMake();

/** A pids controller under which a test can make groups. */
export const pidsGroups: Need = {
  met: there,
  suffix: there ? "" : " (skipped: no pids controller whose groups can be made here)",
};

/** Removes a control group with those below it, and tells whether it has gone. */
export function removeGroup(path: string): boolean {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) removeGroup(join(path, entry.name));
    }
    rmdirSync(path);
  } catch (error) {
    return /ENOENT|ENOTDIR/.test(String(error));
  }
  return true;
}

/** A control group of a test, in which it limits how many processes there may be. */
export class Group {
  readonly path: string;

  constructor(path: string, limit: number | "max") {
    this.path = path;
    mkdirSync(path);
    writeFileSync(join(path, "pids.max"), String(limit));
  }

  below(name: string, limit: number | "max"): Group {
    // With version 2 a group hands the controller on only when it is told to.
    const control = join(this.path, "cgroup.subtree_control");
    if (read(control) !== "" || read(join(this.path, "cgroup.controllers")) !== "") {
      writeFileSync(control, "+pids");
    }
    return new Group(join(this.path, name), limit);
  }

  /** The words that run a command in the group. */
  within(command: readonly string[]): string[] {
    return ["sh", "-c", 'echo $$ >"$0/cgroup.procs"; exec "$@"', this.path, ...command];
  }

  get current(): number {
    return Number(read(join(this.path, "pids.current")));
  }
}

const made: Group[] = [];

/** A group that goes away after the test, with all that still runs in it. */
export function group(limit: number | "max"): Group {
  const path = join(tree ?? "", `tsinit-test-${process.pid}-${made.length}`);
  const one = new Group(path, limit);
  made.push(one);
  return one;
}

/** Those within were all put there by the test. */
function empty(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) empty(join(path, entry.name));
  }
  for (const pid of read(join(path, "cgroup.procs")).split("\n").filter(Boolean)) {
    try {
      signal(Number(pid), 9);
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

afterEach(async () => {
  for (const { path } of made.splice(0)) {
    empty(path);
    await until(() => removeGroup(path), `the end of ${path}`);
  }
});
