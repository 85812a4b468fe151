/** What a program hands over wrongly is told by one kind of error, before anything is started. */
import { describe, expect, it } from "vitest";
import { printed } from "./program.ts";

describe("what is wrong is a TsinitError, and nothing is started", () => {
  it.each([
    [
      "no command",
      "[]",
      "{}",
      "ERR_TSINIT_OPTION",
      undefined,
      "the command must be words without zero bytes",
    ],
    [
      "a time",
      '["true"]',
      '{ grace: "5x" }',
      "ERR_TSINIT_OPTION",
      1,
      "--grace=5x: not a time; use for example 10, 10s, 500ms, 1.5s or 2m",
    ],
    [
      "a signal",
      '["true"]',
      "{ rewrite: { TERM: 'NONE' } }",
      "ERR_TSINIT_OPTION",
      1,
      "--rewrite=TERM:NONE: not FROM:TO; use two signals, names or numbers, with TO 0 to drop",
    ],
    [
      "no such program",
      '["no-such-program"]',
      "{}",
      "ERR_TSINIT_START",
      127,
      'cannot run "no-such-program": no such file in PATH',
    ],
    ["no program", '["/"]', "{}", "ERR_TSINIT_START", 126, 'cannot run "/": is a directory'],
  ])("%s", async (_, command, options, code, status, message) => {
    const known = status === undefined ? {} : { status };
    const error = { name: "TsinitError", code, message, ...known };
    expect(
      await printed(`await supervise(${command}, ${options}).catch((error) => {
      print(failed(error));
    });`),
    ).toEqual([error]);
  });

  it.each([
    ...["null", '"true"', "[1]", "['a\\0b']", "{}"].map((command) => [
      command,
      "the command must be words without zero bytes",
    ]),
    ...["null", "5"].map((options) => [`["echo"], ${options}`, "the options must be an object"]),
    ...["Infinity", "NaN", "0", "-1", "2 ** 31", "'9'", "null"].map((time) => [
      `["echo"], { hookTimeout: ${time} }`,
      "hookTimeout must be 1 to 2147483647 milliseconds",
    ]),
    ['["echo"], { signal: 5 }', "signal is not an AbortSignal"],
    ['["echo"], { onError: 5 }', "onError is not a function"],
    ['["echo"], { verbose: Infinity }', "verbose must be 0 to 3"],
    ['["echo"], {}, null', "the hooks must be an object"],
    ['["echo"], {}, { onReap: 5 }', "onReap is not a function"],
  ])("supervise(%s)", async (words, message) => {
    expect(
      await printed(`await supervise(${words}).catch((error) => print(failed(error)));`),
    ).toEqual([{ name: "TsinitError", code: "ERR_TSINIT_OPTION", message }]);
  });

  it("a second supervision at the same time", async () => {
    expect(
      await printed(`const first = supervise(["sleep", "0.2"]);
      await supervise(["true"]).catch((error) => print(failed(error)));
      print((await first).status);`),
    ).toEqual([
      {
        name: "TsinitError",
        code: "ERR_TSINIT_PLATFORM",
        message: "a child is supervised already",
      },
      0,
    ]);
  });

  it.each([
    ["null", "the options must be an object"],
    ["{ signal: 5 }", "signal is not an AbortSignal"],
    ["{ onError: 5 }", "onError is not a function"],
  ])("reapOrphans(undefined, %s)", async (options, message) => {
    expect(
      await printed(`try { reapOrphans(undefined, ${options}); } catch (error) {
      print(failed(error));
    }`),
    ).toEqual([{ name: "TsinitError", code: "ERR_TSINIT_OPTION", message }]);
  });
});
