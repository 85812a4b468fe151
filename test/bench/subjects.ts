/** The inits that are measured: where each one is, its version and its size on disk. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

export interface Subject {
  name: string;
  /** The init and its options; "--" and the program to run are added to it. */
  command: string[];
  /** Runs on a runtime, which is measured apart: what it leaves of the caches helps no other. */
  runtime?: "Node" | "Bun";
  /** The floor knows no options, not even one for its version. */
  isInit?: false;
  /** Files that belong to it. */
  parts?: string[];
}

export interface Identity {
  version: string;
  bytes: number;
  /** What comes on top of its bytes: a libc when the file names an interpreter, or Node. */
  needs: string | null;
}

/** The least that an init can do (floor.c): what is above it is tsinit's own. */
export const FLOOR = "floor";

/** tini is given -s because it warns when it is neither PID 1 nor a subreaper; the others make
 * themselves a subreaper or do not care. */
const CANDIDATES: Subject[] = [
  { name: "tsinit", command: [resolve(process.env["TSINIT_UNDER_TEST"] ?? "dist/tsinit")] },
  { name: "tsinit-bun", command: [resolve("dist/tsinit-bun")], runtime: "Bun" },
  {
    name: "tsinit-node",
    command: [resolve("dist/tsinit-node")],
    runtime: "Node",
    parts: ["dist/tsinit.mjs", "dist/tsinit-native.so", "dist/tsinit-ffi.node"],
  },
  { name: "tini", command: ["tini", "-s"] },
  { name: "tini-static", command: ["tini-static", "-s"] },
  { name: "dumb-init", command: ["dumb-init"] },
  { name: "catatonit", command: ["catatonit"] },
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function find(name: string): string | undefined {
  if (name.includes("/")) return isProgram(name) ? name : undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** The candidates that are here, as absolute paths; of each that is not, its name. */
export function findSubjects(): { subjects: Subject[]; missing: string[] } {
  const subjects: Subject[] = [];
  const missing: string[] = [];
  for (const subject of CANDIDATES) {
    const { name, command } = subject;
    const [program = "", ...options] = command;
    const path = find(program);
    if (path === undefined) missing.push(`${name} (${program})`);
    else subjects.push({ ...subject, command: [path, ...options] });
  }
  return { subjects, missing };
}

const PT_INTERP = 3;

/** Looks for the program header that names a dynamic loader (elf(5)), in a 64-bit file. */
function isDynamic(path: string): boolean {
  const file = readFileSync(path);
  const isElf64 = file.length >= 64 && file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2;
  if (!isElf64) return false;
  const offset = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  for (let i = 0; i < file.readUInt16LE(56); i++) {
    if (file.readUInt32LE(offset + i * size) === PT_INTERP) return true;
  }
  return false;
}

function askVersion(path: string): string {
  const result = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return /\d+\.\d+(\.\d+)?/.exec(`${result.stdout}${result.stderr}`)?.[0] ?? "unknown";
}

export function identify(subject: Subject): Identity {
  const path = subject.command[0] ?? "";
  const version = subject.isInit === false ? "" : askVersion(path);
  const files = [path, ...(subject.parts ?? [])];
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const needs = subject.runtime === "Node" ? "Node" : isDynamic(path) ? "libc" : null;
  return { version, bytes, needs };
}
