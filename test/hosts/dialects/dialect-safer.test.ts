/** Each intended difference, shown on both: the original's way and the safer one that stays. */
import { describe, expect, it } from "vitest";
import { childOf, initOf, probe, Run, scratch, until } from "../../support/harness.ts";
import * as machine from "../../support/machine.ts";
import * as proc from "../../support/proc.ts";
import { tracer } from "../../support/tracers.ts";
import { type Name, type Pair, pairOf, quiet, SAFER, type Side, selfTest } from "./dialects.ts";

type Key = keyof typeof SAFER;
const pairs: readonly Pair[] = (["tini", "dumb-init", "catatonit"] as const).map(pairOf);

interface Case {
  readonly key: Key;
  /** What is seen, in a few words that both programs' runs give. */
  readonly seen: (side: Side, name: Name) => Promise<string>;
  readonly safe: string;
  readonly need?: machine.Need;
}

async function output(
  side: Side,
  before: readonly string[],
  words: readonly string[],
  env = {},
): Promise<string> {
  const { status, out } = await new Run([...before, side.path, ...words], quiet({ env })).ended;
  return `${out.trim()} -> ${status}`;
}

const prepared = (...words: string[]): string[] => [probe("prep"), ...words, "--"];
const refusing = (what: string): string[] => [...tracer("/dev/null", `inject=${what}`), "-f"];

/** Reads from /proc while the child, which waits, can be found. */
async function alive<T>(
  side: Side,
  words: readonly string[],
  read: (init: number) => T,
): Promise<T> {
  const before = prepared("pipe=30");
  const run = new Run(
    [...before, side.path, ...words, "--", "sh", "-c", "echo ready; sleep 1000"],
    quiet({ cwd: scratch() }),
  );
  await run.line(/^ready/m);
  const init = await initOf(run, side);
  await childOf(init);
  await until(() => ["S", "T"].includes(proc.state(init)), "the init asleep");
  return read(init);
}

const status = ["grep", "-E", "SigBlk|SigIgn", "/proc/self/status"];
const bits = (...numbers: number[]): string => {
  return numbers
    .reduce((mask, number) => mask | (1n << BigInt(number - 1)), 0n)
    .toString(16)
    .padStart(16, "0");
};

const cases: readonly Case[] = [
  {
    key: "mask",
    seen: async (side) =>
      /SigBlk:\s*(\w+)/.exec(
        await output(side, prepared("block=10", "block=34"), ["--", ...status]),
      )![1]!,
    safe: bits(10, 34),
  },
  {
    key: "dispositions",
    seen: async (side) =>
      /SigIgn:\s*(\w+)/.exec(
        await output(side, prepared("ignore=1", "ignore=2"), ["--", ...status]),
      )![1]!,
    safe: bits(1, 2),
  },
  {
    key: "childSignalIgnored",
    seen: async (side) => {
      const before = ["timeout", "-s", "KILL", "5", ...prepared("ignore=17")];
      return await output(side, before, ["--", "sh", "-c", "exit 3"]);
    },
    safe: " -> 3",
  },
  {
    key: "descriptors",
    seen: async (side) =>
      await alive(side, [], (init) => {
        return String(proc.descriptors(init).includes(30) || proc.descriptors(init).includes(31));
      }),
    safe: "false",
  },
  { key: "workingDirectory", seen: async (side) => await alive(side, [], proc.cwd), safe: "/" },
  {
    key: "permutation",
    seen: async (side, name) => {
      return await output(side, [], ["echo", "a", name === "tini" ? "-v" : "-g", "--", "b"]);
    },
    safe: "a OPTION -- b -> 0",
  },
  {
    key: "ownGroup",
    seen: async (side) =>
      await alive(side, ["-c"], (init) => {
        return String(proc.groupOf(proc.children(init)[0]!) === proc.groupOf(init));
      }),
    safe: "false",
  },
  {
    key: "listenPid",
    seen: async (side) =>
      await output(side, prepared("listenpid"), ["--", "sh", "-c", 'test "$LISTEN_PID" = $$']),
    safe: " -> 0",
  },
  {
    key: "refusals",
    seen: async (side) =>
      await output(side, refusing("setpgid,prctl:error=EPERM"), ["--", "sh", "-c", "exit 3"]),
    safe: " -> 3",
    need: machine.strace,
  },
  {
    key: "subreaper",
    seen: async (side, name) => {
      // The orphan is a child of the init, at once, and of nobody else.
      const script = 'sh -c "sleep 1000 & echo \\$! ready"; sleep 1000';
      const run = new Run([side.path, "--", "sh", "-c", script], quiet({}));
      const orphan = Number((await run.line(/^(\d+) ready/m))[1]);
      const init = await initOf(run, side);
      const sh = await childOf(init);
      await until(() => Number(proc.stat(orphan)[1]) !== sh && proc.state(sh) === "S", name);
      await until(() => proc.children(sh).every((one) => proc.words(one)[0] === "sleep"), "orphan");
      return String(Number(proc.stat(orphan)[1]) === init);
    },
    safe: "true",
  },
];

describe.skipIf(selfTest)("where the original is less safe, the safer way stays", () => {
  for (const { key, seen, safe, need } of cases) {
    for (const pair of pairs.filter(({ name }) => {
      return (SAFER[key].names as readonly Name[]).includes(name);
    })) {
      const { original, reason } = SAFER[key];
      const off = pair.missing || need?.met === false;
      const suffix = pair.suffix || (need?.suffix ?? "");
      const wanted = safe.replace("OPTION", pair.name === "tini" ? "-v" : "-g");
      it.skipIf(off)(`${pair.name}: ${reason} (the original ${original})${suffix}`, async () => {
        expect(await seen(pair.original, pair.name)).not.toBe(wanted);
        expect(await seen(pair.ours, pair.name)).toBe(wanted);
      });
    }
  }
});
