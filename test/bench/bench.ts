/** `npm run bench`: tsinit beside the inits installed here, as a table and as dist/bench.json. */
import { parseArgs } from "node:util";
import { measureLatency } from "./latency.ts";
import {
  APART,
  assemble,
  type Conditions,
  describeSystem,
  type Figures,
  join,
  writeJson,
} from "./report.ts";
import { measureStart } from "./start.ts";
import { FLOOR, findSubjects, identify, type Subject } from "./subjects.ts";
import { measureSupervision } from "./supervision.ts";
import { formatTable } from "./table.ts";
import { formatVerdicts, judge } from "./targets.ts";
import { Failure, openWorkshop, type Workshop } from "./workshop.ts";

const FULL: Conditions = { rounds: 2000, signals: 4000, idleSeconds: 10, orphans: 100_000 };
const QUICK: Conditions = { rounds: 200, signals: 400, idleSeconds: 3, orphans: 5000 };

function readConditions(): Conditions {
  try {
    const { values } = parseArgs({ options: { quick: { type: "boolean" } } });
    return values.quick ? QUICK : FULL;
  } catch (error) {
    throw new Failure(`${(error as Error).message}; the only option is --quick`);
  }
}

async function measure(
  workshop: Workshop,
  subjects: Subject[],
  conditions: Conditions,
): Promise<Figures> {
  const start = await measureStart(workshop, subjects, conditions.rounds);
  const latency = await measureLatency(workshop, subjects, conditions.signals);
  return { start, latency, supervision: await measureSupervision(workshop, subjects, conditions) };
}

async function main(): Promise<void> {
  const conditions = readConditions();
  const system = describeSystem();
  const { subjects, missing } = findSubjects();
  for (const name of missing) {
    process.stderr.write(`bench: warning: ${name} left out: not installed\n`);
  }

  const workshop = openWorkshop();
  subjects.push({ name: FLOOR, command: [workshop.floor], isInit: false });
  const native = subjects.filter(({ runtime }) => runtime === undefined);
  const others = subjects.filter(({ runtime }) => runtime !== undefined);
  const fewer = { rounds: conditions.rounds / APART, signals: conditions.signals / APART };
  const first = await measure(workshop, native, conditions);
  const figures = join(first, await measure(workshop, others, { ...conditions, ...fewer }));

  const ordered = [...native, ...others];
  const identified = ordered.map((subject) => ({ ...subject, ...identify(subject) }));
  const report = assemble(system, conditions, identified, figures);
  const verdicts = judge(report);
  writeJson("dist/bench.json", { ...report, targets: verdicts });
  console.log(`${formatTable(report)}\n\n${formatVerdicts(verdicts)}`);
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Failure ? `bench: fatal: ${error.message}` : error + "\n");
  process.exitCode = 1;
});
