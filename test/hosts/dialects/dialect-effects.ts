/** What one signal, sent to an init, does to the child, to the child's helper and to the init. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { childOf, initOf, namespace, probe, Run, scratch, until } from "../../support/harness.ts";
import * as proc from "../../support/proc.ts";
import { quiet, type Side } from "./dialects.ts";

export type Place = "beside" | "pid1" | "terminal";

const CONT = 18;
const LAST = 64;

function kill(pid: number, number: number): void {
  try {
    process.kill(pid, number);
  } catch {
    // It ended of the signal before.
  }
}

/** All signals sent so far have been taken, because the process sleeps and none is pending. */
export function settledProcess(pid: number): boolean {
  const state = proc.state(pid);
  return ["", "Z", "T"].includes(state) || (state === "S" && pending(pid) === 0n);
}

function pending(pid: number): bigint {
  return ["SigPnd", "ShdPnd"].reduce((mask, field) => {
    return mask | BigInt(`0x${proc.status(pid, field) || "0"}`);
  }, 0n);
}

/** The recorder never takes SIGCHLD, which a stop of its helper leaves pending. */
function settledRecorder(pid: number): boolean {
  const chld = 1n << 16n;
  const state = proc.state(pid);
  return ["", "Z", "T"].includes(state) || (state === "S" && (pending(pid) & ~chld) === 0n);
}

class Stage {
  readonly run: Run;
  private readonly file: string;

  constructor(side: Side, options: readonly string[], place: Place) {
    const words = [side.path, ...options, "--", probe("record"), "helper"];
    // On a terminal the recorder writes to a file: the terminal would change its lines.
    this.file = place === "terminal" ? join(scratch(), "out") : "";
    const prepared = [probe("prep"), `file=1:${this.file}`, "--", ...words];
    if (place === "terminal") {
      this.run = new Run([probe("pty"), "run", "--", ...prepared], quiet({ input: "" }));
    } else {
      this.run = new Run([...(place === "pid1" ? namespace : []), ...words], quiet({}));
    }
  }

  get out(): string {
    if (this.file === "") return this.run.out;
    try {
      return readFileSync(this.file, "latin1");
    } catch {
      return "";
    }
  }

  /** How the init ended, told by whoever waited for it. */
  async end(): Promise<string> {
    const { status, out } = await this.run.ended;
    return /^event leader (.*)$/m.exec(out)?.[1] ?? String(status);
  }
}

function recordedIn(text: string, who: "got" | "helper"): number[] {
  return [...text.matchAll(new RegExp(`^${who} (\\d+)`, "gm"))].map((one) => Number(one[1]));
}

/** Sends the signal, then signal 64 to see that it has been dealt with, and ends the child. */
export async function effect(
  side: Side,
  options: readonly string[],
  number: number,
  place: Place,
): Promise<string> {
  const stage = new Stage(side, options, place);
  await until(
    () => /^ready/m.test(stage.out) && /^helper ready/m.test(stage.out),
    () => {
      return `the recorder under ${side.who} ${side.name}: ${stage.run.err}`;
    },
  );
  const init = await initOf(stage.run, side);
  const child = await childOf(init);
  const helper = proc.children(child)[0] ?? 0;
  await until(() => settledProcess(init), "the init asleep");
  kill(init, number);
  if (number !== LAST) kill(init, LAST);
  const seen = (): boolean => recordedIn(stage.out, "got").includes(LAST);
  const gone = (): boolean => stage.run.status !== null || ["", "Z"].includes(proc.state(init));
  const stopped = (pid: number): boolean => proc.state(pid) === "T";
  await until(() => seen() || gone() || stopped(init) || stopped(child), `signal ${number}`);
  await until(() => gone() || settledProcess(init), `the init after signal ${number}`);
  const recorders = async (): Promise<unknown> =>
    await until(() => {
      return settledRecorder(child) && settledRecorder(helper);
    }, "the recorders asleep");
  await recorders();
  const [initStopped, childStopped] = [stopped(init), stopped(child)];
  if (initStopped || childStopped) {
    // Only now: the kernel throws a pending stop signal away when CONT comes.
    kill(init, CONT);
    await until(() => seen() || gone(), `the child after signal ${number} and CONT`);
    await recorders();
  }
  const written = stage.out;
  kill(child, 9);
  const end = await stage.end();
  // The end of a terminal sends HUP; the end of a pipe brings what was still on its way.
  const text = place === "terminal" ? written : stage.out;
  const asked = (one: number): boolean => one !== LAST || number === LAST;
  const recorded = recordedIn(text, "got").filter(asked);
  const helped = recordedIn(text, "helper").filter(asked);
  const stops = `${initStopped ? "init stopped, " : ""}${childStopped ? "child stopped, " : ""}`;
  return describeEffect(recorded, helped, stops + end);
}

/** One line a signal, so that a difference is read at once. */
export function describeEffect(
  child: readonly number[],
  helper: readonly number[],
  end: string,
): string {
  return `child got [${child.join()}], helper got [${helper.join()}], ${end}`;
}
