/**
 * Whose terminal it is where the init's group has no number, or another group has the foreground.
 */
import { expect, it } from "vitest";
import {
  childOf,
  describeHosts,
  drained,
  type Host,
  namespace,
  probe,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { keys, Terminal } from "../support/terminal.ts";

/** The init is PID 1 of a PID namespace that its group, the job's, lies outside of. */
const outside = (host: Host, ...words: string[]): string[] => [
  ...namespace,
  ...host.command,
  ...words,
];

const { met, suffix } = machine.pidNamespace;

describeHosts("an init whose group lies outside its PID namespace", (host) => {
  it.skipIf(!met)(`leaves the terminal to the shell, in the background${suffix}`, async () => {
    const terminal = Terminal.shell();
    await terminal.job("bg", outside(host, "-v", "--", probe("record")));
    await terminal.shows(/^ready/m);
    const { group, shell } = await terminal.foreground();
    expect(group).toBe(shell);
    const init = await terminal.process(...host.command);
    signal(init, 18);
    await terminal.shows(/^got 18 /m);
    expect((await terminal.foreground()).group).toBe(shell);
    signal(await childOf(init), 9);
    expect(await terminal.wait()).toBe("job exited 137");
    expect((await terminal.foreground()).group).toBe(shell);
  });

  it.skipIf(!met)(`leaves it to its own group, in the foreground${suffix}`, async () => {
    const terminal = Terminal.shell();
    const job = await terminal.job("fg", outside(host, "--", probe("record")));
    await terminal.shows(/^ready/m);
    expect((await terminal.foreground()).group).toBe(job);
    const init = await terminal.process(...host.command);
    signal(init, 18);
    await terminal.shows(/^got 18 /m);
    expect((await terminal.foreground()).group).toBe(job);
  });

  it.skipIf(!met)(`takes Ctrl-C to the child, in the foreground${suffix}`, async () => {
    const terminal = Terminal.shell();
    await terminal.job("fg", outside(host, "--", probe("record"), "until=2:6"));
    await terminal.shows(/^ready/m);
    terminal.type(keys.interrupt);
    await terminal.shows(/got 2 /);
  });

  it.skipIf(!met).each([[0], [127]])(
    `lets a script read the terminal afterwards: status %i${suffix}`,
    async (status) => {
      const program = status === 0 ? "true" : "no-such-program";
      const script = '"$@"; echo "status $?"; read x; echo "got=$x"';
      const terminal = Terminal.leader(["sh", "-c", script, "sh", ...outside(host, program)]);
      await terminal.shows(new RegExp(`^status ${status}\\r$`, "m"));
      terminal.type("hello\n");
      await terminal.shows(/^got=hello\r$/m);
      expect(await terminal.ended()).toBe("exited 0");
    },
  );
});

const count = (terminal: Terminal, number: number): number => {
  return terminal.screen.match(new RegExp(`got ${number} `, "g"))?.length ?? 0;
};

/** All that was sent to the init before has arrived at the recorder. */
async function flush(terminal: Terminal, init: number): Promise<void> {
  await drained(init);
  const before = count(terminal, 64);
  signal(init, 64);
  await until(() => count(terminal, 64) > before, "the last signal");
}

describeHosts("--session", (host) => {
  const both = [
    ["another group has it", ["front"]],
    ["its own group has it", []],
  ] as const;

  it.each(both)("lets every HUP and CONT that is sent through when %s", async (_, prepare) => {
    const words = [...host.command, "--session", "--", probe("record")];
    const terminal = Terminal.leader([probe("prep"), ...prepare, "--", ...words]);
    await terminal.shows(/^ready/m);
    const init = await terminal.process(...host.command);
    await flush(terminal, init);
    expect([1, 18].map((number) => count(terminal, number))).toEqual([0, 0]);
    for (let times = 1; times < 3; times += 1) {
      for (const number of [1, 18]) signal(init, number);
      await flush(terminal, init);
      expect([1, 18].map((number) => count(terminal, number))).toEqual([times, times]);
    }
  });

  it.each(both)("has the child lead a session on the terminal when %s", async (_, prepare) => {
    const words = [...host.command, "--session", "--", probe("record")];
    const terminal = Terminal.leader([probe("prep"), ...prepare, "--", ...words]);
    await terminal.shows(/^ready/m);
    const child = await childOf(await terminal.process(...host.command));
    expect(proc.groupOf(child)).toBe(child);
    expect(proc.foregroundOf(child)).toBe(child);
    terminal.type(keys.interrupt);
    await terminal.shows(/got 2 /);
  });
});
