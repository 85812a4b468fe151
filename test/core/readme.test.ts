/** What the README claims and can be read off the sources: its help, its size, and all links. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { HELP_TEXT } from "../../src/core/dialects/usage.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const BINARY = join(ROOT, "dist/tsinit");
/** What is promised for x86-64, all names and options in. */
const SIZE_LIMIT = 32_768;

const isMeasured = process.arch === "x64" && existsSync(BINARY);
const SUFFIX = isMeasured ? "" : " (skipped: dist/tsinit is not built, or not for x86-64)";

it("the README's options are the very text of --help", () => {
  expect(/```text\n([^]*?)```/.exec(README)?.[1]).toBe(HELP_TEXT);
});

it("every section that the README links to is there", () => {
  const headings = [...README.matchAll(/^#+ (.*)$/gm)].map((heading) => heading[1]!);
  const anchors = headings.map((heading) => {
    return heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  });
  const links = [...README.matchAll(/\]\(#([^)]+)\)/g)].map((link) => link[1]!);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

it.each(["README.md", "CONTRIBUTING.md"])("every file that %s links to is there", (name) => {
  const text = readFileSync(join(ROOT, name), "utf8");
  const links = [...text.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map((link) => link[1]!);
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
});

it.skipIf(!isMeasured)(`the binary is as small as promised${SUFFIX}`, () => {
  expect(statSync(BINARY).size).toBeLessThanOrEqual(SIZE_LIMIT);
});
