/** Owns random files of /proc: valid ones, and what comes of those when bytes change. */
import { ID, OUTER, PATHS, UID } from "../support/cgroup-paths.ts";
import { LIMITS } from "../support/pid-limits.ts";
import { NAMES } from "../support/zombie-tables.ts";
import type { Entry, Look } from "./looks.ts";
import { look, stat } from "./looks.ts";
import { EACCES, EIO, ENOENT, EPERM, ESRCH } from "./numbers.ts";
import { Random } from "./random.ts";
import type { ProgramFile } from "./reading.ts";
import type { Outcome } from "./scenario.ts";

type Files = Record<string, string | ProgramFile>;

/** Bytes and pieces that mean something to whoever reads these files. */
const PIECES = [
  "\n",
  " ",
  ")",
  "(",
  "Z",
  ":",
  ",",
  "/",
  "-",
  "_",
  "\\",
  "\\04",
  "pod",
  "libpod-",
  ID,
  OUTER,
  UID,
  "pids",
  "cgroup2",
  "0::",
  "max",
  "0",
  "9999",
  "\x00",
  "\xff",
  "\xc3",
  '"',
  "",
];

/** The text with up to three of its parts lost, doubled, or replaced. */
function damaged(random: Random, text: string): string {
  for (let many = random.below(4); many > 0; many--) {
    const from = random.below(text.length + 1);
    const to = random.oneIn(8) ? text.length : from + random.below(6);
    const piece = random.oneIn(3) ? String.fromCharCode(random.below(256)) : random.pick(PIECES);
    const middle = random.oneIn(5) ? text.slice(from, to).repeat(3) : piece;
    text = text.slice(0, from) + middle + text.slice(to);
  }
  return text;
}

function randomFile(random: Random, text: string): string | ProgramFile {
  if (random.oneIn(12)) return { open: random.pick([ENOENT, ESRCH, EACCES, EPERM]) };
  if (random.oneIn(12)) return { read: random.pick([ESRCH, EIO, EACCES]) };
  // The kernel writes no number beyond 31 bits where one is read, and the two cores differ there.
  const changed = random.oneIn(2) ? text : damaged(random, text);
  return changed.replace(/\d{10,}/g, (digits) => digits.slice(0, 9));
}

function randomEntry(random: Random, pid: number): Entry {
  return {
    pid,
    parent: random.below(12),
    state: random.oneIn(5) ? "S" : "Z",
    threads: random.oneIn(6) ? random.below(30) : 1,
    start: random.below(1_100_000_000),
    command: random.pick(NAMES)[0],
    cgroup: random.pick(PATHS).text,
  };
}

/** What `seed` makes of /proc. */
export function randomLook(seed: number): Look {
  const random = new Random(seed);
  const entries = Array.from({ length: random.below(12) }, (_, i) => randomEntry(random, i + 2));
  const files: Files = {};
  for (const [path, file] of Object.entries(random.pick(LIMITS).files)) {
    // A long table would only be gone through again and again.
    if (typeof file !== "string") files[path] = file;
    else files[path] = randomFile(random, file.slice(-3000));
  }
  for (const entry of entries) {
    files[`/proc/${entry.pid}/stat`] = randomFile(random, stat(entry));
    files[`/proc/${entry.pid}/comm`] = randomFile(random, `${entry.command}\n`);
    files[`/proc/${entry.pid}/cgroup`] = randomFile(random, entry.cgroup!);
  }
  const options = random.oneIn(2) ? ["--json"] : [];
  return { entries, files, options, pid: random.oneIn(10) ? 70 : 1 };
}

/** Does `check` with the look of each seed; an error names the seed, and what there was to read. */
export function checkLooks(
  seeds: readonly number[],
  check: (outcome: Outcome, scene: Look) => void,
): void {
  for (const seed of seeds) {
    const scene = randomLook(seed);
    try {
      check(look(scene), scene);
    } catch (error) {
      const title = `seed ${seed} (replay with TSINIT_SEED=${seed})`;
      throw new Error(`${title}: ${error}\n${JSON.stringify(scene, null, 2)}`, { cause: error });
    }
  }
}
