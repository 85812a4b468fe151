// The options and variables of the command line, wrong use, and what is printed where.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  initOf,
  prepared,
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

describeHosts("an option", (host) => {
  const child = ["--", "sh", "-c", "exit 7"];
  it.each([
    ["-s"],
    ["--subreaper"],
    ["-v"],
    ["--verbose"],
    ["-w"],
    ["--warn-on-reap"],
    ["-g"],
    ["--forward=group"],
    ["--forward", "group"],
    ["-c"],
    ["--forward=child"],
    ["--single-child"],
    ["-p", "TERM"],
    ["-pTERM"],
    ["-p", "SIGTERM"],
    ["-p", "15"],
    ["-p", "RTMIN+3"],
    ["--parent-death-signal=TERM"],
    ["--parent-death-signal", "TERM"],
    ["-r", "15:3"],
    ["-r15:3"],
    ["--rewrite=15:3"],
    ["--rewrite", "15:3"],
    ["-e", "3"],
    ["-e3"],
    ["--remap-exit=3"],
    ["--remap-exit", "3"],
    ["-sgvv"],
    ["-gwp", "TERM"],
    ["-swpTERM"],
    ["-sgr15:3"],
    ["-ce", "3"],
    ["-ss"],
    ["-vvvvvvvv"],
    ["-p", "TERM", "-p", "KILL"],
  ])("is taken: %s %s", async (...options) => {
    const { status, out } = await run(host, [...options.filter(Boolean), ...child]);
    expect({ status, out }).toEqual({ status: 7, out: "" });
  });

  it.each([["-h"], ["--help"]])("%s prints the help to standard output", async (flag) => {
    const { status, out, err } = await run(host, [flag]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    for (const name of [
      "help",
      "version",
      "license",
      "subreaper",
      "parent-death-signal",
      "verbose",
      "warn-on-reap",
      "forward",
      "rewrite",
      "remap-exit",
    ]) {
      expect(out).toContain(`--${name}`);
    }
    for (const name of ["TINI_SUBREAPER", "TINI_KILL_PROCESS_GROUP", "TINI_VERBOSITY"]) {
      expect(out).toContain(name);
    }
  });

  it.each([["-V"], ["--version"]])("%s prints a version that Docker accepts", async (flag) => {
    const { status, out, err } = await run(host, [flag]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toMatch(/^tini version \d+\.\d+\.\d+\b/);
    // Docker cuts the line at " - ", takes the version before it, and a commit in "git.COMMIT".
    expect(out.split(" - ")[0]?.trim()).toMatch(/^tini version \d+\.\d+\.\d+$/);
    expect(out.endsWith("\n")).toBe(true);
  });

  it.each([["-l"], ["-L"], ["--license"]])("%s prints the licence", async (flag) => {
    const { status, out, err } = await run(host, [flag]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toMatch(/MIT|Permission is hereby granted/);
  });
});

describeBoth("the variable", (subject) => {
  it("TINI_KILL_PROCESS_GROUP forwards to the group", async () => {
    const env = { TINI_KILL_PROCESS_GROUP: "1" };
    const started = start(subject, ["--", probe("record"), "helper"], { env });
    await started.line(/^helper ready/m);
    await started.line(/^ready/m);
    signal(await initOf(started, subject), 15);
    await started.line(/^helper 15$/m);
    await started.line(/^got 15 /m);
  });

  it.each([["0"], ["1"], ["2"], ["3"], ["4"]])("TINI_VERBOSITY=%s is taken", async (level) => {
    const env = { TINI_VERBOSITY: level, TINI_SUBREAPER: "" };
    const { status, err } = await run(subject, ["sh", "-c", "exit 7"], { env });
    expect(status).toBe(7);
    expect(err.length > 0).toBe(Number(level) > 1);
  });

  it("of any name is given to the child as it was", async () => {
    const env = { TINI_SUBREAPER: "x", TINI_KILL_PROCESS_GROUP: "", TINI_VERBOSITY: "1" };
    const { out } = await run(subject, ["env"], { env });
    for (const [name, value] of Object.entries(env)) expect(out).toContain(`${name}=${value}\n`);
  });
});

const wrong: readonly (readonly string[])[] = [
  ["-z"],
  ["-gz"],
  ["--nosuch"],
  ["--nosuch=1"],
  ["--"],
  [],
  ["-g"],
  ["-g", "--"],
  ["---"],
  ["-e"],
  ["-e", "300", "true"],
  ["-e", "256", "true"],
  ["-e", "-1", "true"],
  ["-e", "x", "true"],
  ["-e", "", "true"],
  ["-e", "1:", "true"],
  ["-e", ":1", "true"],
  ["-e", "1:256", "true"],
  ["-e", "1:2:3", "true"],
  ["-e", "1x", "true"],
  ["-e", "99999999999999999999", "true"],
  ["-e", "4294967296", "true"],
  ["--remap-exit"],
  ["--remap-exit=", "true"],
  ["--remap-exit=300", "true"],
  ["-p"],
  ["-p", "TERMINATE", "true"],
  ["-p", "", "true"],
  ["-p", "65", "true"],
  ["-p", "-1", "true"],
  ["-p", "SIG", "true"],
  ["-p", "RTMIN+31", "true"],
  ["-p", "4294967311", "true"],
  ["--parent-death-signal"],
  ["--parent-death-signal=X", "true"],
  ["-r"],
  ["-r", "15", "true"],
  ["-r", "15:", "true"],
  ["-r", ":3", "true"],
  ["-r", "", "true"],
  ["-r", "15:65", "true"],
  ["-r", "0:3", "true"],
  ["-r", "TERM:NOSUCH", "true"],
  ["-r", "NOSUCH:TERM", "true"],
  ["-r", "TERM:INT:HUP", "true"],
  ["-r", "15:3x", "true"],
  ["--rewrite=x", "true"],
  ["--forward"],
  ["--forward=", "true"],
  ["--forward=nobody", "true"],
  ["--help=1"],
  ["--subreaper=1", "true"],
  ["-p", "TERM:KILL", "true"],
  ["-\x1b", "true"],
];

describeHosts("wrong use", (host) => {
  it.each(wrong.map((words) => ({ words, named: JSON.stringify(words) })))(
    "gets one line and status 1, and nothing is started: $named",
    async ({ words }) => {
      const program = words.at(-1) === "true";
      const touch = ["sh", "-c", "echo started"];
      const given = program ? [...words.slice(0, -1), ...touch] : words;
      const { status, out, err } = await run(host, given);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(/^tsinit: fatal: [ -~]+; see tsinit --help\n$/);
    },
  );

  it("names the option, the value given and what is allowed", async () => {
    const line = async (...words: string[]): Promise<string> => (await run(host, words)).err;
    expect(await line("-e", "300", "true")).toBe(
      "tsinit: fatal: -e 300: not an exit status; use 0 to 255; see tsinit --help\n",
    );
    expect(await line("-p", "TERMINATE", "true")).toBe(
      "tsinit: fatal: -p TERMINATE: no such " +
        "signal; use a name such as SIGTERM, or a number; see tsinit --help\n",
    );
    expect(await line("-z", "true")).toBe("tsinit: fatal: -z: no such option; see tsinit --help\n");
    expect(await line("--zzz", "true")).toContain("--zzz: no such option");
  });

  it("gets one line of bounded length, whatever it quotes", async () => {
    const odd = ["--\n\x1b[1mx", `--${"y".repeat(100_000)}`, "hex:2d2dff0a"];
    for (const option of odd) {
      const { status, err } = await run(prepared(host, "hex"), [option, "true"]);
      expect(status).toBe(1);
      expect(err).toMatch(/^tsinit: fatal: [^\x00-\x1f\x7f]+\n$/);
      expect(err.length).toBeLessThan(2048);
    }
    for (const program of ["a\n\x1b[1mb\x7f", "y".repeat(100_000)]) {
      const { err } = await run(host, ["--", program]);
      expect(err).toMatch(/^tsinit: fatal: cannot run "[ -~]+\n$/);
      expect(err.length).toBeLessThan(2048);
    }
  });

  it("is also a start without any word at all", async () => {
    const { status, err } = await run(prepared(host, "argv0="), []);
    expect(status).toBe(1);
    expect(err).toMatch(/^[^\n]+\n$/);
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
    const levels = [
      await told(host, []),
      await told(host, ["-v"]),
      await told(host, ["-vv"]),
      await told(host, ["-vvv"]),
    ];
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
    const traced = new Run([
      "strace",
      "-qq",
      "-o",
      log,
      "-e",
      "trace=write,writev,pwritev2",
      ...host.command,
      "-vvv",
      "--",
      "true",
    ]);
    const { err } = await traced.ended;
    const lines = readFileSync(log, "latin1").split("\n");
    const written = lines.filter((line) => /"tsinit: .*= \d+$/.test(line));
    expect(written).toHaveLength(err.split("\n").length - 1);
  });
});
