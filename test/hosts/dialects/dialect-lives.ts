/** Whole lives of an init, from start to exit status, each run by both programs and compared. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { childOf, probe, type Run, scratch, until } from "../../support/harness.ts";
import * as machine from "../../support/machine.ts";
import { settledProcess } from "./dialect-effects.ts";
import { expectSame, type Pair, type Scenario, transcript } from "./dialects.ts";

/** A child that leaves an orphan of each kind behind and lives until both have been reaped. The
 * orphan lives until its parent is gone, or its parent might reap it. */
const orphans = `
cd "$0"
for how in "exit 7" 'kill -TERM $$'; do
  left='while kill -0 "$1" 2>/dev/null; do :; done; eval "$0"'
  sh -c 'sh -c "$1" "$0" $$ & echo $! >orphan' "$how" "$left"
  read -r orphan <orphan
  while kill -0 "$orphan" 2>/dev/null; do :; done
done
echo ready`;

/** Each number of signals is sent when the one before has been dealt with. */
function sends(...numbers: readonly number[]): NonNullable<Scenario["drive"]> {
  return async (started: Run, init: number) => {
    await started.line(/^ready/m);
    const child = await childOf(init);
    for (const number of numbers) {
      await until(() => settledProcess(init) && settledProcess(child), "both asleep");
      process.kill(init, number);
    }
  };
}

interface Life {
  readonly program: () => readonly string[];
  readonly scenario?: Scenario;
  /** The last event races with the end of the child, so the lines of chance do not count. */
  readonly racy?: boolean;
  /** Only for an original that reaps although it is not PID 1. */
  readonly reaping?: boolean;
}

const lives: Readonly<Record<string, Life>> = {
  "a program that ends with 0": { program: () => ["true"] },
  "a program that ends with 3": { program: () => ["sh", "-c", "exit 3"] },
  "a program that TERM kills": { program: () => ["sh", "-c", "kill -TERM $$"] },
  "a program that KILL kills": { program: () => ["sh", "-c", "kill -KILL $$"] },
  "a program that a real-time signal kills": { program: () => ["sh", "-c", "kill -35 $$"] },
  "signals, the last of them answered with an end": {
    program: () => [probe("record"), "until=15"],
    scenario: { drive: sends(1, 10, 28, 18, 23, 34, 50, 64, 15) },
    racy: true,
  },
  "a signal that kills the program": {
    program: () => ["sh", "-c", "echo ready; exec sleep 1000"],
    scenario: { drive: sends(1) },
    racy: true,
  },
  "SIGCHLD from another process": {
    program: () => [probe("record"), "until=12"],
    scenario: { drive: sends(17, 17, 12) },
    racy: true,
  },
  "orphans, one that ends and one that is killed": {
    program: () => ["sh", "-c", orphans, scratch()],
    reaping: true,
    racy: true,
  },
  "orphans, one that ends and one that is killed, as PID 1": {
    program: () => ["sh", "-c", orphans, scratch()],
    scenario: { pid1: true },
    racy: true,
  },
  "signals as PID 1": {
    program: () => [probe("record"), "until=15"],
    scenario: { drive: sends(1, 12, 15), pid1: true },
    racy: true,
  },
};

/** Lines that come or not as the child is faster or slower than the init. */
const chance = /No child to reap$|Received SIGCHLD$|Received signal 17\.$/;

async function same(pair: Pair, words: readonly string[], life: Life): Promise<void> {
  const whole = [...words, "--", ...life.program()];
  const scenario = { cwd: "/", ...life.scenario };
  if (!life.racy) return await expectSame(pair, whole, scenario);
  const sorted = async (side: Pair["ours"]): Promise<object> => {
    const { status, out, err } = await transcript(pair, side, whole, scenario);
    const steady = (line: string): boolean => !chance.test(line);
    const plain = (line: string): string => line.replace(/^ready \d+$/, "ready");
    return { status, out: out.filter(steady).map(plain), err: err.filter(steady) };
  };
  expect(await sorted(pair.ours)).toEqual(await sorted(pair.original));
}

export function sameLives(
  pair: Pair,
  options: readonly (readonly string[])[],
  env: Record<string, string> = {},
): void {
  for (const [title, life] of Object.entries(lives)) {
    if (life.reaping && pair.name === "dumb-init") continue;
    const need = life.scenario?.pid1 ? machine.pidNamespace : { met: true, suffix: "" };
    it.skipIf(!need.met).each(options.map((words) => [words.join(" ")]))(
      `${title}: ${pair.name} %s${need.suffix}`,
      async (words) => {
        const scenario = { ...life.scenario, env };
        await same(
          pair,
          words.split(" ").filter((word) => word !== ""),
          { ...life, scenario },
        );
      },
    );
  }
}

/** Files that exec refuses or runs through a shell, made for the occasion. */
export function brokenFiles(pair: Pair, env: Record<string, string> = {}): () => Promise<void> {
  return async () => {
    const folder = scratch();
    symlinkSync("loop", join(folder, "loop"));
    writeFileSync(join(folder, "lost"), "#!/nonexistent/interpreter\n", { mode: 0o755 });
    writeFileSync(join(folder, "closed"), "#!/etc/passwd\n", { mode: 0o755 });
    writeFileSync(join(folder, "plain"), 'echo plain "$@"; exit 4\n', { mode: 0o755 });
    for (const name of ["loop", "lost", "closed", "plain"]) {
      await expectSame(pair, ["--", join(folder, name), "word"], { cwd: "/", env });
    }
  };
}
