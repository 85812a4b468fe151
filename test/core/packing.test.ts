/** What the build packs is what native/ unpacks: texts by pairs, the first memory by its runs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packMemory } from "../../src/hosts/static/packing.ts";
import { CODE_NEWLINE, CODE_ZERO, FIRST_PAIR, pairUp } from "../../src/hosts/static/pairs.ts";
import { sources } from "./help.ts";

/** As native/texts.c has it. */
function bytesOf(code: number, pairs: readonly (readonly [number, number])[]): number[] {
  if (code === CODE_ZERO) return [0];
  if (code === CODE_NEWLINE) return [0x0a];
  if (code < FIRST_PAIR) return [code + 0x20];
  const [left, right] = pairs[code - FIRST_PAIR]!;
  return [...bytesOf(left, pairs), ...bytesOf(right, pairs)];
}

/** As native/tsinit.c has it. */
function unpacked(rows: number[], length: number): Buffer {
  const memory = Buffer.alloc(length);
  for (let at = 0, to = 0; rows[at]! + rows[at + 1]! > 0; at += 2 + rows[at + 1]!) {
    to += rows[at]!;
    to += Buffer.from(rows.slice(at + 2, at + 2 + rows[at + 1]!)).copy(memory, to);
  }
  return memory;
}

describe("texts", () => {
  const text = sources().map((source) => source.text).join("\0").replace(/[^\n\0 -~]/g, "");
  const blocks = Array.from({ length: 12 }, (_, at) =>
    [...Buffer.from(text.slice(at * 512, at * 512 + 512))]);
  const { pairs, blocks: codes } = pairUp(blocks);

  it("come back byte for byte", () => {
    const back = codes.map((block) => block.flatMap((code) => bytesOf(code, pairs)));
    expect(back).toEqual(blocks);
  });

  it("have codes of 9 bits, and pairs only of codes before them", () => {
    expect(Math.max(...codes.flat(), FIRST_PAIR + pairs.length - 1)).toBeLessThan(512);
    pairs.forEach((pair, at) => expect(Math.max(...pair)).toBeLessThan(FIRST_PAIR + at));
  });

  it("are packed the same way each time", () => {
    expect(pairUp(blocks)).toEqual({ pairs, blocks: codes });
  });

  it("have codes that native/texts.c knows by the same numbers", () => {
    const native = readFileSync(new URL("../../native/texts.c", import.meta.url), "utf8");
    for (const [name, code] of Object.entries({ CODE_NEWLINE, FIRST_PAIR })) {
      expect(native).toContain(`${name} = ${code}`);
    }
  });
});

it("the first memory comes back byte for byte, gaps and runs of any length", () => {
  for (const length of [1, 2, 3, 254, 255, 256, 257, 511, 700]) {
    const memory = Buffer.alloc(4096);
    memory.fill(7, length, length * 2);
    memory[4000] = 1;
    expect(unpacked(packMemory(memory), 4096)).toEqual(memory);
  }
  expect(packMemory(Buffer.alloc(4096))).toEqual([0, 0]);
});
