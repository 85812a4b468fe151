/** The figures that tsinit is held to, and whether a report shows that they hold. */
import type { Report, Row } from "./report.ts";
import { FLOOR } from "./subjects.ts";

interface Target {
  what: string;
  atMost: number;
  /** What was measured of tsinit, beside the floor in the same run. */
  measured: (row: Row, floor: Row | undefined) => number | undefined;
}

export interface Verdict {
  what: string;
  atMost: number;
  measured: number | null;
  verdict: "holds" | "does not hold" | "not measured";
}

const TARGETS: Target[] = [
  { what: "size, bytes", atMost: 32768, measured: (row) => row.bytes },
  {
    what: "resident while supervising, kB",
    atMost: 48,
    measured: (row) => row.supervision?.before.resident,
  },
  {
    what: "resident after the orphans, kB",
    atMost: 48,
    measured: (row) => row.supervision?.after.resident,
  },
  {
    what: "growth by the orphans, kB",
    atMost: 0,
    measured: ({ supervision }) =>
      supervision ? supervision.after.resident - supervision.before.resident : undefined,
  },
  {
    what: "start-up as a ratio to tini-static",
    atMost: 0.3,
    measured: (row) => row.start?.ratio?.median,
  },
  {
    what: "start-up as a ratio to the floor",
    atMost: 1.1,
    measured: ({ start }, floor) =>
      start && floor?.start ? start.cost.median / floor.start.cost.median : undefined,
  },
  { what: "wake-ups while idle", atMost: 0, measured: (row) => row.supervision?.wakeUps },
];

export function judge(report: Report): Verdict[] {
  const row = report.rows.find(({ name }) => name === "tsinit");
  const floor = report.rows.find(({ name }) => name === FLOOR);
  return TARGETS.map(({ what, atMost, measured }) => {
    const value = row && measured(row, floor);
    if (value === undefined || Number.isNaN(value)) {
      return { what, atMost, measured: null, verdict: "not measured" };
    }
    const verdict = value <= atMost ? "holds" : "does not hold";
    return { what, atMost, measured: value, verdict };
  });
}

export function formatVerdicts(verdicts: Verdict[]): string {
  return verdicts
    .map(({ what, atMost, measured, verdict }) => {
      const value = measured === null ? "" : `, measured ${Number(measured.toFixed(3))}`;
      return `${verdict}: ${what}: at most ${atMost}${value}`;
    })
    .join("\n");
}
