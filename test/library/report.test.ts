/** The library's report on zombies, from a folder in /proc's place: what is not known is null. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileKernel } from "../../src/library/file-kernel.ts";
import { readReport } from "../../src/library/report.ts";
import { SYSTEM, stat } from "../sim/looks.ts";
import { scratch } from "../support/probes.ts";

/** A folder with these files, whose paths begin with /proc. */
function lay(files: Readonly<Record<string, string>>): string {
  const folder = scratch();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path.replace("/proc/", ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, "latin1");
  }
  return folder;
}

const NAME = "nc\xe2\x80\xaegpj";
const FAMILY = {
  "/proc/1/stat": stat({ pid: 1, parent: 0, state: "S", command: NAME }),
  "/proc/30/stat": stat({ pid: 30, command: NAME, start: 999_999_900 }),
};

describe("a report", () => {
  it("has age and pids where they can be read, and names as the binary writes them", () => {
    const shown = "nc\\xe2\\x80\\xaegpj";
    expect(readReport(lay({ ...SYSTEM, ...FAMILY, "/proc/1/comm": `${NAME}\n` }))).toEqual({
      zombies: [
        { pid: 30, ppid: 1, parent: shown, age: 1, command: shown, container: null, pod: null },
      ],
      parents: [{ pid: 1, name: shown, zombies: 1 }],
      others: 0,
      pids: { current: 45, max: 100 },
    });
  });

  it("has null for what cannot be read, and not 0", () => {
    expect(readReport(lay(FAMILY))).toMatchObject({
      zombies: [{ pid: 30, parent: null, age: null, command: "nc\\xe2\\x80\\xaegpj" }],
      parents: [{ pid: 1, name: null, zombies: 1 }],
      pids: { current: null, max: null },
    });
  });
});

describe("the clock of the library", () => {
  it("is read once for both halves of a time, on whichever side of 1970", () => {
    const now = Date.now;
    try {
      for (const time of [0, 999_999, 1_000_000, 1_700_000_999_999, -1, -1_000_001]) {
        let looks = 0;
        Date.now = () => time + looks++;
        const kernel = new FileKernel();
        expect(kernel.readClock() * 1e6 + kernel.clockRest()).toBe(time);
      }
    } finally {
      Date.now = now;
    }
  });
});
