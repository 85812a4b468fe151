/**
 * Job control by the shell above: stop with the child, continue with it, never take the terminal.
 */
import { expect, it } from "vitest";
import { childOf, describeHosts, type Host, probe, signal, until } from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { keys, Terminal } from "../support/terminal.ts";

interface Job {
  readonly terminal: Terminal;
  readonly init: number;
  readonly child: number;
}

const reader = ["sh", "-c", 'echo on; while read x; do echo "got:$x"; done; exit 5'];

const sleeper = ["sh", "-c", "echo on; exec sleep 1000"];

/** Starts a job of the shell whose child says "on" first. */
async function job(
  host: Host,
  kind: "fg" | "bg" | "null" | "pair",
  words: readonly string[],
): Promise<Job> {
  const terminal = Terminal.shell();
  const init = await terminal.job(kind, [...host.command, ...words]);
  await terminal.shows(/^(on|ready)/m);
  return { terminal, init, child: await childOf(init) };
}

const stopped = async (pid: number): Promise<boolean> => {
  return await until(() => proc.state(pid) === "T", `${pid} to be stopped`);
};
const going = async (pid: number): Promise<boolean> => {
  return await until(() => /[SR]/.test(proc.state(pid)), `${pid} to go on`);
};

describeHosts("a job in the foreground", (host) => {
  it("gives the prompt back on Ctrl-Z, and fg brings the child back, again and again", async () => {
    const { terminal, init, child } = await job(host, "fg", reader);
    for (let round = 0; round < 3; round += 1) {
      terminal.type(keys.suspend);
      expect(await terminal.wait()).toBe("job stopped 20");
      await stopped(child);
      expect(proc.state(init)).toBe("T");
      await terminal.order("fg", /fg/);
      await going(child);
      await until(() => proc.foregroundOf(child) === child, "the child in the foreground");
      terminal.type(`round${round}\n`);
      await terminal.shows(new RegExp(`got:round${round}`));
    }
    terminal.type("\x04");
    expect(await terminal.wait()).toBe("job exited 5");
  });

  it("goes on in the background with bg, without taking the terminal", async () => {
    const { terminal, init, child } = await job(host, "fg", sleeper);
    await stopBy(terminal);
    await terminal.order("bg", /bg/);
    await going(child);
    const { group, shell } = await terminal.foreground();
    expect(group).toBe(shell);
    signal(init, 15);
    expect(await terminal.wait()).toBe("job exited 143");
  });

  it("stops again when the child reads from the background", async () => {
    const { terminal, child } = await job(host, "fg", reader);
    await stopBy(terminal);
    await terminal.order("bg", /bg/);
    expect(await terminal.wait()).toBe("job stopped 21");
    await stopped(child);
    await terminal.order("fg", /fg/);
    await going(child);
    terminal.type("again\n");
    await terminal.shows(/got:again/);
  });

  it("takes every process of its group along, and back", async () => {
    const { terminal, child } = await job(host, "pair", reader);
    await stopBy(terminal);
    expect(await terminal.order("waitleader", /leader \w+ \d+/)).toBe("leader stopped 20");
    await terminal.order("fg", /fg/);
    await going(child);
    terminal.type("pair\n");
    await terminal.shows(/got:pair/);
  });
});

describeHosts("the end of a job in the foreground", (host) => {
  it("ends while it is stopped when it is told to go on and to end", async () => {
    const { terminal, init } = await job(host, "fg", reader);
    await stopBy(terminal);
    signal(init, 15);
    await terminal.order("bg", /bg/);
    expect(await terminal.wait()).toBe("job exited 143");
  });

  it("has Ctrl-C once in the child and not in the shell", async () => {
    const { terminal, init } = await job(host, "fg", [probe("record"), "until=64:6"]);
    terminal.type(keys.interrupt);
    await terminal.shows(/got 2 /);
    signal(init, 64);
    expect(await terminal.wait()).toBe("job exited 6");
    expect(terminal.screen.match(/got 2 /g)).toHaveLength(1);
  });

  it("leaves the terminal to the shell at its end", async () => {
    const { terminal } = await job(host, "fg", ["sh", "-c", "echo on; read x; exit 3"]);
    terminal.type("\n");
    expect(await terminal.wait()).toBe("job exited 3");
    const { group, shell } = await terminal.foreground();
    expect(group).toBe(shell);
  });
});

describeHosts("a job with another input", (host) => {
  it("finds its terminal when its input is /dev/null", async () => {
    const { terminal, child } = await job(host, "null", [probe("record"), "until=64:6"]);
    expect(proc.foregroundOf(child)).toBe(child);
    terminal.type(keys.interrupt);
    await terminal.shows(/got 2 /);
  });

  it("stops and goes on as any other", async () => {
    const { terminal, child } = await job(host, "null", sleeper);
    await stopBy(terminal);
    await terminal.order("fg", /fg/);
    await going(child);
    await until(() => proc.foregroundOf(child) === child, "the child in the foreground");
  });
});

/** Ctrl-Z, and the shell has its prompt again. */
async function stopBy(terminal: Terminal): Promise<void> {
  terminal.type(keys.suspend);
  expect(await terminal.wait()).toBe("job stopped 20");
}

describeHosts("a job in the background", (host) => {
  it("never takes the terminal", async () => {
    const { terminal, init, child } = await job(host, "bg", [probe("record")]);
    const { group, shell } = await terminal.foreground();
    expect(group).toBe(shell);
    expect(proc.groupOf(child)).toBe(child);
    signal(init, 18);
    await terminal.shows(/^got 18 /m);
    expect((await terminal.foreground()).group).toBe(shell);
  });

  it("stops when its child reads the terminal, and fg lets it read", async () => {
    const { terminal, child } = await job(host, "bg", reader);
    expect(await terminal.wait()).toBe("job stopped 21");
    await stopped(child);
    await terminal.order("fg", /fg/);
    await going(child);
    terminal.type("late\n");
    await terminal.shows(/got:late/);
  });
});
