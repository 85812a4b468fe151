/** Every dialect's tables and texts: well-formed rows, known keys, known letters, short lines. */
import { describe, expect, it } from "vitest";
import * as catatonit from "../../src/core/dialects/catatonit.ts";
import * as dumbInit from "../../src/core/dialects/dumb-init.ts";
import * as tini from "../../src/core/dialects/tini.ts";
import * as own from "../../src/core/dialects/tsinit.ts";
import * as messages from "../../src/core/messages.ts";
import * as usage from "../../src/core/usage.ts";
import { sources } from "./help.ts";

const LEVELS = ["FATAL", "WARNING", "INFO", "DEBUG", "TRACE"];

const DIALECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tsinit: { ...own, ...usage, MESSAGES: messages.MESSAGES },
  tini: { ...tini, MESSAGES: tini.MESSAGES + messages.GETOPT },
  "dumb-init": { ...dumbInit, MESSAGES: dumbInit.MESSAGES + messages.GETOPT },
  catatonit: { ...catatonit, MESSAGES: catatonit.MESSAGES + messages.GETOPT },
};

/** The bytes that stand for a message, by the names that messages.ts exports. */
const KEYS = new Map(
  Object.entries(messages).flatMap(([name, key]) =>
    typeof key === "number" && !LEVELS.includes(name) ? [[String.fromCharCode(key), name]] : [],
  ),
);

/** The letters that event.ts has a case for, and the one that is left when none of them is it. */
const LETTERS = ((): Set<string> => {
  const { text } = sources().find(({ name }) => name.endsWith("/event.ts"))!;
  const found = [...text.matchAll(/case 0x([0-9a-f]{2}): \/\/ (.):/g)];
  for (const [line, code, letter] of found)
    expect([line, String.fromCharCode(Number.parseInt(code!, 16))]).toEqual([line, letter]);
  return new Set([...found.map(([, , letter]) => letter!), "V"]);
})();

const rowsOf = (table: string): string[] => {
  expect(table.endsWith("\n")).toBe(true);
  return table.slice(0, -1).split("\n");
};

describe.each(Object.keys(DIALECTS))("%s", (name) => {
  const texts = DIALECTS[name]!;
  const rows = rowsOf(texts["MESSAGES"]!);
  const prefixes = rows.filter((row) => /^[0-9]/.test(row) && row[0] === row[1]);
  const said = rows.filter((row) => !prefixes.includes(row));

  it("its options are rows of a meaning, short flags, and a long name or none", () => {
    const options = rowsOf(texts["OPTIONS"]!);
    const flags = options.flatMap((row) => [...row.split(" ")[1]!]);
    const names = options.map((row) => row.split(" ")[2]!.replace("=", "")).filter(Boolean);
    for (const row of options) expect(row).toMatch(/^[A-Za-z] [A-Za-z]* ([a-z]+(-[a-z]+)*)?=?$/);
    expect(new Set(flags).size).toBe(flags.length);
    expect(new Set(names).size).toBe(names.length);
  });

  it("its options mean what tsinit's own mean", () => {
    const meanings = rowsOf(own.OPTIONS).map((row) => [row[0], row.endsWith("=")]);
    for (const row of rowsOf(texts["OPTIONS"]!)) {
      expect(meanings).toContainEqual([row[0], row.endsWith("=")]);
    }
  });

  it("its messages are rows of a key that messages.ts exports, a level, and words", () => {
    for (const row of said) {
      expect([row, KEYS.has(row[0]!)]).toEqual([row, true]);
      expect(row).toMatch(/^.[0-5]\S.*\S$/);
    }
    const keys = rows.map((row) => row[0]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("each level that it speaks at has its prefix", () => {
    for (const row of said) {
      const has = row[1] === "5" || prefixes.some((prefix) => prefix[0] === row[1]);
      expect([row, has]).toEqual([row, true]);
    }
    for (const prefix of prefixes) expect(prefix).toMatch(/^([0-4])\1\S.* $/);
  });

  it("each letter behind % is one that event.ts writes, in its messages and in its texts", () => {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== "string" || key === "OPTIONS") continue;
      for (const [, letter] of text.matchAll(/%(.?)/gs)) {
        expect([key, letter, LETTERS.has(letter!)]).toEqual([key, letter, true]);
      }
    }
  });

  it("its texts are ASCII, in lines of at most 80 columns", () => {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== "string" || key === "OPTIONS" || key === "MESSAGES") continue;
      expect(text).toMatch(/^[\x20-\x7e\n]+\n$/);
      for (const line of rowsOf(text)) {
        expect(line.replaceAll("%0", name).length).toBeLessThanOrEqual(80);
        expect(line).not.toMatch(/\s$/);
      }
    }
  });
});

describe("the keys of messages", () => {
  it("are single bytes that can stand in a text, each of one message", () => {
    const numbers = Object.entries(messages).flatMap(([name, key]) =>
      typeof key === "number" && !LEVELS.includes(name) ? [key] : [],
    );
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(String.fromCharCode(number)).toMatch(/^[!-/:-~]$/);
  });

  it("each has words in some dialect", () => {
    const all = Object.values(DIALECTS).flatMap((texts) => rowsOf(texts["MESSAGES"]!));
    for (const [key, name] of KEYS) {
      expect([name, all.some((row) => row.startsWith(key))]).toEqual([name, true]);
    }
  });

  it("a fatal message or a warning of any dialect has words in tsinit's own", () => {
    const rows = rowsOf(messages.MESSAGES);
    const only = ["O", "P", "Q", ","];
    for (const texts of Object.values(DIALECTS)) {
      for (const row of rowsOf(texts["MESSAGES"]!)) {
        if (!/^[^0-9][01]/.test(row) || only.includes(row[0]!)) continue;
        expect([row, rows.some((other) => other[0] === row[0])]).toEqual([row, true]);
      }
    }
  });
});
