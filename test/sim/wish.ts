/** Owns what options ask for: drawn by chance, and written as words and variables in any place. */
import { CONT, FORWARDABLE, KILL, nameOf, TSTP } from "./numbers.ts";
import type { Random } from "./random.ts";

export type Target = "child" | "group" | "all";
export type OnExit = "leave" | "wait" | "stop";
export type DialectName = "tsinit" | "tini" | "dumb-init" | "catatonit";

/** What the options ask for. */
export interface Wish {
  target: Target;
  onExit: OnExit;
  /** In milliseconds; -1: none. */
  grace: number;
  pause: boolean;
  session: boolean;
  warnOnReap: boolean;
  json: boolean;
  verbosity: number;
  dialect: DialectName;
  readonly rewrites: Map<number, number>;
  readonly remaps: Map<number, number>;
}

/** Milliseconds, and every way to write them. */
const TIMES: readonly (readonly [number, readonly string[]])[] = [
  [0, ["0", "0s", "0ms", "0m", "0.0s"]],
  [1, ["1ms", "0.001", "0.001s"]],
  [50, ["50ms", "0.05s", "0.050"]],
  [250, ["250ms", "0.25s"]],
  [1500, ["1500ms", "1.5", "1.5s"]],
  [10_000, ["10", "10s", "10000ms"]],
  [120_000, ["120", "2m", "120s"]],
  [90_000, ["1.5m", "90s"]],
];

const NAMES: Readonly<Record<DialectName, readonly string[]>> = {
  tsinit: ["tsinit", "/sbin/tsinit", "./init"],
  tini: ["tini", "/usr/bin/tini-static", "/usr/bin/docker-init"],
  "dumb-init": ["dumb-init", "/usr/bin/dumb-init"],
  catatonit: ["catatonit", "/usr/libexec/podman/catatonit", "podman-init"],
};

function randomRewrites(random: Random, wish: Wish): void {
  const isOld = wish.dialect === "dumb-init";
  const from = FORWARDABLE.filter((signal) => !isOld || signal < 32);
  for (let many = random.below(6); many > 0; many--) {
    wish.rewrites.set(random.pick(from), random.pick([0, ...from, ...from, KILL]));
  }
}

export function randomWish(random: Random): Wish {
  const dialect = random.pick<DialectName>([
    "tsinit",
    "tsinit",
    "tsinit",
    "tini",
    "dumb-init",
    "catatonit",
  ]);
  const wish: Wish = {
    target: random.pick<Target>(["child", "group", "all"]),
    onExit: random.pick<OnExit>(["leave", "leave", "wait", "stop"]),
    grace: random.oneIn(2) ? random.pick(TIMES)[0] : -1,
    pause: random.oneIn(12),
    session: random.oneIn(5),
    warnOnReap: random.oneIn(3),
    json: random.oneIn(5),
    verbosity: random.oneIn(5) ? 1 + random.below(3) : 0,
    dialect,
    rewrites: new Map(),
    remaps: new Map(),
  };
  // dumb-init's -c is the one way out of its session.
  if (dialect === "dumb-init") wish.session = wish.target !== "child";
  if (random.oneIn(2)) randomRewrites(random, wish);
  if (random.oneIn(3) && !wish.pause) {
    for (let many = random.below(40); many > 0; many--) {
      wish.remaps.set(random.below(256), random.oneIn(2) ? 0 : random.below(256));
    }
  }
  return wish;
}

/** Words for one option, and whether the dialect's own command line takes them. */
interface Option {
  readonly words: readonly string[];
  readonly own: boolean;
}

function targetWords(random: Random, wish: Wish): Option[] {
  const { target, dialect } = wish;
  const long: Option = { words: [`--forward=${target}`], own: false };
  if (target === "all") return [long];
  if (dialect === "dumb-init") return target === "child" ? [{ words: ["-c"], own: true }] : [];
  if (target === "child") return dialect === "tsinit" && random.oneIn(4) ? [long] : [];
  return [random.oneIn(2) ? long : { words: ["-g"], own: true }];
}

function optionWords(random: Random, wish: Wish): Option[] {
  const { dialect } = wish;
  const signal = (number: number): string =>
    number === 0 || random.oneIn(2) ? `${number}` : nameOf(number).slice(random.oneIn(2) ? 3 : 0);
  const options = targetWords(random, wish);
  const add = (own: boolean, ...words: string[]): void => void options.push({ words, own });
  if (wish.warnOnReap) add(dialect === "tini", "-w");
  if (wish.onExit !== "leave" || random.oneIn(8)) add(false, `--on-exit=${wish.onExit}`);
  if (wish.grace >= 0) {
    const forms = TIMES.find(([time]) => time === wish.grace)![1];
    add(false, "--grace", random.pick(forms));
  }
  if (wish.pause) add(dialect === "catatonit", "-P");
  if (wish.session && dialect !== "dumb-init") add(false, "--session");
  if (wish.json) add(false, "--log-format=json");
  for (let i = 0; i < wish.verbosity; i++) add(dialect !== "catatonit", "-v");
  if (random.oneIn(4)) add(dialect === "tini", "-s");
  for (const [from, to] of wish.rewrites) {
    add(dialect === "dumb-init", "-r", `${signal(from)}:${signal(to)}`);
  }
  for (const [from, to] of wish.remaps) {
    add(dialect === "tini" && to === 0, to === 0 ? `-e${from}` : `-e${from}:${to}`);
  }
  return options;
}

export interface Written {
  readonly words: string[];
  readonly variables: string[];
}

/** Says which dialect is meant: by the name, by a variable, or by the first word. */
function nameDialect(random: Random, dialect: DialectName, written: Written): void {
  const way = random.below(3);
  const name = NAMES[dialect][0]!;
  if (way === 0 || dialect === "tsinit") written.words.push(random.pick(NAMES[dialect]));
  else written.words.push("tsinit");
  if (dialect === "tsinit" || way === 0) return;
  if (way === 1) written.variables.push(`TSINIT_DIALECT=${name}`);
  else written.words.push(...(random.oneIn(2) ? [`--dialect=${name}`] : ["--dialect", name]));
}

/** The options in any order, on the command line or in TSINIT_OPTIONS. */
export function write(random: Random, wish: Wish): Written {
  const written: Written = { words: [], variables: ["PATH=/bin", "HOME=/"] };
  nameDialect(random, wish.dialect, written);
  const byVariable: string[] = [];
  const isLate = random.oneIn(3);
  for (const { words, own } of optionWords(random, wish)) {
    const isTaken = wish.dialect === "tsinit" || own;
    if (isTaken && !isLate) written.words.push(...words);
    else byVariable.push(...words);
  }
  if (byVariable.length > 0) {
    const blank = random.pick([" ", "\t", "\n", "  ", " \n\t"]);
    const around = random.oneIn(3) ? blank : "";
    written.variables.push(`TSINIT_OPTIONS=${around}${byVariable.join(blank)}${around}`);
  }
  if (wish.dialect === "catatonit" && random.oneIn(4)) written.variables.push("CATATONIT_DEBUG=1");
  if (!wish.pause) written.words.push("--", "program", "-v", "argument");
  return written;
}

/** What a signal is forwarded as, 0 when it is dropped. */
export function rewritten(wish: Wish, signal: number): number {
  const found = wish.rewrites.get(signal);
  if (found !== undefined) return found;
  const isForced = wish.dialect === "dumb-init" && wish.session && !wish.pause;
  return isForced && signal >= TSTP && signal <= TSTP + 2 ? CONT + 1 : signal;
}
