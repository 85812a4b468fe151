/** The walkthrough of the core: it is short, and what it names is where it says. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { HELP_TEXT } from "../../src/core/dialects/usage.ts";
import { ROOT, sources } from "../support/core.ts";

const LINE_LIMIT = 80;
const COLUMNS = 100;

const FOLDER = resolve(ROOT, "src/core");
const TEXT = readFileSync(resolve(FOLDER, "README.md"), "utf8");
const CORE = sources().map(({ text }) => text);

/** What stands in backticks in running text; blocks of code are looked at apart. */
const PROSE = TEXT.replace(/^```[^]*?^```$/gm, "");
const NAMES = [...PROSE.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
const LINKED_NAMES = [...PROSE.matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)].map(
  ([, name, file]) => [name!, file!] as const,
);

/** The member is declared between the head of the class and its end, the next line of one brace. */
function hasMember(text: string, owner: string, member: string): boolean {
  const body = new RegExp(`^export (?:abstract )?class ${owner}\\b[^]*?^}`, "m").exec(text)?.[0];
  return body !== undefined && new RegExp(`^ {2}(?:[a-z]+ )*${member}[(:]`, "m").test(body);
}

/** `text` declares what is named: a member of a class, a constant, or a function of C. */
function declares(text: string, name: string): boolean {
  const [owner, member] = name.split(".");
  if (member !== undefined) return hasMember(text, owner!, member);
  if (/^[A-Z]/.test(name)) return new RegExp(`^(?:export )?const ${name}\\b`, "m").test(text);
  return new RegExp(`^\\w[\\w ]* \\**${name}\\(`, "m").test(text);
}

/** What is named is in the sources, in the help, or among the files. */
function exists(name: string): boolean {
  if (name.startsWith("-")) return new RegExp(`(^| )${name}(?![\\w-])`, "m").test(HELP_TEXT);
  if (name.startsWith("npm run ")) {
    const { scripts } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
    return name.slice("npm run ".length) in scripts;
  }
  if (name.includes("/")) return existsSync(resolve(ROOT, name));
  return CORE.some((text) => declares(text, name));
}

describe("the walkthrough", () => {
  it(`has at most ${LINE_LIMIT} lines, of at most ${COLUMNS} columns`, () => {
    const lines = TEXT.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(LINE_LIMIT);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
  });

  it("names nothing that does not exist", () => {
    const outside = ["docker stop", ...LINKED_NAMES.map(([name]) => name)];
    const names = NAMES.filter((name) => !outside.includes(name));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  it("links each name to the file that declares it", () => {
    expect(LINKED_NAMES.length).toBeGreaterThan(15);
    const wrong = LINKED_NAMES.filter(([name, file]) => {
      const path = resolve(FOLDER, file);
      if (name.includes("/")) return path !== resolve(ROOT, name);
      return !existsSync(path) || !declares(readFileSync(path, "utf8"), name);
    });
    expect(wrong).toEqual([]);
  });

  it("links to no file or folder that is not there", () => {
    const links = [...TEXT.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(resolve(FOLDER, link)))).toEqual([]);
  });

  it("shows the loop as it is", () => {
    const [block] = /(?<=^```ts\n)[^]*?(?=```$)/m.exec(TEXT)!;
    const code = CORE.map((text) => text.replace(/^ +/gm, ""));
    expect(code.some((text) => text.includes(block))).toBe(true);
  });

  it.each(["Kernel.nap", "Supervisor.child2", "NO_LIMIT_AT_ALL", "--no-such", "src/core/no.ts"])(
    "would miss %s",
    (name) => expect(exists(name)).toBe(false),
  );
});
