/** The original programs beside tsinit under their names: how both are started and compared. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import {
  type Host,
  initOf,
  namespace,
  type Options,
  Run,
  type Status,
  sweeping,
} from "../../support/harness.ts";
import * as machine from "../../support/machine.ts";
import type { Name } from "./dialect-safer.ts";
import {
  counted,
  plainExplanations,
  plainVersions,
  processNamer,
  settle,
  torn,
} from "./dialect-text.ts";

export * from "./dialect-safer.ts";

const folder = join(tmpdir(), `tsinit-dialects-${process.pid}-${Date.now()}`);
const links: { readonly target: string; readonly path: string }[] = [];

// Made when the first test runs, so that a file whose tests are all skipped leaves nothing behind.
beforeAll(() => {
  for (const who of ["original", "tsinit"]) mkdirSync(join(folder, who), { recursive: true });
  for (const { target, path } of links) symlinkSync(target, path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With TSINIT_UNDER_TEST=original the comparison itself is tested: each program against itself. */
export const selfTest = process.env["TSINIT_UNDER_TEST"] === "original";
export const tsinit = selfTest
  ? ""
  : resolve(fileURLToPath(new URL("../../..", import.meta.url)), sweeping[0]!.command[0]!);

/** One of the two programs that are compared: at a path that ends in the same name. */
export interface Side extends Host {
  readonly who: "original" | "tsinit";
  readonly path: string;
}

function side(who: Side["who"], name: string, target: string): Side {
  const path = join(folder, who, name);
  links.push({ target, path });
  return { who, name, path, command: [path] };
}

export interface Pair {
  readonly name: Name;
  readonly missing: boolean;
  /** The reason, for the end of a title, why the original cannot be run here. */
  readonly suffix: string;
  readonly original: Side;
  readonly ours: Side;
}

export function pairOf(name: Name): Pair {
  const found = machine.pathOf(name);
  const real = found === null ? "/nonexistent" : realpathSync(found);
  return {
    name,
    missing: found === null,
    suffix: found === null ? ` (skipped: no ${name} on this machine)` : "",
    original: side("original", name, real),
    ours: side("tsinit", name, selfTest ? real : tsinit),
  };
}

/** tsinit at a new path of that last name, as a symbolic link, a hard link or a copy. */
export function placed(name: string, how: "symbolic link" | "hard link" | "copy"): string {
  const path = join(mkdtempSync(join(folder, "placed-")), name);
  if (how === "symbolic link") symlinkSync(tsinit, path);
  else if (how === "copy") copyFileSync(tsinit, path);
  else {
    // A hard link needs the file system of the file itself, which a temporary folder may not have.
    copyFileSync(tsinit, `${path}.file`);
    linkSync(`${path}.file`, path);
  }
  return path;
}

const unset = [
  "POSIXLY_CORRECT",
  "DUMB_INIT_DEBUG",
  "DUMB_INIT_SETSID",
  "CATATONIT_DEBUG",
  "CATATONIT_LOG",
  "TSINIT_DIALECT",
  "TSINIT_OPTIONS",
  "LANG",
  "LANGUAGE",
];

export function quiet(options: Options): Options {
  const cleared = Object.fromEntries(unset.map((key) => [key, undefined]));
  return { ...options, env: { ...cleared, LC_ALL: "C", ...options.env } };
}

export interface Transcript {
  readonly status: Status;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

export interface Scenario extends Options {
  readonly pid1?: boolean;
  /** What is done to the init while it runs. */
  readonly drive?: (started: Run, init: number) => Promise<void>;
}

/** Both streams without what two runs may differ in. */
export function tidy(name: Name, streams: readonly [string, string]): [string[], string[]] {
  const own = streams.map((text) => counted(name, text));
  const rename = processNamer(name, own.join("\n"));
  const [out, err] = own.map((text) => {
    const flat = text
      .replaceAll(join(folder, "original"), "DIR")
      .replaceAll(join(folder, "tsinit"), "DIR");
    return settle(name, plainExplanations(plainVersions(rename(flat))));
  });
  return [out!, err!];
}

export async function transcript(
  pair: Pair,
  one: Side,
  words: readonly string[],
  scenario: Scenario = {},
): Promise<Transcript> {
  const prefix = scenario.pid1 ? namespace : [];
  for (let attempt = 1; ; attempt += 1) {
    const started = new Run([...prefix, one.path, ...words], quiet(scenario));
    if (scenario.drive) await scenario.drive(started, await initOf(started, one));
    const ended = await started.ended;
    if (attempt < 20 && torn(pair.name, ended.err)) continue;
    const [out, err] = tidy(pair.name, [ended.out, ended.err]);
    return { status: ended.status, out, err };
  }
}

/** Runs both and expects the same status, and the same lines in each stream. */
export async function expectSame(
  pair: Pair,
  words: readonly string[],
  scenario: Scenario = {},
): Promise<void> {
  const wanted = await transcript(pair, pair.original, words, scenario);
  expect(await transcript(pair, pair.ours, words, scenario)).toEqual(wanted);
}
