/**
 * One started command: its output, its end, and the promise that nothing of it outlives the test.
 */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { afterEach } from "vitest";
import * as proc from "./proc.ts";

type Found<T> = Exclude<T, null | undefined | false | "">;

/** Checks every few milliseconds until the condition gives a value that is not empty or false. */
export async function until<T>(
  condition: () => T,
  what: string | (() => string),
): Promise<Found<T>> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = condition();
    const found = value !== false && value !== null && value !== undefined && value !== "";
    if (found) return value as Found<T>;
    if (Date.now() > end) {
      throw new Error(`waited in vain for ${typeof what === "string" ? what : what()}`);
    }
    await new Promise((wake) => setTimeout(wake, 4));
  }
}

export type Status = number | string;

export interface Result {
  /** The exit status, or the name of the signal that killed the started process itself. */
  readonly status: Status;
  readonly out: string;
  readonly err: string;
}

export interface Options {
  /** Added to the environment; an undefined value takes a name out of it. */
  readonly env?: Record<string, string | undefined>;
  readonly cwd?: string;
  readonly input?: string;
  /** Replaces the three streams; a captured one is 'pipe'. */
  readonly stdio?: StdioOptions;
}

const mark = ["TSINIT_TEST_RUN", `${process.pid}-${Date.now()}`] as const;
const live = new Set<Run>();

/** The options that the tester's own environment may hold must not leak into a scenario. */
function environment(extra: Record<string, string | undefined>): Record<string, string> {
  const clean = Object.entries({ ...process.env, ...extra, [mark[0]]: mark[1] });
  const kept = clean.filter(([key, text]) => {
    return text !== undefined && (key in extra || !/^(TINI_|TSINIT_OPTIONS|LISTEN_)/.test(key));
  });
  return Object.fromEntries(kept) as Record<string, string>;
}

/** A command that has been started. It is in a session of its own, without a terminal. */
export class Run {
  readonly process: ChildProcess;
  readonly ended: Promise<Result>;
  out = "";
  err = "";
  status: Status | null = null;

  constructor(command: readonly string[], options: Options = {}) {
    const [program, ...rest] = command as [string, ...string[]];
    this.process = spawn(program, rest, {
      cwd: options.cwd,
      env: environment(options.env ?? {}),
      stdio: options.stdio ?? [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      detached: true,
    });
    live.add(this);
    this.process.stdout?.setEncoding("latin1").on("data", (text: string) => (this.out += text));
    this.process.stderr?.setEncoding("latin1").on("data", (text: string) => (this.err += text));
    // A program that reads nothing may be gone before its input is written.
    this.process.stdin?.on("error", () => undefined);
    if (options.input) this.write(options.input);
    this.ended = this.end();
    this.ended.catch(() => undefined);
  }

  get pid(): number {
    const { pid } = this.process;
    if (pid === undefined) throw new Error("the command could not be started");
    return pid;
  }

  write(text: string): void {
    this.process.stdin?.write(text);
  }

  /** Waits for a match in standard output and gives it. */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    return await until(
      () => {
        const match = pattern.exec(this.out);
        if (match === null && this.status !== null) {
          throw new Error(`ended with ${this.status} before ${pattern}: ${this.out}${this.err}`);
        }
        return match;
      },
      () => `${pattern} in ${JSON.stringify(this.out.slice(-300))} ${this.err.slice(-300)}`,
    );
  }

  private async end(): Promise<Result> {
    const closed = new Promise((done) => this.process.on("close", done));
    await new Promise<void>((done, fail) => {
      this.process.on("error", (error) => {
        this.status = "not started";
        fail(error);
      });
      this.process.on("exit", (code, signal) => {
        this.status = code ?? signal ?? "unknown";
        done();
      });
    });
    // The last bytes of the pipes come before 'close'; but a descendant that is meant to outlive
    // the init may hold the pipes open for as long as the test lasts.
    await Promise.race([closed, new Promise((late) => setTimeout(late, 300))]);
    return { status: this.status ?? "unknown", out: this.out, err: this.err };
  }
}

/** Only ever to one process: 0 and negative numbers would reach groups, -1 the whole machine. */
export function signal(pid: number, number: number): void {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`${pid} is no process to signal`);
  process.kill(pid, number);
}

function kill(pid: number): void {
  try {
    signal(pid, 9);
  } catch {
    // It ended by itself in the meantime.
  }
}

const marked = (): number[] =>
  proc.everyProcess().filter((pid) => {
    return pid !== process.pid && proc.hasInEnvironment(pid, mark.join("="));
  });

/** Kills whatever the test's runs left, also what moved to other parents and sessions. */
async function sweep(): Promise<void> {
  for (const run of live) {
    if (run.status !== null || run.process.pid === undefined) continue;
    [run.pid, ...proc.descendants(run.pid)].forEach(kill);
  }
  await until(() => {
    const left = marked();
    left.forEach(kill);
    return left.length === 0;
  }, "the end of all that the test started");
  await Promise.all([...live].map((run) => run.ended.catch(() => undefined)));
  live.clear();
}

afterEach(sweep);
