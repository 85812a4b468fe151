/** Owns the reading of a look's report in both forms, which must tell the same. */
import { expect } from "vitest";
import type { ZombieReport as Report } from "../../src/library/zombie-report.ts";
import type { Look } from "../sim/looks.ts";
import { look } from "../sim/looks.ts";
import type { Outcome } from "../sim/scenario.ts";
import { decoded, MISLEADING } from "./both-ways.ts";
import type { Table } from "./zombies.ts";
import { report, table } from "./zombies.ts";

/** The table of a look, whose lines are clean and of bounded length. */
export function tableOf({ stdout, kernel }: Outcome): Table {
  expect(decoded(stdout).replaceAll("\n", "")).not.toMatch(MISLEADING);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThan(1024);
  expect(kernel.openFiles).toBe(0);
  return table(stdout);
}

/** The document of a look. */
export function reportOf({ stdout, kernel }: Outcome): Report {
  expect(kernel.openFiles).toBe(0);
  return report(decoded(stdout));
}

/** An id as the table shows it. */
function idOf(id: string | null): string {
  return id?.replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, "$1") ?? "-";
}

/** Looks twice, for a table and for a document: both have the same of what both show. */
export function lookTwice(scene: Look): { plain: Table; json: Report; status: number } {
  const [text, document] = [look(scene), look({ ...scene, options: ["--json"] })];
  const [plain, json] = [tableOf(text), reportOf(document)];
  expect(document.status).toBe(text.status);
  expect(plain.total).toBe(json.zombies.length);
  plain.rows.forEach(({ pid, ppid, age, container, pod }, i) => {
    const other = json.zombies[i]!;
    expect(age === "-").toBe(other.age === null);
    const shown = [other.pid, other.ppid, idOf(other.container), idOf(other.pod)];
    expect(shown).toEqual([pid, ppid, container, pod]);
  });
  const { current, max } = json.pids;
  expect(plain.pids).toBe(`${current ?? "-"} of ${max ?? "-"}`);
  return { plain, json, status: text.status };
}
