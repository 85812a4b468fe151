/** --install on the hosts on a runtime: what a copy is made of there. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { beside, hosts, run, scratch } from "../support/harness.ts";

const hostOf = (name: string): ReturnType<typeof beside> =>
  beside(hosts.find((host) => host.name === name)!);

describe.each([
  ["bun", "tsinit-bun"],
  ["node", "tsinit"],
])("--install on %s", (name, file) => {
  const host = hostOf(name);
  it(`puts a copy of ${file}, whole and silently`, async () => {
    const path = join(scratch(), "init");
    const result = await run(host, ["--install", path]);
    expect(result).toEqual({ status: 0, out: "", err: "" });
    const source = join(dirname(host.command[0]!), file);
    expect(readFileSync(path).equals(readFileSync(source))).toBe(true);
  });
});
