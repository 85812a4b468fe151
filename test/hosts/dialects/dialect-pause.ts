/** A pause without a program: what one signal does to it. */
import { readFileSync } from "node:fs";
import { initOf, namespace, Run, until } from "../../support/harness.ts";
import * as proc from "../../support/proc.ts";
import { settledProcess } from "./dialect-effects.ts";
import { quiet, type Side } from "./dialects.ts";

/**
 * A paused program has no output to wait for: it is ready when it sleeps with signals blocked, or
 * in sigtimedwait, where /proc shows those that are waited for as not blocked.
 */
async function paused(side: Side, words: readonly string[], pid1: boolean): Promise<[Run, number]> {
  const run = new Run([...(pid1 ? namespace : []), side.path, ...words], quiet({}));
  const init = await initOf(run, side);
  await until(
    () => {
      const waits = readFileSync(`/proc/${init}/wchan`, "utf8").includes("sigtimedwait");
      return (waits || /[^0]/.test(proc.status(init, "SigBlk"))) && settledProcess(init);
    },
    () => `${side.who} ${side.name} asleep: ${run.err}`,
  );
  return [run, init];
}

/** Says whether the pause went on or how it ended, having sent it one signal. */
export async function pause(
  side: Side,
  words: readonly string[],
  number: number,
  pid1: boolean,
): Promise<string> {
  const [run, init] = await paused(side, words, pid1);
  process.kill(init, number);
  const gone = (): boolean => ["", "Z"].includes(proc.state(init));
  await until(() => gone() || settledProcess(init), `the pause after signal ${number}`);
  if (!gone()) return `went on (${proc.state(init)})`;
  return `ended with ${(await run.ended).status}`;
}
