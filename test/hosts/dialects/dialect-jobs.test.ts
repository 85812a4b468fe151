/** The dialects under a shell with job control: Ctrl-Z, fg, Ctrl-C. */
import { describe, expect, it } from "vitest";
import { childOf, initOf, probe, Run, until } from "../../support/harness.ts";
import * as proc from "../../support/proc.ts";
import { settledProcess } from "./dialect-effects.ts";
import { type Name, pairOf, quiet, SAFER, type Side, selfTest } from "./dialects.ts";

const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex");

/** A shell with job control on a terminal, and an init with a sleeping child as its job. */
class Shell {
  readonly run = new Run([probe("pty"), "shell"], quiet({ input: "" }));
  readonly side: Side;

  constructor(side: Side, options: readonly string[]) {
    this.side = side;
    const program = ["sh", "-c", "echo ready >&2; exec sleep 1000"];
    this.order(`job fg ${[side.path, ...options, "--", ...program].map(hex).join(" ")}`);
  }

  order(line: string): void {
    this.run.write(`${line}\n`);
  }

  /** Types a key while the shell waits for its job, and gives what became of the job. */
  async key(text: string): Promise<string> {
    const before = this.run.out.length;
    this.order("wait");
    this.order(`type ${hex(text)}`);
    return await until(
      () => {
        return /^event job (.*)$/m.exec(this.run.out.slice(before))?.[1];
      },
      () => `the job after ${JSON.stringify(text)}: ${this.run.out}`,
    );
  }
}

async function jobControl(side: Side, options: readonly string[]): Promise<string[]> {
  const shell = new Shell(side, options);
  await shell.run.line(/^event job \d+$/m);
  const init = await initOf(shell.run, side);
  const child = await until(() => {
    return proc.children(init).find((pid) => proc.words(pid)[0] === "sleep");
  }, "the sleeping child");
  await childOf(init);
  await until(() => settledProcess(init), "the init asleep");
  const stopped = (await shell.key("\x1a")).replace(/ \d+$/, "");
  await until(() => proc.state(child) === "T", "a stopped child");
  shell.order("fg");
  await until(() => proc.state(child) === "S" && settledProcess(init), "a child that goes on");
  return [stopped, await shell.key("\x03")];
}

const modes: readonly (readonly [Name, readonly string[]])[] = [
  ["tini", ["-s"]],
  ["tini", ["-sg"]],
  ["dumb-init", []],
  ["dumb-init", ["-c"]],
  ["catatonit", []],
  ["catatonit", ["-g"]],
];

describe.each([...new Set(modes.map(([name]) => name))])("%s under a shell", (name) => {
  const pair = pairOf(name);
  const lacking = (SAFER.jobControl.names as readonly Name[]).includes(name);
  for (const [, options] of modes.filter(([one]) => one === name)) {
    const called = [name, ...options].join(" ");
    it.skipIf(selfTest && lacking)(
      `${called}: Ctrl-Z gives the prompt back, fg goes on, ` + "Ctrl-C ends the child",
      async () => {
        expect(await jobControl(pair.ours, options)).toEqual(["stopped", "exited 130"]);
      },
    );

    if (lacking) continue;
    it.skipIf(pair.missing)(`${called}: as the original${pair.suffix}`, async () => {
      expect(await jobControl(pair.original, options)).toEqual(["stopped", "exited 130"]);
    });
  }
});
