/** The npm package in a fresh folder: what is in it, and that all of it works there. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built, machines } from "../support/machine.ts";
import { scratch } from "../support/probes.ts";
import * as proc from "../support/proc.ts";
import { Run, signal } from "../support/run.ts";
import { ROOT } from "../support/tsinitctl.ts";
import { Packed } from "./packed.ts";

let packed: Packed;
beforeAll(() => {
  packed = new Packed();
});
afterAll(() => packed.remove());

const installed = (...names: string[]): string => packed.path("node_modules/tsinit", ...names);

/** e_machine of each (elf(5)). */
const NUMBERS = { x86_64: 62, aarch64: 183 };

describe("the package", () => {
  it("holds what it is to hold, and nothing else", () => {
    const native = machines
      .filter((machine) => built(machine).met)
      .flatMap((machine) => {
        return [`dist/tsinit-${machine}`, `dist/lib/native-${machine}.so`];
      });
    const kinds = packed.files.map((path) => path.replace(/(chunk|metrics-server)-\w+/, "$1-X"));
    const others = [...new Set(kinds)].filter((path) => !path.startsWith("dist/lib/types/"));
    expect(others.sort()).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "NOTICE",
        "README.md",
        "dist/lib/LICENSES.txt",
        "dist/lib/chunk-X.mjs",
        "dist/lib/hashes.json",
        "dist/lib/index.mjs",
        "dist/lib/metrics-server-X.mjs",
        "dist/lib/tsinit",
        "dist/lib/tsinitctl.mjs",
        "package.json",
        ...native,
      ].sort(),
    );
  });

  it("has no install script", () => {
    const { scripts } = JSON.parse(readFileSync(installed("package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
  });

  for (const machine of machines) {
    const { met, suffix } = built(machine);
    it.skipIf(!met)(`carries the binary for ${machine} as it was built${suffix}`, () => {
      const name = `tsinit-${machine}`;
      const bytes = readFileSync(installed("dist", name));
      expect(bytes.equals(readFileSync(join(ROOT, "dist", name)))).toBe(true);
      expect(statSync(installed("dist", name)).mode & 0o111).toBe(0o111);
    });

    it.skipIf(!met)(`has all of its native parts for ${machine}${suffix}`, () => {
      for (const name of [`tsinit-${machine}`, `lib/native-${machine}.so`]) {
        expect(readFileSync(installed("dist", name)).readUInt16LE(18)).toBe(NUMBERS[machine]);
      }
    });
  }

  it("names the licence of every package that is bundled", () => {
    const text = readFileSync(installed("dist/lib/LICENSES.txt"), "utf8");
    expect(text).toMatch(/^commander [\d.]+ \(MIT\)$/m);
    expect(text).toMatch(/^prom-client [\d.]+ \(Apache-2\.0\)$/m);
  });
});

describe("the tsinit command", () => {
  it("is the static binary, in the very process that was started", async () => {
    const run = new Run([packed.bin("tsinit"), "--", "sh", "-c", "echo ready; read line"], {
      input: "",
    });
    await run.line(/^ready/);
    const binary = readFileSync(`/proc/${run.pid}/exe`);
    expect(binary.equals(readFileSync(join(ROOT, "dist/tsinit")))).toBe(true);
    expect(proc.words(run.pid).slice(1)).toEqual(["--", "sh", "-c", "echo ready; read line"]);
    signal(run.pid, 15);
    expect((await run.ended).status).toBe(143);
  });

  it("passes words, status and descriptors as they are", async () => {
    const words = ["", " two  words ", "*", "$HOME", "\\", "-v"];
    const { status, out } = await new Run([
      packed.bin("tsinit"),
      "-e",
      "7:9",
      "sh",
      "-c",
      "printf '<%s>' \"$@\"; exit 7",
      "sh",
      ...words,
    ]).ended;
    expect({ status, out }).toEqual({ status: 9, out: words.map((word) => `<${word}>`).join("") });
  });

  it("is found through links of links, absolute and relative, and by the path", async () => {
    const folder = scratch();
    symlinkSync(packed.bin("tsinit"), join(folder, "one"));
    symlinkSync("one", join(folder, "two"));
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    expect((await new Run(["sh", "-c", "two sh -c 'exit 4'"], { env }).ended).status).toBe(4);
    expect(
      (await new Run(["sh", "-c", "PATH=:$PATH; cd \"$0\"; two sh -c 'exit 5'", folder]).ended)
        .status,
    ).toBe(5);
  });

  it("says in one line that there is none for the machine", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "uname"), "#!/bin/sh\necho riscv64\n", { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    expect(await new Run([packed.bin("tsinit"), "true"], { env }).ended).toEqual({
      status: 1,
      out: "",
      err:
        "tsinit: fatal: there is no tsinit for riscv64; " +
        "there is one for x86_64 and for aarch64\n",
    });
  });
});

describe("tsinitctl", () => {
  it("works where it was installed", () => {
    const target = packed.path("init");
    execFileSync(packed.bin("tsinitctl"), ["install", target]);
    expect(readFileSync(target).equals(readFileSync(join(ROOT, "dist/tsinit")))).toBe(true);
  });
});
