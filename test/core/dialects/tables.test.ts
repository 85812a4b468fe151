/** Lengths and relations of the core's tables and texts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { OPTIONS } from "../../../src/core/dialects/tsinit.ts";
import { HELP_TEXT, LICENSE_TEXT, VERSION_TEXT } from "../../../src/core/dialects/usage.ts";
import { writeError } from "../../../src/core/linux/errno.ts";
import { tsinit } from "../../sim/scenario.ts";
import { constant, ROOT, textOf } from "../../support/core.ts";
import { optionRows, split } from "../../support/rows.ts";

function rows(name: string): string[] {
  return split(constant(name));
}

const options = optionRows(OPTIONS);

describe("the option table", () => {
  it("has well-formed rows: meaning, short flags, long name, `=` when a value goes with it", () => {
    for (const { flags, long, takesValue } of options) {
      expect(`${flags}${long}`).not.toBe("");
      if (takesValue) expect(long).not.toBe("");
    }
  });

  it("has each meaning, each flag and each long name once", () => {
    const all: (string | number)[][] = [
      options.map(({ meaning }) => meaning),
      options.flatMap(({ flags }) => [...flags]),
      options.map(({ long }) => long).filter(Boolean),
    ];
    for (const list of all) expect(new Set(list).size).toBe(list.length);
  });

  it("has the flags and names of the contract", () => {
    const flags = options
      .flatMap((option) => [...option.flags])
      .sort()
      .join("");
    expect(flags).toBe("LPVceghlprsvw");
  });

  it("is in the help, but for names that say what another says", () => {
    const synonyms = ["L", "single-child"];
    for (const { flags, long, takesValue } of options) {
      for (const flag of flags) {
        if (!synonyms.includes(flag)) expect(HELP_TEXT).toMatch(new RegExp(`^.*-${flag}, --`, "m"));
      }
      if (long && !synonyms.includes(long)) {
        expect(HELP_TEXT).toMatch(new RegExp(`--${long}${takesValue ? "=" : "\\b(?!=)"}`));
      }
    }
  });

  it("knows every option that the help names, with a value where the help has one", () => {
    for (const [, long, value] of HELP_TEXT.matchAll(/--([a-z][a-z-]*)(=)?/g)) {
      const found = options.find((option) => option.long === long);
      expect([long, found?.takesValue]).toEqual([long, value !== undefined]);
    }
    for (const [, flag] of HELP_TEXT.matchAll(/ -([A-Za-z])[, ]/g)) {
      expect(options.some((option) => option.flags.includes(flag!))).toBe(true);
    }
  });

  it("has no row that the parser does not act upon", () => {
    for (const { flags, long, takesValue } of options) {
      const word = long ? `--${long}` : `-${flags[0]}`;
      const { stderr } = tsinit([word, "program"]);
      expect(stderr.includes("no such option")).toBe(false);
      const needsMore = takesValue && long !== "install";
      const isRefused = needsMore || ["pause", "zombies"].includes(long);
      expect(stderr.includes("fatal: ")).toBe(isRefused);
    }
  });
});

/** The keys of a table of rows `KEY words`. */
function keys(name: string): number[] {
  return rows(name).map((row) => {
    expect(row).toMatch(/^[1-9]\d* \S+( \S+)*$/);
    return Number.parseInt(row, 10);
  });
}

describe("the tables of numbers", () => {
  it.each(["WORDS", "MACHINES"])("%s is ascending, each number once", (name) => {
    const found = keys(name);
    expect(found).toEqual([...new Set(found)].sort((one, other) => one - other));
  });

  it("errno is written in words, or as a number when it is a rare one", () => {
    const known = new Map(
      rows("WORDS").map((row) => [Number.parseInt(row, 10), row.replace(/^\d+ /, "")]),
    );
    for (let errno = 1; errno < 140; errno++) {
      const words = known.get(errno) ?? `error ${errno}`;
      expect(textOf((line) => writeError(line, errno, false))).toBe(words);
    }
    expect(known.size).toBeGreaterThan(10);
  });

  it("the machines are those that a container image is built for", () => {
    expect(keys("MACHINES")).toEqual(expect.arrayContaining([3, 21, 22, 40, 62, 183, 243, 258]));
  });
});

describe("the texts", () => {
  it.each([
    ["help", HELP_TEXT],
    ["version", VERSION_TEXT],
    ["licence", LICENSE_TEXT],
  ])("%s is of ASCII lines of at most 80 columns, none with blanks at its end", (_name, text) => {
    expect(text).toMatch(/^[\x20-\x7e\n]+\n$/);
    for (const line of text.slice(0, -1).split("\n")) {
      expect(line.length).toBeLessThanOrEqual(80);
      expect(line).not.toMatch(/\s$/);
    }
  });

  it("the version begins as Docker and Podman read it, and is package.json's", () => {
    const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
    expect(VERSION_TEXT.split("\n")[0]).toMatch(new RegExp(`^tini version ${version}\\b`));
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("the help begins with how tsinit is used", () => {
    expect(HELP_TEXT.split("\n")[0]).toBe("Usage: tsinit [OPTIONS] [--] PROGRAM [ARG...]");
  });
});
