/**
 * Called as dumb-init, tsinit is dumb-init: options, variables, statuses, streams, lines, signals.
 */
import { describe, expect, it } from "vitest";
import { brokenFiles, sameLives } from "./dialect-lives.ts";
import { lastSignals, sameRewrites } from "./dialect-rewrites.ts";
import { sameSeats } from "./dialect-seats.ts";
import { sameEffects } from "./dialect-sweep.ts";
import { inEach, rows, sameWords, tooLong, unrunnable } from "./dialect-words.ts";
import { expectSame, pairOf } from "./dialects.ts";

const dumb = pairOf("dumb-init");
const values = ["", "0", "1", "2", " 1", "1x", "01", "true", "yes"];

describe.skipIf(dumb.missing)(`dumb-init's words mean the same${dumb.suffix}`, () => {
  sameWords(dumb, "all", [
    ...rows(
      "true",
      "-- true",
      "false",
      "-v true",
      "--verbose true",
      "--verb true",
      "-vv true",
      "-c true",
      "-cv true",
      "--single-child -v true",
      "--s -v true",
      "-vc -- true",
      "-r 15:2 true",
      "-r15:2 true",
      "-cvr15:2 true",
      "-cvr 15:2 -- true",
      "--rewrite 15:2 -v true",
      "--rewrite=15:2 -v true",
      "--rew 15:2 -v true",
      "--r=15:2 true",
      "-v -r 15:0 true",
      "-v -r 15:2 -r 15:12 true",
      "-v -r 15:15 true",
      "-V",
      "--version",
      "--vers",
      "-Vh",
      "-Vx",
      "-vV",
      "true -v",
      "echo -v --version -c",
      "-",
      "-- -v",
    ),
    [["true", "-v"], { POSIXLY_CORRECT: "1" }],
    [["sh", "-c", "exit 3"]],
  ]);
  sameWords(dumb, "stream", rows("-h", "--help", "--he", "--h", "-hV", "-vh", "-c -h true", "-hx"));
});

describe.skipIf(dumb.missing)(`dumb-init's wrong use ends the same${dumb.suffix}`, () => {
  sameWords(dumb, "all", [
    ...rows(
      "",
      "-v",
      "--",
      "-c --",
      "-x",
      "-xV",
      "-vx true",
      "-s true",
      "--x",
      "--x=1 true",
      "---",
      "-c- true",
      "-r",
      "-vr",
      "--rewrite",
      "--r",
      "--version=3",
      "--vers=3",
      "--help=",
      "--single-child=x true",
      "--verbos=1",
      "--ver",
      "--v",
      "--ve=2",
      "--=x true",
      "-V -x",
      "-x -h",
      "-: true",
    ),
    ...inEach([{ DUMB_INIT_DEBUG: "1" }], [], ["-x"], ["-V"], ["--ver"]),
  ]);
});

const rewrites = [
  "0:1",
  "1:0",
  "1:1",
  "31:31",
  "32:1",
  "64:1",
  "65:1",
  "1:31",
  "1:32",
  "1:64",
  "-1:1",
  "1:-1",
  "1",
  "1:",
  ":1",
  ":",
  "1 :2",
  "+:2",
  "- 1:2",
  "01:02",
  "0x1:2",
  "9:15",
  "17:15",
  "19:1",
  "1:9",
  "1:19",
  "x",
  "",
  "15,2",
];

describe.skipIf(dumb.missing)(`dumb-init's rewrites are read the same${dumb.suffix}`, () => {
  sameWords(
    dumb,
    "first",
    rewrites.flatMap((rule) => [
      [["-r", rule, "true"]] as const,
      [[`--rewrite=${rule}`, "true"]] as const,
    ]),
  );
  sameRewrites(dumb);
});

describe.skipIf(dumb.missing)(`dumb-init's variables mean the same${dumb.suffix}`, () => {
  sameWords(dumb, "all", [
    ...inEach(
      values.map((DUMB_INIT_DEBUG) => ({ DUMB_INIT_DEBUG })),
      ["true"],
      ["-v", "true"],
    ),
    ...inEach(
      values.map((DUMB_INIT_SETSID) => ({ DUMB_INIT_SETSID })),
      ["-v", "true"],
      ["-cv", "true"],
    ),
    ...inEach([{ DUMB_INIT_DEBUG: "1", DUMB_INIT_SETSID: "0" }], ["-c", "true"], ["false"]),
  ]);
});

describe.skipIf(dumb.missing)(`what dumb-init cannot run ends the same${dumb.suffix}`, () => {
  for (const [title, word] of unrunnable) {
    it.each(["-c", "-v", "-cv"])(`${title}, with %s`, async (flag) => {
      await expectSame(dumb, [flag, "--", word], { cwd: "/" });
    });
  }
  sameWords(dumb, "stream", rows(tooLong));
  it("a link to itself, a missing interpreter and a script without #!", brokenFiles(dumb));
});

describe.skipIf(dumb.missing)(`dumb-init's lines, one life after another${dumb.suffix}`, () => {
  sameLives(dumb, [["-c"], ["-v"], ["-cv"]]);
  sameLives(dumb, [["-c"], ["-v"], ["-cv"]], { DUMB_INIT_DEBUG: "1", DUMB_INIT_SETSID: "0" });
});

describe.skipIf(dumb.missing)(`dumb-init ends what is left of the group${dumb.suffix}`, () => {
  it.each([
    ["sends SIGTERM to the group when the child ends", [], [15, 64]],
    ["-c sends it to nobody else", ["-c"], [64]],
    ["a rewrite changes it too", ["-r", "15:10"], [10, 64]],
    ["a rewrite to 0 keeps it", ["-r", "15:0"], [64]],
  ])("%s", async (_, options, wanted) => {
    expect(await lastSignals(dumb.original, options)).toEqual(wanted);
    expect(await lastSignals(dumb.ours, options)).toEqual(wanted);
  });
});

describe.skipIf(dumb.missing)(`dumb-init on a terminal${dumb.suffix}`, () => {
  sameSeats(dumb, [["-v"]]);
});

describe.skipIf(dumb.missing)(`dumb-init's signals do the same${dumb.suffix}`, () => {
  sameEffects(
    dumb,
    [
      { options: [], group: true },
      { options: ["-c"], group: false },
      { options: ["-r", "1:10", "-r", "15:0", "-r", "20:0"], group: true },
    ],
    ["beside", "pid1", "terminal"],
  );
});
