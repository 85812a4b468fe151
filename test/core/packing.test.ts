/** What the build packs is what native/texts.c unpacks. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  FIRST_PHRASE, packTexts, TEXT_BLOCK, type PackedTexts,
} from "../../src/hosts/static/packing.ts";
import { sources } from "./help.ts";

/** One block, as native/texts.c has it. */
function unpacked({ phrases, bounds, codes, starts }: PackedTexts, block: number): number[] {
  return codes.slice(starts[block], starts[block + 1]).flatMap((code) => {
    const phrase = code - FIRST_PHRASE;
    return phrase < 0 ? [code] : phrases.slice(bounds[phrase], bounds[phrase + 1]);
  });
}

/** As many as the core's own texts are, about. */
const BLOCKS = 80;

describe("texts", () => {
  const text = sources().map((source) => source.text).join("\0").replace(/[^\n\0 -~]/g, "");
  const bytes = Buffer.from(text.slice(0, BLOCKS * TEXT_BLOCK - 1));
  const packed = packTexts(bytes);

  it("come back byte for byte, block by block", () => {
    expect(packed.starts).toHaveLength(BLOCKS + 1);
    for (let block = 0; block < BLOCKS; block++) {
      const at = block * TEXT_BLOCK;
      expect(unpacked(packed, block)).toEqual([...bytes.subarray(at, at + TEXT_BLOCK)]);
    }
  });

  it("become shorter, the dictionary included", () => {
    const { phrases, bounds, codes, starts } = packed;
    expect(phrases.length + 2 * bounds.length + codes.length + 2 * starts.length)
      .toBeLessThan(0.75 * bytes.length);
  });

  it("have codes of a byte, and bounds and starts of two", () => {
    const { phrases, bounds, codes, starts } = packed;
    expect(Math.max(...codes, ...phrases)).toBeLessThan(256);
    expect(Math.max(...phrases)).toBeLessThan(FIRST_PHRASE);
    expect(Math.max(...bounds, ...starts)).toBeLessThan(65536);
  });

  it("are packed the same way each time", () => {
    expect(packTexts(bytes)).toEqual(packed);
  });

  it("have numbers that native/ knows too", () => {
    const read = (name: string): string =>
      readFileSync(new URL(`../../native/${name}`, import.meta.url), "utf8");
    expect(read("texts.c")).toContain(`FIRST_PHRASE = ${FIRST_PHRASE}`);
    expect(read("native.h")).toContain(`TEXT_BLOCK = ${TEXT_BLOCK}`);
  });
});
