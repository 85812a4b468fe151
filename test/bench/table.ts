/** A report as Markdown, ready for the README. */
import { APART, type Report, type Row } from "./report.ts";
import type { Spread } from "./statistics.ts";

const NOTHING = "–";

/** A figure that was not measured, or that the kernel did not tell, is a dash. */
function fixed(value: number | undefined, digits: number): string {
  if (value === undefined || !Number.isFinite(value)) return NOTHING;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString("en-US", places);
}

function whole(value: number | undefined): string {
  return fixed(value, 0);
}

function spread({ median, low, high }: Spread, digits: number): string {
  return `${fixed(median, digits)} (${fixed(low, digits)}–${fixed(high, digits)})`;
}

function headings({ orphans }: Report["conditions"]): string[] {
  return [
    "init",
    "size, bytes",
    "start-up, µs",
    "ratio to tini-static",
    "resident, kB",
    `after ${whole(orphans)} orphans, kB`,
    "CPU per orphan, µs",
    "signal to handler, µs",
    "p99, µs",
    "wake-ups per idle hour",
  ];
}

function cells(row: Row): string[] {
  const { start, latency, supervision } = row;
  return [
    `${row.name} ${row.version}`.trimEnd(),
    `${whole(row.bytes)}${row.needs === null ? "" : ` + ${row.needs}`}`,
    start ? spread(start.cost, 0) : NOTHING,
    start?.ratio ? spread(start.ratio, 2) : NOTHING,
    whole(supervision?.before.resident),
    whole(supervision?.after.resident),
    fixed(supervision?.cpuPerOrphan, 2),
    fixed(latency?.median, 1),
    fixed(latency?.p99, 1),
    whole(supervision?.wakeUpsPerHour),
  ];
}

/** The bare program is no init and gets no row, but the others are measured over its times. */
function notes({ conditions, bare, system, date }: Report): string {
  const { rounds, signals, idleSeconds } = conditions;
  return [
    `Measured ${date.slice(0, 10)} on Linux ${system.kernel}, ${system.machine},`,
    `${system.cpus} × ${system.cpu}, load ${system.load.toFixed(2)} before.`,
    `Start-up: from start to exit, over the ${spread(bare.start, 0)} µs of a bare static program`,
    `that does nothing; median (quartiles) of ${whole(rounds)} interleaved rounds on one CPU;`,
    "the ratio with the lowest and highest of five batches.",
    "Resident: VmRSS, file pages included, as PID 1 of a PID namespace over a sleeping child.",
    `Signal to handler: median of ${whole(signals)} interleaved rounds on one CPU;`,
    `sent to the child itself it takes ${fixed(bare.latency.median, 1)} µs.`,
    `Wake-ups: context switches in ${idleSeconds} idle seconds, times ${3600 / idleSeconds}.`,
    `The hosts on Node and Bun are measured apart, in ${whole(rounds / APART)} rounds.`,
    "tini runs with -s.",
  ].join("\n");
}

export function formatTable(report: Report): string {
  const heads = headings(report.conditions);
  const rule = heads.map((_, i) => (i === 0 ? "---" : "---:"));
  const lines = [heads, rule, ...report.rows.map(cells)];
  const table = lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
  return `${table}\n\n${notes(report)}`;
}
