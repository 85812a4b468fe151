/** The two programs on a terminal of their own: what it shows, what is typed, whose it is. */
import { childOf, initOf, probe, Run, until } from "../../support/harness.ts";
import * as proc from "../../support/proc.ts";
import { screenOf } from "../../support/screen.ts";
import { settledProcess } from "./dialect-effects.ts";
import { torn } from "./dialect-text.ts";
import { type Pair, quiet, type Side, tidy } from "./dialects.ts";

export interface Seat {
  /** The init is the session leader, or a shell above it is. */
  readonly leader: boolean;
}

/** A program on a new terminal, with the init as its leader or below a shell. */
export class Desk {
  readonly run: Run;
  readonly side: Side;

  constructor(side: Side, words: readonly string[], seat: Seat, env: Record<string, string> = {}) {
    const above = seat.leader ? [] : ["sh", "-c", '"$@"; exit $?', "sh"];
    const command = [probe("pty"), "run", "--", ...above, side.path, ...words];
    this.run = new Run(command, quiet({ input: "", env }));
    this.side = side;
  }

  get screen(): string {
    return screenOf(this.run.out).replaceAll("\r\n", "\n");
  }

  async shows(pattern: RegExp): Promise<void> {
    await until(
      () => pattern.test(this.screen),
      () => `${pattern} in ${this.screen}`,
    );
  }

  type(text: string): void {
    this.run.write(`type ${Buffer.from(text, "latin1").toString("hex")}\n`);
  }

  async init(): Promise<number> {
    return await initOf(this.run, this.side);
  }

  async end(): Promise<string> {
    const match = await this.run.line(/^event leader (.*)$/m);
    return match[1]!;
  }
}

/** Whose session, group and terminal a child has, in words that do not depend on PIDs. */
export async function placeOf(desk: Desk): Promise<Record<string, boolean>> {
  const init = await desk.init();
  const child = await childOf(init);
  const [own, above] = [proc.stat(child), proc.stat(init)];
  return {
    leadsItsSession: Number(own[3]) === child,
    sharesTheSession: own[3] === above[3],
    leadsItsGroup: Number(own[2]) === child,
    hasATerminal: Number(own[4]) !== 0,
    isInTheForeground: own[5] === own[2],
    leavesTheInitATerminal: Number(above[4]) !== 0,
  };
}

/** Whether the hand-over's HUP and CONT come before the end of a short life is chance. */
const handOver = /Received signal (1|18)\.$|Ignoring tty hand-off signal/;

export interface Act {
  readonly env?: Record<string, string>;
  /** Typed once the program is ready and the init sleeps. */
  readonly keys?: string;
}

/** All that the terminal showed of a run, with its end. */
export async function shown(
  pair: Pair,
  side: Side,
  words: readonly string[],
  seat: Seat,
  act: Act = {},
): Promise<object> {
  for (let attempt = 1; ; attempt += 1) {
    const desk = new Desk(side, words, seat, act.env);
    if (act.keys !== undefined) {
      await desk.shows(/ready \d+/);
      const init = await desk.init();
      await until(() => settledProcess(init), "the init asleep");
      desk.type(act.keys);
    }
    const end = await desk.end();
    if (attempt < 20 && torn(pair.name, desk.screen)) continue;
    const screen = desk.screen.replace(/^ready \d+$/m, "ready");
    const lines = tidy(pair.name, [screen, ""])[0];
    const steady = (line: string): boolean => act.keys !== undefined || !handOver.test(line);
    return { end, screen: lines.filter(steady) };
  }
}
