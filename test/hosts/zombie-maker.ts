/** A program that leaves zombies, the places it runs in, and a look at them from there. */
import { describe } from "vitest";
import { type Host, hosts, namespace, probe, type Result, Run } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";

/** Where zombies are made, and how somebody looks at them from there. */
export interface Place {
  readonly host: Host;
  /** What goes before the maker, which is PID 1 of a namespace then. */
  readonly prefix: readonly string[];
}

/** Elsewhere others may have more zombies, so that the summary does not name the maker. */
export const isAlone = ({ prefix }: Place): boolean => prefix.length > 0;

export interface Maker {
  readonly started: Run;
  /** Its PID as it knows it itself, and as it is seen from here. */
  readonly own: number;
  readonly pid: number;
  readonly zombies: readonly number[];
  /** Runs the host with these options where the maker is. */
  see(...options: string[]): Promise<Result>;
}

/** Also to enter a namespace takes root. */
export const enterable = machine.both(machine.root, machine.pidNamespace);

export function describePlaces(title: string, body: (place: Place) => void): void {
  const { met, suffix } = enterable;
  describe.each(hosts)(`${title} ($name)`, (host) => {
    describe("in the same PID namespace", () => body({ host, prefix: [] }));
    describe.skipIf(!met)(`in a PID namespace of its own${suffix}`, () => {
      body({ host, prefix: namespace });
    });
  });
}

/** What goes before a command that is to see what that process sees. */
export function inside(pid: number): string[] {
  return ["nsenter", "--target", String(pid), "--pid", "--mount"];
}

/** Starts the maker, and waits until it has made its zombies. */
export async function make(place: Place, ...words: string[]): Promise<Maker> {
  const { host, prefix } = place;
  const started = new Run([...prefix, probe("zombies"), ...words], { input: "" });
  const own = Number((await started.line(/^ready (\d+)$/m))[1]);
  const pid = isAlone(place) ? proc.children(started.pid)[0]! : own;
  const entering = isAlone(place) ? inside(pid) : [];
  return {
    started,
    own,
    pid,
    zombies: [...started.out.matchAll(/^zombie (\d+)$/gm)].map((match) => Number(match[1])),
    see: async (...options) => await new Run([...entering, ...host.command, ...options]).ended,
  };
}

/** The rows of one maker; all of them where nobody else is in the namespace. */
export const of = <T extends { ppid: number }>({ own }: Maker, rows: readonly T[]): T[] => {
  return rows.filter(({ ppid }) => ppid === own);
};
