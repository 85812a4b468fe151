/** What a look costs the kernel: few calls for each zombie, and none for each row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, Run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { tracer } from "../support/tracers.ts";
import { table } from "../support/zombies.ts";
import { make } from "./zombie-maker.ts";

const { met, suffix } = machine.strace;

/** How often each system call was made by a look, by name, and the zombies that it saw. */
async function calls(
  command: readonly string[],
): Promise<{ of: Map<string, number>; zombies: number }> {
  const file = join(scratch(), "calls");
  const traced = [...tracer(file), ...command, "--zombies"];
  const { out } = await new Run(traced).ended;
  const of = new Map<string, number>();
  for (const [, name = ""] of readFileSync(file, "latin1").matchAll(/^(\w+)\(/gm)) {
    of.set(name, (of.get(name) ?? 0) + 1);
  }
  return { of, zombies: table(out).total };
}

describeCore("a look at many zombies", (host) => {
  it.skipIf(!met)(`opens two files for each, and writes by the page${suffix}`, async () => {
    const before = await calls(host.command);
    await make({ host, prefix: [] }, "many=1000");
    const after = await calls(host.command);
    const more = (name: string): number => (after.of.get(name) ?? 0) - (before.of.get(name) ?? 0);
    // Others come and go meanwhile.
    expect(after.zombies - before.zombies).toBeGreaterThan(950);
    expect(more("openat")).toBeLessThan(2200);
    expect(more("read")).toBeLessThan(2200);
    expect(more("write") + more("pwritev2")).toBeLessThan(100);
  });
});
