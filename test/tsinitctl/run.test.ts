/** tsinitctl run: tsinit's options, the program's words and its status. */
import { describe, expect, it } from "vitest";
import { probe } from "../support/probes.ts";
import { signal } from "../support/run.ts";
import { ROOT, start, tsinitctl } from "../support/tsinitctl.ts";

describe("tsinitctl run", () => {
  it.each([
    { words: ["--", "sh", "-c", "exit 9"], status: 9 },
    { words: ["sh", "-c", "exit 9"], status: 9 },
    { words: ["-e", "9", "sh", "-c", "exit 9"], status: 0 },
    { words: ["-e", "9:3", "sh", "-c", "exit 9"], status: 3 },
    { words: ["sh", "-c", 'test "$1" = -g && exit 4', "sh", "-g"], status: 4 },
    { words: ["sh", "-c", "kill -KILL $$"], status: 137 },
  ])("$words ends with $status", async ({ words, status }) => {
    expect(await tsinitctl(["run", ...words])).toEqual({ status, out: "", err: "" });
  });

  it("forwards to the group and rewrites", async () => {
    const rewrites = ["-r", "HUP:USR2", "-r", "INT:0"];
    const run = start(["run", "-g", ...rewrites, probe("record"), "helper", "until=15:6"]);
    await run.line(/^helper ready/m);
    signal(run.pid, 2);
    signal(run.pid, 1);
    await run.line(/^helper 12/m);
    signal(run.pid, 15);
    const { status, out } = await run.ended;
    expect(status).toBe(6);
    expect(out).not.toMatch(/^got 2 /m);
  });
});

describe("tsinitctl run says in one line what is wrong", () => {
  it.each([
    {
      words: ["no-such-program"],
      status: 127,
      message: 'cannot run "no-such-program": no such file in PATH',
    },
    { words: ["/"], status: 126, message: 'cannot run "/": is a directory' },
    {
      words: ["--grace", "5x", "true"],
      status: 1,
      message: "--grace=5x: not a time; use for example 10, 10s, 500ms, 1.5s or 2m",
    },
    {
      words: ["-r", "TERM", "true"],
      status: 1,
      message:
        "option '-r, --rewrite <from:to>' argument 'TERM' is invalid. " +
        "Use FROM:TO; see tsinitctl --help",
    },
    {
      words: ["--hooks", "/no/such.js", "true"],
      status: 1,
      message:
        "--hooks /no/such.js: Cannot find module '/no/such.js' imported from " +
        `${ROOT}dist/lib/tsinitctl.mjs`,
    },
  ])("with $words, and ends with $status", async ({ words, status, message }) => {
    const err = `tsinitctl: ${message}\n`;
    expect(await tsinitctl(["run", ...words])).toEqual({ status, out: "", err });
  });
});
