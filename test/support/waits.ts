/**
 * What a tracer sees of an init's waits: how long each may last, and what was done between them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Family, family } from "./family.ts";
import { type Host, type Options, scratch, until } from "./harness.ts";
import * as proc from "./proc.ts";
import { tracer } from "./tracers.ts";

/** Milliseconds, or null for a wait that only a signal ends. */
export type Wait = number | null;

export class Waits {
  readonly family: Family;
  private readonly file: string;

  constructor(one: Family, file: string) {
    this.family = one;
    this.file = file;
  }

  /** The calls that have ended, each with its name first. */
  lines(): string[] {
    return readFileSync(this.file, "latin1").split("\n").slice(0, -1);
  }

  /** The waits that have ended, in order; a look at some of the signals is none. */
  all(): Wait[] {
    return this.lines()
      .filter((line) => line.startsWith("rt_sigtimedwait(~[], "))
      .map((line) => {
        const limit = /\{tv_sec=(\d+), tv_nsec=(\d+)\}, 8\)/.exec(line);
        return limit ? Number(limit[1]) * 1000 + Number(limit[2]) / 1e6 : null;
      });
  }

  /** Sends a signal to the init, waits until the child has it, and gives the waits so far. */
  async after(send: () => void, number: number): Promise<Wait[]> {
    // Awake, it would take the signal with a look at what is there.
    const { init } = this.family;
    const waiting = process.arch === "x64" ? "128" : "137";
    await until(() => proc.systemCall(init)[0] === waiting, "the init to wait");
    const before = this.all().length;
    const times = this.family.got("child").filter((seen) => seen === number).length;
    send();
    await this.family.reached(["child"], number, times + 1);
    await until(() => this.all().length > before, "the end of a wait");
    return this.all();
  }
}

/** The family below an init whose system calls of these kinds are written down. */
export async function traced(
  host: Host,
  calls: string,
  options: readonly string[],
  words: readonly string[] = [],
  more?: Options,
): Promise<Waits> {
  const file = join(scratch(), "trace");
  const prefix = tracer(file, calls);
  return new Waits(await family({ ...host, pid1: false, prefix }, options, words, more), file);
}
