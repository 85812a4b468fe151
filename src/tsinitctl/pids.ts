/** Owns `tsinitctl pids`: each container or control group, those near their limit first. */
import { Command } from "commander";
import { type ControlGroup, controlGroups } from "../library/cgroups.ts";
import {
  type Cell,
  type Column,
  formatTable,
  hasColours,
  plain,
  shortContainer,
} from "./output.ts";

const COLUMNS: readonly Column[] = [
  ["PIDS", "right"],
  ["MAX", "right"],
  ["USED", "right"],
  ["CONTAINER", "left"],
  ["POD", "left"],
  ["CONTROL GROUP", "left"],
];

/** Per cent of the limit from which a group is shown as near to it, and as all but there. */
const NEAR = 70;
const FULL = 90;

function used(percent: number | null): Cell {
  if (percent === null) return "-";
  const text = `${percent.toFixed(0)}%`;
  if (percent < NEAR) return text;
  return [text, percent < FULL ? "yellow" : "red"];
}

/** A container's digits, as short as engines print them, are in the path once more. */
function shortPath(path: string): string {
  return path.replace(/([0-9a-f]{12})[0-9a-f]{52}/g, "$1...");
}

function row(group: ControlGroup): Cell[] {
  return [
    String(group.current),
    group.max === null ? "-" : String(group.max),
    used(group.percent),
    shortContainer(group.container),
    group.pod ?? "-",
    plain(shortPath(group.path)),
  ];
}

function format(groups: readonly ControlGroup[]): string {
  if (groups.length === 0) return "no container, and no control group with a limit\n";
  return formatTable(COLUMNS, groups.map(row), hasColours(process.stdout));
}

export function pidsCommand(): Command {
  return new Command("pids")
    .description("how many processes each container and control group has, of how many")
    .option("--json", "one JSON array")
    .option("--cgroups <folder>", "where control groups are mounted", "/sys/fs/cgroup")
    .addHelpText(
      "after",
      `
Threads count as processes, as for the kernel. Those nearest to their limit come first.

Examples:
  tsinitctl pids
  tsinitctl pids --json | jq '.[] | select(.percent > 80)'`,
    )
    .action(({ json, cgroups }: { json?: true; cgroups: string }) => {
      const groups = controlGroups(cgroups);
      if (json) process.stdout.write(`${JSON.stringify(groups)}\n`);
      else process.stdout.write(format(groups));
    });
}
