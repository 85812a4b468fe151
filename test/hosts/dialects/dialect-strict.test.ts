/** What the dialects read more strictly, or more liberally, than the originals: all on purpose. */
import { describe, expect, it } from "vitest";
import { describeHosts, prepared, run } from "../../support/harness.ts";
import { SAFER } from "./dialect-safer.ts";
import { pairOf, transcript } from "./dialects.ts";

const tini = pairOf("tini");
const dumb = pairOf("dumb-init");

const LOOSE_STATUSES = ["+1", "-0", "", " 1"];
const LOOSE_REWRITES = ["1:2x", "1:2:3", " 1:2", "1: 2", "+1:+2", "1:0x2", "4294967297:1", "15:2 "];
const SIGNALS = ["TERM", "15", "SIGterm", "SIGRTMIN+1", "SIGIO", "SIGPWR", "SIGSTKFLT"];
const NAMED_REWRITES = ["TERM:INT", "SIGTERM:2", "15:INT"];

describe(`a loose number is refused: ${SAFER.strictNumbers.reason}`, () => {
  it.each(LOOSE_STATUSES)("tini -e %j", async (word) => {
    const { status, err } = await transcript(tini, tini.ours, ["-e", word, "true"]);
    expect(status).toBe(1);
    expect(err).toEqual([`[FATAL tini (PID)] Not a valid option for -e: ${word}`]);
  });

  it.each(LOOSE_REWRITES)("dumb-init -r %j", async (word) => {
    const { status, err } = await transcript(dumb, dumb.ours, ["-r", word, "true"]);
    expect(status).toBe(1);
    expect(err[0]).toMatch(/^takes -r so$/);
  });
});

describeHosts("what dumb-init takes with -r", (host) => {
  it.each(["x", "1", "32:1", ""])("is told in our own words, two lines: %j", async (word) => {
    const called = prepared(host, "argv0=dumb-init");
    expect(await run(called, ["-r", word, "true"])).toEqual({
      status: 1,
      out: "",
      err:
        "dumb-init: -r takes FROM:TO, numbers from 1 to 31\n" +
        "Try dumb-init --help for full usage.\n",
    });
  });
});

describe(`a signal has one spelling everywhere: ${SAFER.signalWords.reason}`, () => {
  it.each(SIGNALS)("tini -p %s", async (word) => {
    expect((await transcript(tini, tini.ours, ["-p", word, "true"])).status).toBe(0);
  });

  it.each(NAMED_REWRITES)("dumb-init -r %s", async (word) => {
    expect((await transcript(dumb, dumb.ours, ["-r", word, "true"])).status).toBe(0);
  });
});
