/** Owns `tsinitctl zombies`: the zombies of this PID namespace, once or as a live table. */
import { Command, InvalidArgumentError } from "commander";
import { TsinitError } from "../library/errors.ts";
import type { Zombie, ZombieReport } from "../library/zombie-report.ts";
import { zombieReport } from "../library/zombies.ts";
import {
  type Cell,
  type Column,
  formatAge,
  formatTable,
  hasColours,
  plain,
  shortContainer,
} from "./output.ts";
import { watchScreen } from "./watch.ts";

const COLUMNS: readonly Column[] = [
  ["PID", "right"],
  ["PARENT", "left"],
  ["AGE", "right"],
  ["CONTAINER", "left"],
  ["POD", "left"],
  ["COMMAND", "left"],
];

interface Choices {
  readonly json?: true;
  readonly watch?: true;
  readonly interval: number;
}

function row(zombie: Zombie): Cell[] {
  const parent = plain(`${zombie.parent ?? "-"} (${zombie.ppid})`);
  return [
    String(zombie.pid),
    parent,
    formatAge(zombie.age),
    shortContainer(zombie.container),
    zombie.pod ?? "-",
    plain(zombie.command ?? "-"),
  ];
}

function summary({ zombies, parents, pids }: ZombieReport): string {
  const use = `${pids.current ?? "-"} pids used, of ${pids.max ?? "-"}`;
  if (zombies.length === 0) return `no zombies; ${use}\n`;
  const most = parents.reduce((one, other) => (other.zombies > one.zombies ? other : one));
  return `${zombies.length} zombie${zombies.length === 1 ? "" : "s"}, most of them of ${plain(
    most.name ?? "-",
  )} (${most.pid}); ${use}\n`;
}

function format(report: ZombieReport, coloured: boolean): string {
  const { zombies } = report;
  const table = zombies.length > 0 ? formatTable(COLUMNS, zombies.map(row), coloured) : "";
  return table + summary(report);
}

/** 1 when there are any, as with grep(1): a probe needs no words. */
function statusOf({ zombies }: ZombieReport): number {
  return zombies.length > 0 ? 1 : 0;
}

/** A table that is drawn anew until a signal comes: the status of the last look. */
async function watch({ interval }: Choices): Promise<number> {
  let report = zombieReport();
  await watchScreen(() => {
    report = zombieReport();
    return format(report, hasColours(process.stdout));
  }, interval);
  return statusOf(report);
}

function readInterval(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0.1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("Use 0.1 to 3600 seconds.");
}

export function zombiesCommand(): Command {
  return new Command("zombies")
    .description("the zombies in this PID namespace; status 1 if there are any")
    .option("--json", "one JSON document, as tsinit --zombies --json writes it")
    .option("--watch", "a live table, until Ctrl-C")
    .option("--interval <seconds>", "between two looks of --watch", readInterval, 2)
    .addHelpText(
      "after",
      `
Status: 0, there are none; 1, there are some; 2, it cannot tell.

Examples:
  tsinitctl zombies
  tsinitctl zombies --watch --interval 5
  tsinitctl zombies --json | jq .parents`,
    )
    .action(async (choices: Choices) => {
      if (choices.watch && choices.json) {
        throw new TsinitError("ERR_TSINIT_OPTION", "--watch and --json exclude each other");
      }
      if (choices.watch) {
        process.exitCode = await watch(choices);
        return;
      }
      const report = zombieReport();
      process.exitCode = statusOf(report);
      process.stdout.write(
        choices.json ? `${JSON.stringify(report)}\n` : format(report, hasColours(process.stdout)),
      );
    });
}
