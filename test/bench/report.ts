/** The table, the targets and the JSON that a run of the benchmark leaves behind. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, machine, release } from "node:os";
import { dirname } from "node:path";
import type { Latencies, Latency } from "./latency.ts";
import type { StartUp, StartUps } from "./start.ts";
import type { Spread } from "./statistics.ts";
import type { Identity, Subject } from "./subjects.ts";
import type { Supervision } from "./supervision.ts";

export interface Conditions {
  rounds: number;
  signals: number;
  idleSeconds: number;
  orphans: number;
}

/** What takes tens of milliseconds gets so many times fewer rounds. */
export const APART = 10;

export interface Row extends Subject, Identity {
  start: StartUp | null;
  latency: Latency | null;
  supervision: Supervision | null;
}

export interface Report {
  date: string;
  system: { kernel: string; machine: string; cpu: string; cpus: number; load: number };
  conditions: Conditions;
  bare: { start: Spread; latency: Latency };
  rows: Row[];
}

export interface Figures {
  start: StartUps;
  latency: Latencies;
  supervision: (Supervision | null)[];
}

/** The figures of the first, then those of the others. */
export function join(first: Figures, others: Figures): Figures {
  return {
    start: { ...first.start, inits: [...first.start.inits, ...others.start.inits] },
    latency: { ...first.latency, inits: [...first.latency.inits, ...others.latency.inits] },
    supervision: [...first.supervision, ...others.supervision],
  };
}

/** Before anything is measured: the load is that of the others on the machine. */
export function describeSystem(): Report["system"] {
  const [first] = cpus();
  return {
    kernel: release(),
    machine: machine(),
    cpu: first?.model ?? "unknown",
    cpus: cpus().length,
    load: loadavg()[0] ?? NaN,
  };
}

export function assemble(
  system: Report["system"],
  conditions: Conditions,
  subjects: (Subject & Identity)[],
  figures: Figures,
): Report {
  return {
    date: new Date().toISOString(),
    system,
    conditions,
    bare: { start: figures.start.bare, latency: figures.latency.bare },
    rows: subjects.map((subject, i) => ({
      ...subject,
      start: figures.start.inits[i] ?? null,
      latency: figures.latency.inits[i] ?? null,
      supervision: figures.supervision[i] ?? null,
    })),
  };
}

export function writeJson(path: string, report: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
