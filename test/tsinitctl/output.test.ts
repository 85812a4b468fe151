/** What tsinitctl prints of others' words and of what is not known. */
import { describe, expect, it } from "vitest";
import { formatAge, plain } from "../../src/tsinitctl/output.ts";
import { textOf } from "../support/core.ts";

describe("a name on the terminal", () => {
  it("has the characters escaped that the core escapes, and in the same way", () => {
    for (let point = 1; point < 0x3000; point++) {
      const character = String.fromCodePoint(point);
      if (character === '"' || character === "\\") continue;
      const shown = textOf((line) => {
        Buffer.from(character).forEach((byte) => line.escaped(byte));
        line.endWord();
      });
      expect(plain(character)).toBe(Buffer.from(shown, "latin1").toString());
    }
  });

  it("keeps what the core has escaped already, and systemd's own escapes", () => {
    expect(plain('a\\x1b\\"b')).toBe('a\\x1b\\"b');
    expect(plain("/system-serial\\x2dgetty.slice")).toBe("/system-serial\\x2dgetty.slice");
  });

  it("breaks no line and turns none", () => {
    expect(plain("a\nb\u202egpj\u2028\x1b[2J")).toBe(
      "a\\x0ab\\xe2\\x80\\xaegpj\\xe2\\x80\\xa8\\x1b[2J",
    );
  });
});

describe("an age", () => {
  it.each([
    [null, "-"],
    [0, "0s"],
    [119, "119s"],
    [120, "2m"],
    [7200, "2h"],
    [172_800, "2d"],
  ])("of %j seconds is %s", (seconds, shown) => expect(formatAge(seconds)).toBe(shown));
});
