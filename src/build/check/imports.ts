/**
 * Owns the rule that imports run one way, downward and never in a circle, types included: prints
 * each that does not, and ends with 1.
 */
import * as fs from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { ROOT } from "../tools.ts";

/**
 * The rooms by floor, the ground floor first; what is in a room begins with its path. Rooms on one
 * floor know nothing of each other, but for the first, which is one door.
 */
const FLOORS: readonly (readonly string[])[] = [
  ["src/core/files", "src/core/other-processes", "src/core/kernel"],
  ["src/core/text/"],
  ["src/core/linux/"],
  ["src/core/dialects/"],
  ["src/core/messages/"],
  ["src/core/zombies/", "src/core/install/", "src/core/command-line/"],
  ["src/core/supervise/"],
  ["src/core/main"],
  ["src/hosts/static/", "src/hosts/node/"],
  ["src/library/"],
  ["src/tsinitctl/"],
  ["src/build/"],
];

/** An import or export from a file, with or without `type`. */
const IMPORT = /^(?:import|export)\b[^;"]*?"(\.{1,2}\/[^"]+)"/gm;

function filesIn(folder: string): string[] {
  const names = fs.readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort();
}

/** What `file` imports, each once, as paths below the root. */
function importsOf(file: string): string[] {
  const source = fs.readFileSync(join(ROOT, file), "utf8");
  const found = [...source.matchAll(IMPORT)].map(([, path]) =>
    normalize(join(dirname(file), path!)),
  );
  return [...new Set(found)].filter((path) => path.startsWith("src/"));
}

function floorOf(file: string): number {
  return FLOORS.findIndex((rooms) => rooms.some((room) => file.startsWith(room)));
}

function roomOf(file: string): string | undefined {
  return FLOORS[floorOf(file)]?.find((room) => file.startsWith(room));
}

/** What is wrong with an import, or null. */
function judge(from: string, to: string): string | null {
  const [own, other] = [floorOf(from), floorOf(to)];
  if (own < 0) return `${from} is in no room; add it to ${relative(ROOT, import.meta.filename)}`;
  if (other > own) return `${from} imports ${to}, which is above it`;
  if (other < own || roomOf(from) === roomOf(to)) return null;
  return own === 0 ? null : `${from} imports ${to}, which is on the same floor`;
}

/** The circles that begin at `file`, which stands behind `path`. */
function circlesFrom(
  file: string,
  graph: ReadonlyMap<string, readonly string[]>,
  path: readonly string[],
  done: Set<string>,
): string[] {
  const at = path.indexOf(file);
  if (at >= 0) return [`a circle: ${[...path.slice(at), file].join(" -> ")}`];
  if (done.has(file)) return [];
  const found = (graph.get(file) ?? []).flatMap((next) => {
    return circlesFrom(next, graph, [...path, file], done);
  });
  done.add(file);
  return found;
}

/** Everything that is wrong below src/, a line each. */
export function checkImports(): string[] {
  const graph = new Map(filesIn("src").map((file) => [file, importsOf(file)] as const));
  const faults = [...graph].flatMap(([from, all]) => all.map((to) => judge(from, to)));
  const done = new Set<string>();
  const circles = [...graph.keys()].flatMap((file) => circlesFrom(file, graph, [], done));
  return [...new Set([...faults.filter((fault) => fault !== null), ...circles])];
}

if (process.argv[1] === import.meta.filename) {
  const faults = checkImports();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
