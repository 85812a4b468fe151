/** What tsinit prints: help, version and licence, and what -v adds to standard error. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeHosts,
  initOf,
  probe,
  Run,
  run,
  type Subject,
  scratch,
  settled,
  signal,
  start,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { tracer } from "../support/tracers.ts";

const NAMED_IN_HELP = [
  "--help",
  "--version",
  "--license",
  "--subreaper",
  "--parent-death-signal",
  "--verbose",
  "--warn-on-reap",
  "--forward",
  "--rewrite",
  "--remap-exit",
  "TINI_SUBREAPER",
  "TINI_KILL_PROCESS_GROUP",
  "TINI_VERBOSITY",
];

/** What goes to standard output, where nothing else is said and the status is 0. */
async function printed(host: Subject, flag: string): Promise<string> {
  const { status, out, err } = await run(host, [flag]);
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return out;
}

describeHosts("an option", (host) => {
  it.each(["-h", "--help"])("%s prints the help to standard output", async (flag) => {
    const help = await printed(host, flag);
    for (const name of NAMED_IN_HELP) expect(help).toContain(name);
  });

  it.each(["-V", "--version"])("%s prints a version that Docker accepts", async (flag) => {
    const version = await printed(host, flag);
    expect(version).toMatch(/^tini version \d+\.\d+\.\d+\b/);
    // Docker cuts the line at " - ", takes the version before it, and a commit in "git.COMMIT".
    expect(version.split(" - ")[0]?.trim()).toMatch(/^tini version \d+\.\d+\.\d+$/);
    expect(version.endsWith("\n")).toBe(true);
  });

  it.each(["-l", "-L", "--license"])("%s prints the licence", async (flag) => {
    expect(await printed(host, flag)).toMatch(/MIT|Permission is hereby granted/);
  });
});

/** Everything written to standard error while one orphan is reaped and one signal forwarded. */
async function told(host: Subject, options: readonly string[]): Promise<string> {
  const started = start(host, [...options, "--", probe("record"), "until=15:3"]);
  await started.line(/^ready/m);
  const init = await initOf(started, host);
  await settled(started, init);
  signal(init, 15);
  expect((await started.ended).status).toBe(3);
  return started.err;
}

describeHosts("-v", (host) => {
  it("says more each time, in lines of one grammar", async () => {
    const levels: string[] = [];
    for (const options of [[], ["-v"], ["-vv"], ["-vvv"]]) levels.push(await told(host, options));
    const counts = levels.map((text) => text.split("\n").length);
    expect(levels[0]).toBe("");
    for (let i = 1; i < 4; i += 1) expect(counts[i]).toBeGreaterThan(counts[i - 1] ?? 0);
    for (const text of levels) {
      expect(text).toMatch(/^(tsinit: (fatal|warning|info|debug|trace): [ -~]+\n)*$/);
    }
    expect(await told(host, ["--verbose", "--verbose"])).toMatch(/^tsinit: debug: /m);
  });

  const { met, suffix } = machine.strace;
  it.skipIf(!met)(`writes each line in one piece${suffix}`, async () => {
    const log = join(scratch(), "log");
    const command = [...tracer(log, "trace=write,writev,pwritev2"), ...host.command, "-vvv"];
    const { err } = await new Run([...command, "--", "true"]).ended;
    const lines = readFileSync(log, "latin1").split("\n");
    const written = lines.filter((line) => /"tsinit: .*= \d+$/.test(line));
    expect(written).toHaveLength(err.split("\n").length - 1);
  });
});
