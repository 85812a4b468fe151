/** --install on a simulated disk: how the copy is made, and in which order it reaches the disk. */
import { describe, expect, it } from "vitest";
import { FOLDER, install } from "../../sim/installs.ts";
import type { SimKernel } from "../../sim/kernel.ts";
import { expectCopy, expectNoneOf } from "./outcomes.ts";

/** The calls of these methods, in order. */
function callsOf({ trace }: SimKernel, ...methods: string[]): string[] {
  return trace!.filter((call) => methods.includes(/^\w+/.exec(call)![0]));
}

/** The name that a copy has while it is made. */
function draft(): string {
  const [created] = callsOf(install().kernel, "create");
  return /"(.*)"/.exec(created!)![1]!;
}

describe("the copy", () => {
  it.each([1, 999, 1000, 1001, 2000, 24_576])("is whole, be it of %i bytes", (length) => {
    const self = "\x7fELF tsinit\n".repeat(3000).slice(0, length);
    expectCopy(install({ prepare: (kernel) => void (kernel.self = self) }), "/bin/init");
  });

  it("has its place only when it is whole, and the file that was there until then", () => {
    const { kernel } = install({ files: { "/bin/init": { bytes: Buffer.from("old") } } });
    const calls = callsOf(kernel, "create", "write", "rename", "remove");
    expect(calls[0]).toMatch(/^create\("\/bin\/init\.new\d+"\)/);
    expect(calls.at(-1)).toMatch(/^rename\("\/bin\/init\.new\d+", "\/bin\/init"\) = 0$/);
    expect(calls.slice(1, -1).every((call) => call.startsWith("write("))).toBe(true);
  });

  it("is read in pieces for which there is room, and no byte more is written", () => {
    const { kernel } = install();
    const results = (method: string): number[] =>
      callsOf(kernel, method).map((call) => Number(/\d+$/.exec(call)![0]));
    expect(results("write")).toEqual(results("read").filter((length) => length > 0));
    const asked = kernel.trace!.flatMap((call) => /^read\(\d+, (\d+)\)/.exec(call)?.[1] ?? []);
    expect(new Set(asked)).toEqual(new Set(["1000"]));
  });

  it.each([
    { word: "/bin/init", folder: "/bin/" },
    { word: "/init", folder: "/" },
    { word: "init", folder: "." },
    { word: "/bin", folder: "/bin/" },
    { word: "a/b", folder: "a/" },
  ])("$word is on the disk before it has its name, its name in $folder before the end", (row) => {
    const files = { "/": FOLDER, a: FOLDER, "a/": FOLDER, "/bin/": FOLDER, ".": FOLDER };
    const { kernel, status } = install({ words: ["--install", row.word], files });
    const calls = callsOf(kernel, "create", "write", "sync", "close", "rename", "open").map(
      (call) => call.replace(/^(write|create|rename)\(.*/, "$1").replace(/ = \d+$/, ""),
    );
    expect(calls.slice(calls.lastIndexOf("write") + 1)).toEqual([
      "sync(4)",
      "close(4)",
      "rename",
      `open(${JSON.stringify(row.folder)})`,
      "sync(4)",
      "close(4)",
      "close(3)",
    ]);
    expect([status, kernel.openFiles]).toEqual([0, 0]);
  });
});

describe("the copying", () => {
  it("does not open what is in its place, for that may have effects", () => {
    const { kernel } = install({ files: { "/bin/init": { special: true } } });
    expectNoneOf(kernel, ["open"]);
  });

  it("leaves a draft alone that is somebody else's, and makes its own under another name", () => {
    const { status, stderr, kernel } = install({ files: { [draft()]: "half" } });
    expect([status, stderr, kernel.openFiles]).toEqual([0, "", 0]);
    expect(kernel.made).toEqual(
      new Map([
        [draft(), "half"],
        ["/bin/init", kernel.self],
      ]),
    );
  });

  it("is done with signals blocked, which would leave half of it, and touches nobody", () => {
    const { kernel } = install();
    expectNoneOf(kernel, [
      "spawn",
      "kill",
      "becomeSubreaper",
      "letGo",
      "next",
      "wait",
      "restoreMask",
    ]);
  });
});
