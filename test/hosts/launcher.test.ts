/**
 * The small program that starts Node, with a probe in Node's place: what it hands on, however long.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { hosts, probe, Run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const withoutProc = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount -t tmpfs none /proc && exec "$@"',
  "sh",
];

describe.skipIf(!hosts.some(({ name }) => name === "node"))("the launcher", () => {
  let folder = "";
  beforeEach(() => {
    folder = scratch();
    for (const name of ["tsinit-node", "tsinit.mjs"]) {
      copyFileSync(join(dist, name), join(folder, name));
    }
    copyFileSync(probe("dump"), join(folder, "node"));
  });

  /** The words that Node would get: the probe writes them in place of its script. */
  const handed = async (prefix: string[], ...words: string[]): Promise<string[]> => {
    const env = { PATH: [folder, "/usr/sbin", "/usr/bin", "/sbin", "/bin"].join(delimiter) };
    const command = [...prefix, join(folder, "tsinit-node"), ...words];
    const { status, err } = await new Run(command, { env }).ended;
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const lines = readFileSync(join(folder, "tsinit.mjs"), "latin1").split("\n");
    return lines
      .filter((line) => line.startsWith("arg "))
      .map((line) => {
        return Buffer.from(line.split(" ")[2] ?? "", "hex").toString("latin1");
      });
  };

  const { met, suffix } = machine.root;
  it.skipIf(!met).each([
    ["long", "x".repeat(100_000)],
    ["long, with slashes", "/y".repeat(50_000)],
    ["another path", "/nosuch/tsinit-node"],
    ["no path", "tsinit-node"],
    ["empty", ""],
  ])(
    `finds its script where there is no /proc, its first word being %s${suffix}`,
    async (_, word) => {
      const prefix = [...withoutProc, probe("prep"), `argv0=${word}`, "--"];
      expect(await handed(prefix, "hi")).toEqual([word, join(folder, "tsinit.mjs"), "hi"]);
    },
  );

  it("hands on many words where the stack may not grow", async () => {
    const words = Array.from({ length: 10_000 }, () => "x");
    const prefix = [probe("prep"), "clearenv", `set=PATH=${folder}`, "limit=3:131072:131072", "--"];
    expect((await handed(prefix, ...words)).slice(2)).toEqual(words);
  });

  it("hands on a long LD_PRELOAD", async () => {
    const prefix = [probe("prep"), `set=LD_PRELOAD=${"/nosuch/".repeat(511)}xyz`, "--"];
    expect(await handed(prefix, "hi")).toHaveLength(3);
  });
});
