/**
 * Called as catatonit, tsinit is catatonit: options, variables, statuses, streams, lines, signals.
 */
import { describe, expect, it } from "vitest";
import { brokenFiles, sameLives } from "./dialect-lives.ts";
import { pause } from "./dialect-pause.ts";
import { sameSeats } from "./dialect-seats.ts";
import { sameEffects } from "./dialect-sweep.ts";
import { inEach, rows, sameWords, tooLong, unrunnable } from "./dialect-words.ts";
import { expectSame, pairOf } from "./dialects.ts";

const cat = pairOf("catatonit");
const debug = { CATATONIT_DEBUG: "1" };
const values = ["", "0", "1", " 1", "1x", "true"].map((one) => ({ CATATONIT_DEBUG: one }));

describe.skipIf(cat.missing)(`catatonit's words mean the same${cat.suffix}`, () => {
  sameWords(cat, "all", [
    ...rows(
      "true",
      "-- true",
      "false",
      "-g true",
      "-gg -- false",
      "-g -g true",
      "-V",
      "--version",
      "--vers",
      "--v",
      "-gV",
      "-VL",
      "-Vx",
      "-V -x",
      "--version -x",
      "-P -V",
      "-",
      "-- -V",
    ),
    [["true", "-V"], { POSIXLY_CORRECT: "" }],
    [["--", "sh", "-c", "exit 3"]],
  ]);
  sameWords(cat, "stream", rows("-h", "-gh", "-hV", "-hx", "-h -x", "-L", "-gL", "-LV", "-L -x"));
});

describe.skipIf(cat.missing)(`catatonit's wrong use ends the same${cat.suffix}`, () => {
  sameWords(cat, "first", [
    ...rows(
      "",
      "-g",
      "--",
      "-g --",
      "-x",
      "-xV",
      "-v true",
      "-gx true",
      "--help",
      "--he",
      "--x",
      "--license",
      "--pause",
      "--version=3",
      "--v=",
      "---",
      "-:",
      "-W x true",
      "-P -x",
      "-s true",
    ),
    ...inEach([debug], [], ["-x"], ["-V"], ["--x"]),
  ]);
});

describe.skipIf(cat.missing)(`catatonit's variable means the same${cat.suffix}`, () => {
  sameWords(cat, "all", inEach(values, ["true"], ["-g", "false"], ["no-such-program"]));
  const reserved = [{ CATATONIT_LOG: "" }, { CATATONIT_LOG: "debug" }];
  sameWords(cat, "all", inEach(reserved, ["true"], ["-P"]));
  sameWords(cat, "first", inEach(reserved, [], ["-V"], ["-x"], ["-h"], ["-P", "-x"]));
});

describe.skipIf(cat.missing)(`what catatonit cannot run ends the same${cat.suffix}`, () => {
  for (const [title, word] of unrunnable) {
    it(title, async () => await expectSame(cat, ["--", word], { cwd: "/" }));
    it(`${title}, and its lines`, async () => {
      await expectSame(cat, ["-g", "--", word], { cwd: "/", env: debug });
    });
  }
  sameWords(cat, "stream", rows(tooLong));
  it("a link to itself, a missing interpreter and a script without #!", brokenFiles(cat));
  it("the same files, and the lines", brokenFiles(cat, debug));
});

describe.skipIf(cat.missing)(`catatonit's lines, one life after another${cat.suffix}`, () => {
  sameLives(cat, [[], ["-g"]]);
  describe("with CATATONIT_DEBUG", () => sameLives(cat, [[], ["-g"]], debug));
});

describe.skipIf(cat.missing)(`catatonit on a terminal${cat.suffix}`, () => {
  sameSeats(cat, [[]]);
  describe("with CATATONIT_DEBUG", () => sameSeats(cat, [["-g"]], debug));
});

describe.skipIf(cat.missing)(`catatonit pauses the same${cat.suffix}`, () => {
  it.each([[["-P"]], [["-gP"]], [["-P", "--", "true"]], [["-P", "true"]]])(
    "%j with TERM and with INT",
    async (words) => {
      for (const number of [15, 2]) {
        const wanted = await pause(cat.original, words, number, false);
        expect(wanted).toBe("ended with 0");
        expect(await pause(cat.ours, words, number, false)).toBe(wanted);
        expect(await pause(cat.ours, words, number, true)).toBe(wanted);
      }
    },
  );

  it.each([[1], [3], [10], [12], [17], [18], [20], [21], [22], [28], [34], [64]])(
    "-P stays when signal %i comes",
    async (number) => {
      for (const pid1 of [false, true]) {
        const wanted = await pause(cat.original, ["-P"], number, pid1);
        expect(await pause(cat.ours, ["-P"], number, pid1)).toBe(wanted);
      }
    },
  );
});

describe.skipIf(cat.missing)(`catatonit's signals do the same${cat.suffix}`, () => {
  sameEffects(
    cat,
    [
      { options: [], group: false },
      { options: ["-g"], group: true },
    ],
    ["beside", "pid1", "terminal"],
  );
});
