/** An init that runs as PID 1 of a namespace over the probe, and what /proc says of it. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Subject } from "./subjects.ts";
import { Failure, guard, release, startGuarded, type Workshop } from "./workshop.ts";

const NAMESPACE = ["unshare", "--fork", "--pid", "--kill-child"];
const AS_USER = ["--user", "--map-root-user"];

/** What the kernel does not tell is NaN, and null in JSON. */
export interface Counters {
  /** VmRSS, and what of it no other process shares, in kB. */
  resident: number;
  unshared: number;
  /** Voluntary and other context switches. */
  switches: number;
  /** Nanoseconds on a CPU. */
  cpu: number;
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? NaN);
}

/** Empty when the kernel was built without this file, or does not let us read it. */
function readOptional(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export class Supervised {
  readonly name: string;
  private readonly namespace: ChildProcess;
  private readonly lines: AsyncIterator<string, unknown>;
  private readonly ended: Promise<unknown>;
  private pid = 0;

  constructor(subject: Subject, workshop: Workshop) {
    const user = process.getuid?.() === 0 ? [] : AS_USER;
    const command = [...NAMESPACE, ...user, ...subject.command, "--", workshop.probe];
    const namespace = startGuarded(command, { stdio: ["pipe", "pipe", "inherit"] });
    const { stdin, stdout } = namespace;
    if (stdin === null || stdout === null) throw new Failure("cannot start unshare: no pipe");
    // A command to an init that has ended is answered by its end, not by EPIPE.
    stdin.on("error", () => {});
    this.name = subject.name;
    this.namespace = namespace;
    this.lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    this.ended = new Promise((resolve) => {
      namespace.on("close", resolve);
      namespace.on("error", resolve);
    });
  }

  /** A line from the probe, or an error when it never comes. */
  private async expect(line: string, milliseconds: number): Promise<void> {
    const limit = new AbortController();
    const answer = this.lines.next().then(({ done, value }) => (done ? "its end" : value));
    const late = pause(milliseconds, "silence", { signal: limit.signal });
    const got = await Promise.race([answer, late]);
    late.catch(() => {});
    limit.abort();
    if (got !== line) {
      throw new Failure(`${this.name} as PID 1: expected "${line}" from its child, got ${got}`);
    }
  }

  async ready(): Promise<void> {
    await this.expect("ready", 10_000);
    const parent = this.namespace.pid;
    this.pid = Number.parseInt(readOptional(`/proc/${parent}/task/${parent}/children`), 10) || 0;
    if (this.pid === 0) throw new Failure(`${this.name} as PID 1: cannot tell its PID from /proc`);
    guard(this.pid);
  }

  async orphans(count: number): Promise<void> {
    this.namespace.stdin?.write(`${count}\n`);
    await this.expect("done", 30_000 + count * 5);
  }

  /** Read while the init sleeps, so that no figure is of a moment in the middle of its work. */
  async counters(): Promise<Counters> {
    let status = readOptional(`/proc/${this.pid}/status`);
    for (let tries = 0; !/^State:\s+S/m.test(status); tries++) {
      if (tries === 1000) throw new Failure(`${this.name} as PID 1: never sleeps`);
      await pause(2);
      status = readOptional(`/proc/${this.pid}/status`);
    }
    const memory = readOptional(`/proc/${this.pid}/smaps_rollup`);
    return {
      resident: field(status, "VmRSS"),
      unshared: field(memory, "Private_Clean") + field(memory, "Private_Dirty"),
      switches:
        field(status, "voluntary_ctxt_switches") + field(status, "nonvoluntary_ctxt_switches"),
      cpu: Number.parseInt(readOptional(`/proc/${this.pid}/schedstat`), 10),
    };
  }

  /** End of file ends the probe, its end the init, and that the namespace. */
  async stop(): Promise<void> {
    this.namespace.stdin?.end();
    const limit = pause(2000, "late", { ref: false });
    if ((await Promise.race([this.ended, limit])) === "late") {
      this.namespace.kill("SIGKILL");
      await this.ended;
    }
    if (this.pid !== 0) release(this.pid);
  }
}
