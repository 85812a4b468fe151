/** What the build packs is what native/static/texts.c unpacks. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIRST_COPY, packTexts, REACH, SHORTEST } from "../../src/build/static/packing.ts";
import { sources } from "../support/core.ts";

/** As native/static/texts.c does it. */
function unpacked(packed: readonly number[]): number[] {
  const texts: number[] = [];
  for (let at = 0; at < packed.length; at++) {
    const code = packed[at]!;
    if (code < FIRST_COPY) {
      texts.push(code);
      continue;
    }
    const distance = (((code & 15) << 8) | packed[++at]!) + 1;
    const length = ((code >> 4) & 7) + SHORTEST;
    for (let left = length; left > 0; left--) texts.push(texts[texts.length - distance]!);
  }
  return texts;
}

describe("texts", () => {
  const text = sources()
    .map((source) => source.text)
    .join("\0")
    .replace(/[^\n\0 -~]/g, "");
  const bytes = Buffer.from(text.slice(0, 10_000));
  const packed = packTexts(bytes);

  it("come back byte for byte", () => {
    expect(Buffer.from(unpacked(packed))).toEqual(bytes);
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["aaaaaaaaaaa", 3],
    ["abcabc", 5],
    ["abababab", 4],
    [`abcdefghij${"-".repeat(2 * REACH)}abcdefghij`, 0],
  ])("come back, whatever they are: %j", (word, length) => {
    const codes = packTexts(Buffer.from(word));
    expect(Buffer.from(unpacked(codes)).toString()).toBe(word);
    if (length > 0) expect(codes).toHaveLength(length);
  });

  it("become shorter", () => {
    expect(packed.length).toBeLessThan(0.6 * bytes.length);
  });

  it("are packed the same way each time, into bytes", () => {
    expect(packTexts(bytes)).toEqual(packed);
    expect(Math.max(...packed)).toBeLessThan(256);
  });

  it("have numbers that native/ knows too", () => {
    const source = readFileSync(new URL("../../native/static/texts.c", import.meta.url), "utf8");
    expect(source).toContain(`FIRST_COPY = ${FIRST_COPY}, SHORTEST = ${SHORTEST}`);
  });
});
