/** Every dialect's tables and texts: rows that are known, pieces that are known, short lines. */
import { describe, expect, it } from "vitest";
import * as catatonit from "../../../src/core/dialects/catatonit.ts";
import * as dumbInit from "../../../src/core/dialects/dumb-init.ts";
import * as getopt from "../../../src/core/dialects/getopt.ts";
import * as messages from "../../../src/core/dialects/keys.ts";
import * as meanings from "../../../src/core/dialects/meanings.ts";
import * as pieces from "../../../src/core/dialects/pieces.ts";
import * as rows from "../../../src/core/dialects/rows.ts";
import * as tini from "../../../src/core/dialects/tini.ts";
import * as own from "../../../src/core/dialects/tsinit.ts";
import * as usage from "../../../src/core/dialects/usage.ts";
import { sources } from "../../support/core.ts";
import { expectInOrder, messageRows, numbersOf, optionRows, split } from "../../support/rows.ts";

const { BARE, FATAL, WARNING } = messages;

const DIALECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tsinit: { ...own, ...usage },
  tini: { ...tini, MESSAGES: tini.MESSAGES + getopt.MESSAGES },
  "dumb-init": { ...dumbInit, MESSAGES: dumbInit.MESSAGES + getopt.MESSAGES },
  catatonit: { ...catatonit, MESSAGES: catatonit.MESSAGES + getopt.MESSAGES },
};

const PIECES = numbersOf(pieces);
const MEANINGS = numbersOf(meanings);
/** Levels come first, and each has its prefix where a message has its key. */
const KEYS = new Map([...numbersOf(messages)].filter(([, number]) => number > BARE));
const keys = new Set(KEYS.values());

function sourceOf(name: string): string {
  return sources().find((source) => source.name.endsWith(`/${name}`))!.text;
}

describe.each(Object.keys(DIALECTS))("%s", (name) => {
  const texts = DIALECTS[name]!;
  const all = messageRows(texts["MESSAGES"]!);
  const prefixes = all.filter(({ key }) => key <= BARE);
  const said = all.filter(({ key }) => key > BARE);
  const options = optionRows(texts["OPTIONS"]!);

  it("its options have each meaning, each flag and each long name once", () => {
    const lists: (string | number)[][] = [
      options.map(({ meaning }) => meaning),
      options.flatMap(({ flags }) => [...flags]),
      options.map(({ long }) => long).filter(Boolean),
    ];
    for (const list of lists) expect(new Set(list).size).toBe(list.length);
  });

  it("its options mean what meanings.ts knows, and take a value where tsinit's own do", () => {
    const known = optionRows(own.OPTIONS).map(({ meaning, takesValue }) => [meaning, takesValue]);
    for (const { meaning, takesValue } of options) {
      expect([...MEANINGS.values()]).toContain(meaning);
      expect(known).toContainEqual([meaning, takesValue]);
    }
  });

  it("its messages have keys that messages.ts exports, each once, and no blank at the end", () => {
    for (const { key, text } of said) {
      expect([text, keys.has(key)]).toEqual([text, true]);
      expect(text).toMatch(/\S$/);
    }
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });

  it("each level that it speaks at has its prefix", () => {
    for (const { level, text } of said) {
      const has = level === BARE || prefixes.some((prefix) => prefix.key === level);
      expect([text, has]).toEqual([text, true]);
    }
    for (const { key, level, text } of prefixes) {
      expect([level, level < BARE]).toEqual([key, true]);
      expect(text).toMatch(/ $/);
    }
  });

  it("each piece that a text names is one of pieces.ts", () => {
    const numbers = new Set(PIECES.values());
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== "string") continue;
      for (const [piece, number] of text.matchAll(/\{([^}]*)\}?/g)) {
        expect([key, piece, numbers.has(Number(number))]).toEqual([key, `{${number}}`, true]);
      }
    }
  });

  it("its texts are ASCII, in lines of at most 80 columns", () => {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== "string" || key === "OPTIONS" || key === "MESSAGES") continue;
      expect(text).toMatch(/^[\x20-\x7e\n]+\n$/);
      for (const line of split(text)) {
        expect(line.replaceAll(`{${pieces.OWN_NAME}}`, name).length).toBeLessThanOrEqual(80);
        expect(line).not.toMatch(/\s$/);
      }
    }
  });
});

describe("the keys of messages", () => {
  it("are numbered in order, the levels first", () => {
    expectInOrder(sourceOf("keys.ts"), numbersOf(messages), 0);
  });

  it("each has words in some dialect", () => {
    const said = Object.values(DIALECTS).flatMap((texts) => messageRows(texts["MESSAGES"]!));
    for (const [name, number] of KEYS) {
      expect([name, said.some(({ key }) => key === number)]).toEqual([name, true]);
    }
  });

  it("a fatal message or a warning of any dialect has words in tsinit's own", () => {
    const known = new Set(messageRows(own.MESSAGES).map(({ key }) => key));
    const { REAPED, REAPED_ENDED, REAPED_KILLED, RESERVED_VARIABLE } = messages;
    const only = [REAPED, REAPED_ENDED, REAPED_KILLED, RESERVED_VARIABLE];
    for (const texts of Object.values(DIALECTS)) {
      for (const { key, level, text } of messageRows(texts["MESSAGES"]!)) {
        if (level !== FATAL && level !== WARNING) continue;
        expect([text, known.has(key) || only.includes(key)]).toEqual([text, true]);
      }
    }
  });
});

describe("the meanings of options", () => {
  it("are numbered in order", () => expectInOrder(sourceOf("meanings.ts"), MEANINGS, 1));

  it("each has an option of tsinit's own, but for what only a variable means", () => {
    const known = new Set(optionRows(own.OPTIONS).map(({ meaning }) => meaning));
    const missing = [...MEANINGS].filter(([, number]) => !known.has(number));
    expect(missing.map(([name]) => name)).toEqual(["VERBOSITY"]);
  });

  it("each is acted upon by options.ts", () => {
    for (const name of MEANINGS.keys()) {
      expect(sourceOf("options.ts")).toContain(`case meanings.${name}:`);
    }
  });
});

describe("the pieces of texts", () => {
  it("are numbered in order", () => expectInOrder(sourceOf("pieces.ts"), PIECES, 0));

  it("each is written in a text by its name, `{exit-status}` for EXIT_STATUS", () => {
    for (const [name, number] of PIECES) {
      const written = `{${name.toLowerCase().replaceAll("_", "-")}}`;
      expect([written, rows.words(`a ${written}, ${written}`)]).toEqual([
        written,
        `a {${number}}, {${number}}`,
      ]);
    }
  });

  it("each is written by event.ts, and named in some text", () => {
    const texts = Object.values(DIALECTS)
      .flatMap((all) => Object.values(all))
      .join("\n");
    for (const [name, number] of PIECES) {
      expect(sourceOf("event.ts")).toContain(`case pieces.${name}:`);
      expect([name, texts.includes(`{${number}}`)]).toEqual([name, true]);
    }
  });

  it("there is none of another name, and a text without one stays as it is", () => {
    expect(rows.words("{exit} {} {process-}")).toBe("{-1} {-1} {-1}");
    expect(rows.words("no piece\n")).toBe("no piece\n");
  });
});

describe("a row", () => {
  it("is a line, its number in front", () => {
    expect(rows.option(12, "gG", "grace", rows.TAKES_VALUE)).toBe("12 gG grace=\n");
    expect(rows.option(3, "", "json")).toBe("3  json\n");
    expect(rows.message(30, WARNING, "lost {process}")).toBe(`30 1 lost {${pieces.PROCESS}}\n`);
    expect(rows.prefix(WARNING, "warning: ")).toBe("1 1 warning: \n");
  });
});
