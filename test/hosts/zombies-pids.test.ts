/** The summary's second half: the PIDs in use, of the limit that the nearest control group sets. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ZombieReport as Report } from "../../src/library/zombie-report.ts";
import { type Group, group, pidsGroups } from "../support/groups.ts";
import { describeCore, type Host, probe, Run } from "../support/harness.ts";
import { report, table } from "../support/zombies.ts";

const { met, suffix } = pidsGroups;

async function look(host: Host, within: Group): Promise<Report["pids"]> {
  const { out } = await new Run(within.within([...host.command, "--zombies", "--json"])).ended;
  return report(out).pids;
}

describeCore("the limit of PIDs", (host) => {
  it.skipIf(!met)(`is that of one's own control group${suffix}`, async () => {
    const one = group(100);
    expect((await look(host, one)).max).toBe(100);
    const { out } = await new Run(one.within([...host.command, "--zombies"])).ended;
    expect(table(out).pids).toMatch(/^\d+ of 100$/);
  });

  it.skipIf(!met)(`is the nearest, where several control groups have one${suffix}`, async () => {
    const inner = group(100).below("inner", 200);
    expect((await look(host, inner)).max).toBe(200);
  });

  it.skipIf(!met)(
    `is that of a control group above, where the nearer have none${suffix}`,
    async () => {
      const outer = group(100);
      const innermost = outer.below("inner", "max").below("innermost", "max");
      expect((await look(host, innermost)).max).toBe(100);
    },
  );

  it.skipIf(!met)(`is the system's own where no control group has one${suffix}`, async () => {
    const pids = await look(host, group("max"));
    expect(pids.max).toBe(Number(readFileSync("/proc/sys/kernel/pid_max", "latin1")));
    expect(pids.current).toBeGreaterThan(1);
  });
});

describeCore("the PIDs in use", (host) => {
  it.skipIf(!met)(
    `are those of the control group that has the limit, zombies too${suffix}`,
    async () => {
      const outer = group(100);
      const maker = new Run(outer.below("inner", "max").within([probe("zombies"), "many=20"]));
      await maker.line(/^ready/m);
      const before = outer.current;
      expect(before).toBe(21);
      const { current } = await look(host, outer.below("other", "max"));
      expect(current).toBeGreaterThan(before);
    },
  );
});
