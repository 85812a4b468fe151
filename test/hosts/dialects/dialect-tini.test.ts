/** Called as tini, tsinit is tini: options, variables, statuses, streams, lines, signals. */
import { describe, it } from "vitest";
import { names } from "../../support/sending.ts";
import { brokenFiles, sameLives } from "./dialect-lives.ts";
import { sameSeats } from "./dialect-seats.ts";
import { sameEffects } from "./dialect-sweep.ts";
import { inEach, rows, sameWords, tooLong, unrunnable } from "./dialect-words.ts";
import { expectSame, pairOf } from "./dialects.ts";

const tini = pairOf("tini");
const verbosities = ["", "x", "-1", "0", "1", "2", "2x", "03", "0x3", "4", "9", "99999999999"].map(
  (TINI_VERBOSITY) => ({ TINI_VERBOSITY }),
);

describe.skipIf(tini.missing)(`tini's words mean the same${tini.suffix}`, () => {
  sameWords(tini, "all", [
    ...rows(
      "-s true",
      "-sg true",
      "-sgw -- true",
      "-s -- false",
      "-ssggww true",
      "-p SIGTERM -s true",
      "-pSIGKILL -s true",
      "-sp SIGHUP true",
      "-sv true",
      "-s -v -v true",
      "-svvv true",
      "-svvvvv true",
      "-svvp SIGINT true",
      "--version",
      "-e 1 -s false",
      "-e1 -s false",
      "-se 1 false",
      "-s -e 2 -e 1 -e 3 -- false",
      "-s -e 01 false",
      "-s -e 255 true",
      "-s - x",
      "-s -- -x",
      "-p SIGTERM -p SIGINT -s true",
    ),
    [["-svv", "--", "sh", "-c", ":", "-v"]],
    [["true", "-h"], { POSIXLY_CORRECT: "" }],
    [["-s", "sh", "-c", "exit 3"], { POSIXLY_CORRECT: "1" }],
  ]);
  sameWords(
    tini,
    "all",
    names
      .filter((name) => !["STKFLT", "IO", "PWR"].includes(name))
      .flatMap((name) => rows(`-s -p SIG${name} true`)),
  );
});

describe.skipIf(tini.missing)(`tini's help and licence use the same stream${tini.suffix}`, () => {
  sameWords(
    tini,
    "stream",
    rows(
      "-h",
      "-vh",
      "-l",
      "-lh",
      "-h -x",
      "-hx",
      "-s -l -e 300",
      "",
      "-s",
      "-v",
      "--",
      "-svvv --",
    ),
  );
});

describe.skipIf(tini.missing)(`tini's wrong use ends the same${tini.suffix}`, () => {
  sameWords(
    tini,
    "first",
    rows(
      "-x",
      "-sx true",
      "-V",
      "--help",
      "--verbose",
      "--version x",
      "-s --version",
      "--vers",
      "-:",
      "-x -h",
      "-p",
      "-e",
      "-sp",
      "-se",
      "-xh true",
    ),
  );
  sameWords(tini, "all", [
    ...rows(
      "-p SIG true",
      "-p=SIGTERM true",
      "-p -- true",
      "-e x true",
      "-e 256 true",
      "-e -1 true",
      "-e 3x true",
      "-e 0x1 true",
      "-e=3 true",
      "-e 99999999999999999999 true",
      "-e 4294967299 true",
      "-e 300 -h",
      "-e -- true",
    ),
    [["-p", "", "true"]],
    [["-e", "3 ", "true"]],
    [["-e", " ", "true"]],
  ]);
  sameWords(
    tini,
    "all",
    rows("-p SIGNAL true", "-e 300 true").map(([words]) => {
      return [words, { TINI_VERBOSITY: "0" }] as const;
    }),
  );
});

describe.skipIf(tini.missing)(`tini's variables mean the same${tini.suffix}`, () => {
  sameWords(tini, "all", [
    ...inEach(verbosities, ["-s", "true"], ["-svvv", "true"], ["-s", "--", "no-such-program"]),
    ...inEach([{ TINI_SUBREAPER: "" }, { TINI_SUBREAPER: "0" }], ["-vvv", "true"]),
    ...inEach([{ TINI_KILL_PROCESS_GROUP: "" }, { TINI_KILL_PROCESS_GROUP: "0" }], ["-s", "true"]),
  ]);
});

describe.skipIf(tini.missing)(`what tini cannot run ends the same${tini.suffix}`, () => {
  for (const [title, word] of unrunnable) {
    it.each(["-s", "-svvv"])(`${title}, with %s`, async (flag) => {
      await expectSame(tini, [flag, "--", word], { cwd: "/" });
    });
  }
  sameWords(tini, "stream", rows(`-s ${tooLong}`));
  it("its status is remapped like that of a program", async () => {
    await expectSame(tini, ["-s", "-v", "-e", "127", "--", "no-such-program"], { cwd: "/" });
  });
  it("a link to itself, a missing interpreter and a script without #!", brokenFiles(tini));
});

describe.skipIf(tini.missing)(`tini's lines, one life after another${tini.suffix}`, () => {
  sameLives(tini, [["-s"], ["-sv"], ["-svv"], ["-svvv"], ["-sw"], ["-svvvw"], ["-sg", "-vvv"]]);
  it("a remapped status is told as the program gave it", async () => {
    await expectSame(tini, ["-svvv", "-e", "143", "--", "sh", "-c", "kill -TERM $$"]);
  });
});

describe.skipIf(tini.missing)(`tini on a terminal${tini.suffix}`, () => {
  sameSeats(tini, [[], ["-svvv"], ["-sg", "-vv"]]);
});

describe.skipIf(tini.missing)(`tini's signals do the same${tini.suffix}`, () => {
  sameEffects(
    tini,
    [
      { options: ["-s"], group: false },
      { options: ["-s", "-g"], group: true },
    ],
    ["beside", "pid1", "terminal"],
  );
});
