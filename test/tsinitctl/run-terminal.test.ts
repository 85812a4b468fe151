/** tsinitctl run on a terminal: the program has the foreground, and its end is told when that goes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probe, scratch } from "../support/probes.ts";
import * as proc from "../support/proc.ts";
import { signal, until } from "../support/run.ts";
import { Terminal } from "../support/terminal.ts";
import { TSINITCTL } from "../support/tsinitctl.ts";
import { hooksFile } from "./hooks-file.ts";

/** What runs the recorder with these hooks, until a SIGHUP ends it with status 3. */
const recording = (file: string): string[] => {
  return [...TSINITCTL, "run", "--hooks", file, probe("record"), "until=1:3"];
};

/** The recorder on that terminal, once it records. */
async function recorderOn(terminal: Terminal): Promise<number> {
  await terminal.shows(/ready/);
  return await terminal.process(probe("record"));
}

const initOf = (record: number): number => Number(proc.status(record, "PPid"));

describe("on a terminal", () => {
  it("the program has it, and gets Ctrl-C once", async () => {
    const logs = "export const onSignal = ({ signal }) => console.log('hook', signal);";
    const terminal = Terminal.leader(recording(hooksFile("log.mjs", logs)));
    const record = await recorderOn(terminal);
    expect(proc.foregroundOf(record)).toBe(record);
    terminal.type("\x03");
    await terminal.shows(/got 2 /);
    signal(initOf(record), 1);
    expect(await terminal.ended()).toBe("exited 3");
    expect(terminal.screen.match(/got 2 /g)).toHaveLength(1);
    expect(terminal.screen.match(/hook .*/g)).toEqual([expect.stringMatching(/SIGHUP/)]);
  });

  it("a hook that reads it in the background gets an error, and disturbs nothing", async () => {
    const file = hooksFile(
      "read.mjs",
      `import { readSync } from "node:fs";
      export const onSignal = () => {
        try { readSync(0, Buffer.alloc(1)); } catch (error) { console.log("refused", error.code); }
      };`,
    );
    const command = ["sh", "-c", 'stty tostop; exec "$@"', "sh", ...recording(file)];
    const terminal = Terminal.leader(command);
    signal(initOf(await recorderOn(terminal)), 1);
    expect(await terminal.ended()).toBe("exited 3");
    expect(terminal.screen).toMatch(/refused EIO\r\n(got 18 .*\r\n)?got 1 /);
  });
});

describe("on a terminal that goes", () => {
  it("it ends as the program ended", async () => {
    const told = join(scratch(), "told");
    const program = "trap 'exit 5' HUP; echo ready; while :; do sleep 0.1; done";
    // The leader ends with the terminal, so another shell tells the status.
    const leader = ["sh", "-c", '"$@"; exit', "sh"];
    const teller = ["sh", "-c", `trap '' HUP; "$@"; echo "status $?" > ${told}`, "sh"];
    const command = [...leader, ...teller, ...TSINITCTL, "run", "sh", "-c", program];
    const terminal = Terminal.leader(command);
    await terminal.shows(/ready/);
    signal(terminal.run.pid, 9);
    await until(() => existsSync(told) && readFileSync(told, "utf8") !== "", "the end");
    expect(readFileSync(told, "utf8")).toBe("status 5\n");
  });
});
