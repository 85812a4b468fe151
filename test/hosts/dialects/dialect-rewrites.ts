/** dumb-init's rewrites at work: what the child gets, and whether the init stops itself. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { probe, Run, scratch, until } from "../../support/harness.ts";
import { effect } from "./dialect-effects.ts";
import { type Pair, quiet, type Side } from "./dialects.ts";

const rules: readonly (readonly [rule: string, sent: number])[] = [
  ["1:10", 1],
  ["1:1", 1],
  ["1:0", 1],
  ["15:2", 15],
  ["15:0", 15],
  ["2:9", 2],
  ["10:19", 10],
  ["20:20", 20],
  ["20:0", 20],
  ["21:15", 21],
  ["22:18", 22],
  ["23:20", 23],
  ["17:10", 17],
  ["18:12", 18],
  ["11:6", 11],
  ["31:31", 31],
];

export function sameRewrites(pair: Pair): void {
  for (const flags of [[], ["-c"]]) {
    it.each(rules)(
      `${[pair.name, ...flags].join(" ")} -r %s does the same with %i`,
      async (rule, n) => {
        const options = [...flags, "-r", rule];
        const wanted = await effect(pair.original, options, n, "beside");
        expect(await effect(pair.ours, options, n, "beside")).toBe(wanted);
      },
    );
  }
}

const child = 'cd "$0"; "$1" >told & until test -s told; do sleep 0.02; done; exit 5';

/** The signals that what is left of the group gets at the end of the child. */
export async function lastSignals(side: Side, options: readonly string[]): Promise<number[]> {
  const folder = scratch();
  const words = [...options, "--", "sh", "-c", child, folder, probe("record")];
  const run = new Run([side.path, ...words], quiet({ cwd: "/", stdio: "ignore" }));
  expect((await run.ended).status).toBe(5);
  const told = (): string => readFileSync(`${folder}/told`, "latin1");
  const member = Number(/^ready (\d+)$/m.exec(told())![1]);
  // The recorder takes the lowest number first, so 64 is the last of all that were sent.
  process.kill(member, 64);
  await until(() => /^got 64 /m.test(told()), "the last signal");
  return [...told().matchAll(/^got (\d+)/gm)].map((one) => Number(one[1]));
}
