/**
 * The hosts under test, the positions they are started in, and how a scenario starts one of them.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, vi } from "vitest";
import { expectExceptions } from "./exceptions.ts";
import * as machine from "./machine.ts";
import { probe } from "./probes.ts";
import * as proc from "./proc.ts";
import { type Options, type Result, Run, signal, until } from "./run.ts";

export * from "./probes.ts";
export * from "./run.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
expectExceptions();

export interface Host {
  readonly name: string;
  readonly command: readonly string[];
}

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const binary = resolve(checkout, process.env["TSINIT_UNDER_TEST"] ?? "dist/tsinit");

/** All hosts, or those that TSINIT_HOSTS names. */
export const hosts: readonly Host[] = [
  { name: "static", command: [binary] },
  { name: "node", command: [resolve(checkout, "dist/tsinit-node")] },
  { name: "bun", command: [resolve(checkout, "dist/tsinit-bun")] },
].filter(({ name }) => (process.env["TSINIT_HOSTS"] ?? name).split(",").includes(name));

/**
 * What the core alone decides is swept over its whole domain on the first host, the static binary,
 * and compared with other programs there; the others run the same core.
 */
export const sweeping = hosts.slice(0, 1);

/** The whole domain for a host that sweeps; both ends and some in between for another. */
export function sampled<T>(host: Host, domain: readonly T[]): T[] {
  const step = sweeping.some(({ name }) => name === host.name) ? 1 : Math.ceil(domain.length / 3);
  return domain.filter((_, index) => index % step === 0 || index === domain.length - 1);
}

/** A host in one of the two positions that an init can be started in. */
export interface Subject extends Host {
  readonly pid1: boolean;
  /** What goes before the host's own words. */
  readonly prefix: readonly string[];
}

// By its full path: a scenario may set PATH.
const unshare = machine.pathOf("unshare") ?? "unshare";
export const namespace = [unshare, "--fork", "--pid", "--mount-proc", "--kill-child"];

export const beside = (host: Host): Subject => ({ ...host, pid1: false, prefix: [] });
export const asPid1 = (host: Host): Subject => ({ ...host, pid1: true, prefix: namespace });

/** The subject, started by a probe that prepares what it inherits. */
export function prepared(subject: Subject, ...operations: string[]): Subject {
  return { ...subject, prefix: [...subject.prefix, probe("prep"), ...operations, "--"] };
}

export function describeHosts(title: string, body: (host: Subject) => void): void {
  describe.each(hosts)(`${title} ($name)`, (host) => body(beside(host)));
}

/** What the core alone decides, at length. */
export function describeCore(title: string, body: (host: Subject) => void): void {
  describe.each(sweeping)(`${title} ($name)`, (host) => body(beside(host)));
}

/**
 * The body once as PID 1 of a new PID namespace and once as an ordinary process. The position
 * matters to the core alone, so that what runs the same core is looked at as PID 1 only.
 */
export function describeBoth(
  title: string,
  body: (subject: Subject) => void,
  among: readonly Host[] = hosts,
): void {
  const { met, suffix } = machine.pidNamespace;
  describe.each(among)(`${title} ($name)`, (host) => {
    if (sweeping.includes(host) || !met) describe("not as PID 1", () => body(beside(host)));
    describe.skipIf(!met)(`as PID 1${suffix}`, () => body(asPid1(host)));
  });
}

/** Starts a subject with these words: its options, the program, the program's arguments. */
export function start(subject: Subject, words: readonly string[], options?: Options): Run {
  return new Run([...subject.prefix, ...subject.command, ...words], options);
}

export async function run(
  subject: Subject,
  words: readonly string[],
  options?: Options,
): Promise<Result> {
  return await start(subject, words, options).ended;
}

/** The PID, seen from here, of the init itself, below whatever the run started it with. */
export async function initOf(started: Run, host: Host): Promise<number> {
  return await until(() => {
    const tree = [started.pid, ...proc.descendants(started.pid)];
    return tree.find((pid) => {
      const seen = proc.words(pid);
      return host.command.every((word, index) => seen[index] === word);
    });
  }, `${host.name} below ${started.pid}`);
}

/** The child of an init, once it runs the program it was made for. */
export async function childOf(init: number): Promise<number> {
  const own = proc.words(init).join("\0");
  return await until(() => {
    return proc.children(init).find((pid) => proc.words(pid).join("\0") !== own);
  }, `a child of ${init}`);
}

/** Sends so many signals of one number, of those that queue. */
export async function queue(init: number, number: number, count: number): Promise<void> {
  await new Run([probe("send"), "queue", String(init), String(number), String(count)]).ended;
}

/** Waits until the init has taken all that was sent to it, in whatever order it took them. */
export async function drained(init: number): Promise<void> {
  await until(
    () =>
      ["ShdPnd", "SigPnd"].every((field) => {
        return /^0*$/.test(proc.status(init, field));
      }),
    `${init} to take what it was sent`,
  );
}

/** Waits until a signal that the init took last has gone through it: all before it have too. */
export async function settled(started: Run, init: number): Promise<void> {
  await drained(init);
  const seen = (): number => started.out.match(/^got 64 /gm)?.length ?? 0;
  const before = seen();
  signal(init, 64);
  await until(
    () => seen() > before,
    () => `the last signal after ${started.out.slice(-300)}`,
  );
}
