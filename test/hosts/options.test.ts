/** The options and variables of the command line: what is taken, and what is wrong use. */
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  initOf,
  prepared,
  probe,
  run,
  signal,
  start,
} from "../support/harness.ts";

const TAKEN: readonly (readonly string[])[] = [
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
];

/** What ends in `true` is wrong whatever program comes behind it. */
const WRONG: readonly (readonly string[])[] = [
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

describeHosts("an option", (host) => {
  it.each(TAKEN.map((options) => [options]))("is taken: %j", async (options) => {
    const { status, out } = await run(host, [...options, "--", "sh", "-c", "exit 7"]);
    expect({ status, out }).toEqual({ status: 7, out: "" });
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

describeHosts("wrong use", (host) => {
  it.each(WRONG.map((words) => [words]))(
    "gets one line and status 1, and nothing is started: %j",
    async (words) => {
      const isProgram = words.at(-1) === "true";
      const given = isProgram ? [...words.slice(0, -1), "sh", "-c", "echo started"] : words;
      const { status, out, err } = await run(host, given);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(/^tsinit: fatal: [ -~]+; see tsinit --help\n$/);
    },
  );

  it.each([
    { words: ["-e", "300"], says: "-e 300: not an exit status; use 0 to 255" },
    {
      words: ["-p", "TERMINATE"],
      says: "-p TERMINATE: no such signal; use a name such as SIGTERM, or a number",
    },
    { words: ["-z"], says: "-z: no such option" },
    { words: ["--zzz"], says: "--zzz: no such option" },
  ])("names the option, the value given and what is allowed: $says", async ({ words, says }) => {
    const { err } = await run(host, [...words, "true"]);
    expect(err).toBe(`tsinit: fatal: ${says}; see tsinit --help\n`);
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
