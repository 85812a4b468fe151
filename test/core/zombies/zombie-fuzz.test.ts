/** --zombies on random files, whole and damaged: the report is one, whatever there is to read. */
import { describe, expect, it } from "vitest";
import type { Look } from "../../sim/looks.ts";
import { checkLooks } from "../../sim/reports-fuzz.ts";
import type { Outcome } from "../../sim/scenario.ts";
import { seeds } from "../../sim/schedule.ts";
import { decoded } from "../../support/both-ways.ts";
import { reportOf } from "../../support/reports.ts";

const COUNT = 3000;

const MESSAGE = /^(tsinit: fatal: .*|\{"level":60,.*\})\n$/;
const ROW = /^\d+ +\d+ .* (?:\d+[smhd]|-) .* ([0-9a-f]{12}|-) +([0-9a-f-]{12,36}|-)$/;
const SUMMARY = /^zombies: (\d+)( \(.*\))?; pids: (\d+|-) of (\d+|-)$/;

/** Every line is of its grammar, and there are as many rows as the summary says. */
function rowsOf(stdout: string): number {
  const lines = decoded(stdout).split("\n");
  expect(lines.pop()).toBe("");
  const [, total] = SUMMARY.exec(lines.pop()!) ?? [];
  if (lines.length > 0) expect(lines.shift()).toMatch(/^PID +PPID .* POD$/);
  for (const line of lines) expect(line).toMatch(ROW);
  expect(`${lines.length}`).toBe(total);
  return lines.length;
}

function check(outcome: Outcome, scene: Look): void {
  const { status, stdout, lines, kernel } = outcome;
  const isJson = scene.options!.length > 0;
  const count = isJson ? reportOf(outcome).zombies.length : rowsOf(stdout);
  const isUnread = lines.some((line) => line.includes("cannot list processes"));
  const told = count > 0 ? 1 : lines.length > 0 ? 2 : 0;
  expect(status).toBe(isUnread ? 2 : told);
  expect(lines.length).toBeLessThan(2);
  for (const line of lines) expect(line).toMatch(MESSAGE);
  expect(kernel.openFiles).toBe(0);
}

describe("whatever there is to read, the report is one, and the status goes with it", () => {
  for (let first = 1; first < 4 * COUNT; first += COUNT) {
    it(`seeds ${first} to ${first + COUNT - 1}`, () => checkLooks(seeds(COUNT, first), check));
  }
});
