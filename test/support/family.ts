/**
 * A child with a family below an init: who of them is where, and which signals each one has got.
 */
import { initOf, type Options, probe, type Run, type Subject, start, until } from "./harness.ts";
import * as proc from "./proc.ts";

/** All roles of the probe that can take signals, but for the child itself. */
export const kin = ["member", "grandchild", "daemon", "stopped"] as const;
/** The child and its kin. */
export const everybody = ["child", ...kin] as const;

export const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex");

export class Family {
  readonly started: Run;
  readonly init: number;

  constructor(started: Run, init: number) {
    this.started = started;
    this.init = init;
  }

  /** The numbers that one of them has recorded so far. */
  got(role: string): number[] {
    return [...this.started.out.matchAll(new RegExp(`^${role} (\\d+)$`, "gm"))].map((match) =>
      Number(match[1]),
    );
  }

  /** What each of these has recorded. */
  all(roles: readonly string[]): Record<string, number[]> {
    return Object.fromEntries(roles.map((role) => [role, this.got(role)]));
  }

  /** Waits until each of these has recorded the signal so many times. */
  async reached(roles: readonly string[], number: number, times = 1): Promise<void> {
    for (const role of roles) {
      await until(
        () => this.got(role).filter((seen) => seen === number).length >= times,
        () => `signal ${number} in ${role} after ${this.started.out}${this.started.err}`,
      );
    }
  }

  /** The PID, seen from here, of the one that knows itself by another number. */
  async pid(role: string): Promise<number> {
    const own = (await this.started.line(new RegExp(`^${role} is (\\d+)$`, "m")))[1]!;
    return await until(
      () =>
        proc.descendants(this.init).find((pid) => {
          return proc.status(pid, "NSpid").split("\t").at(-1) === own;
        }),
      `${role}, ${own} below ${this.init}`,
    );
  }
}

/** Starts the family under a subject and waits until all of it is there. */
export async function family(
  subject: Subject,
  options: readonly string[],
  words: readonly string[],
  more?: Options,
): Promise<Family> {
  const started = start(subject, [...options, "--", probe("tree_family"), ...words], more);
  await started.line(/^ready$/m);
  return new Family(started, await initOf(started, subject));
}
