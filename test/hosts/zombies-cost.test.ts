/** What a look costs the kernel: few calls for each zombie, and none for each row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, probe, Run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { tracer } from "../support/tracers.ts";
import { table } from "../support/zombies.ts";

const { met, suffix } = machine.both(
  machine.strace,
  machine.both(machine.root, machine.pidNamespace),
);

const UNSHARED = ["unshare", "--fork", "--pid", "--mount-proc", "--kill-child", "sh", "-c"];

/** How often each system call was made by a look in a PID namespace with 1,000 zombies. */
async function look(command: readonly string[]): Promise<{ of: Map<string, number>; out: string }> {
  const file = join(scratch(), "calls");
  const script = `"$0" many=1000 >"$1" & until [ -s "$1" ]; do sleep 0.01; done; shift; "$@"`;
  const words = [join(scratch(), "made"), ...tracer(file), ...command, "--zombies"];
  const { out } = await new Run([...UNSHARED, script, probe("zombies"), ...words]).ended;
  const of = new Map<string, number>();
  for (const [, name = ""] of readFileSync(file, "latin1").matchAll(/^(\w+)\(/gm)) {
    of.set(name, (of.get(name) ?? 0) + 1);
  }
  return { of, out };
}

describeCore("a look at many zombies", (host) => {
  it.skipIf(!met)(`opens two files for each, and writes by the page${suffix}`, async () => {
    const { of, out } = await look(host.command);
    const count = (name: string): number => of.get(name) ?? 0;
    expect(table(out).total).toBe(1000);
    expect(count("openat")).toBeLessThan(2200);
    expect(count("read")).toBeLessThan(2200);
    expect(count("write") + count("pwritev2")).toBeLessThan(100);
  });
});
