/** The terminal: who is in its foreground, who may read it, and how often Ctrl-C arrives. */
import { describe, expect, it } from "vitest";
import {
  childOf,
  describeHosts,
  drained,
  type Host,
  probe,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { keys, Terminal } from "../support/terminal.ts";
import { faulty } from "../support/tracers.ts";

const ways = [
  { position: "as session leader", options: [] as string[], need: machine.root },
  {
    position: "as PID 1",
    options: ["pid1"],
    need: machine.both(machine.root, machine.pidNamespace),
  },
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Sends the last signal and waits for it, so that all that came before has arrived as well. */
async function flush(terminal: Terminal, init: number): Promise<void> {
  await drained(init);
  const before = count(terminal.screen, /^got 64 /gm);
  signal(init, 64);
  await until(() => count(terminal.screen, /^got 64 /gm) > before, "the last signal");
}

describe("what a test reads off a terminal", () => {
  // The kernel's echo cannot be made to come late, but a program can write the same bytes.
  it.each([
    "^Cgot 2 code=128\ngot 64 code=0\n",
    "got 2 code=128^C\ngot 64 code=0\n",
    "got 2 code=128\n^Cgot 64 code=0\n",
    "got 2 code=128\n^\\got 64 code=0\n",
    "got 2 code=128\n^Zgot 64 code=0\n",
    "got 2 code=128\n^D\b\bgot 64 code=0\n",
  ])("is the same wherever a key is echoed: %j", async (shown) => {
    const terminal = Terminal.leader(["printf", "%s", shown]);
    expect(await terminal.ended()).toBe("exited 0");
    expect(terminal.screen).toBe("got 2 code=128\r\ngot 64 code=0\r\n");
  });
});

describeHosts("the keys of a terminal", (host) => {
  for (const { position, options, need } of ways) {
    const leads = (command: readonly string[]): Terminal => {
      return Terminal.leader([...host.command, ...command], ...options);
    };
    const title = (text: string): string => `${position}, ${text}${need.suffix}`;

    it.skipIf(!need.met).each([[[]], [["-g"]]])(
      title("Ctrl-C reaches the child exactly once: %j"),
      async (flags: string[]) => {
        const terminal = leads([...flags, "--", probe("record")]);
        await terminal.shows(/^ready/m);
        const init = await terminal.process(...host.command);
        for (let times = 1; times < 4; times += 1) {
          terminal.type(keys.interrupt);
          await terminal.shows(new RegExp(`(got 2 [^]*){${times}}`));
          await flush(terminal, init);
          expect(count(terminal.screen, /got 2 /g)).toBe(times);
        }
        terminal.type(keys.quit);
        await terminal.shows(/got 3 /);
      },
    );

    it.skipIf(!need.met)(title("Ctrl-Z does not wedge it"), async () => {
      const script = `${probe("record")} orphan until=15 & exec sleep 1000`;
      const terminal = leads(["sh", "-c", script]);
      await terminal.shows(/^ready/m);
      const init = await terminal.process(...host.command);
      const child = await terminal.process("sleep", "1000");
      terminal.type(keys.suspend);
      // The group of the child has been told, and perhaps told to go on, which undoes the stop.
      await terminal.shows(/got (18|20) /);
      const orphans = proc.children(init).filter((pid) => pid !== child);
      expect(orphans.length).toBeGreaterThan(0);
      for (const orphan of orphans) signal(orphan, 9);
      await until(() => proc.children(init).length === 1, "the reaping of the orphans");
      signal(init, 15);
      if (proc.state(child) === "T") signal(init, 18);
      expect(await terminal.ended()).toBe("exited 143");
    });
  }
});

describeHosts("the child on a terminal", (host) => {
  for (const { position, options, need } of ways) {
    const leads = (command: readonly string[]): Terminal => {
      return Terminal.leader([...host.command, ...command], ...options);
    };
    const title = (text: string): string => `${position}, ${text}${need.suffix}`;

    it.skipIf(!need.met)(title("the child can read from the terminal"), async () => {
      const terminal = leads(["sh", "-c", 'echo on; read x; echo "got:$x"; exit 5']);
      await terminal.shows(/^on/m);
      terminal.type("hi\n");
      expect(await terminal.ended()).toBe("exited 5");
      expect(terminal.screen).toContain("got:hi");
    });

    it.skipIf(!machine.bash.met || !need.met)(
      title(`bash has job control${machine.bash.suffix}`),
      async () => {
        const terminal = leads(["bash", "--norc", "--noprofile", "-i"]);
        terminal.type('set -o | grep monitor; sleep 0.1 & fg; echo "fg $?"; exit 4\n');
        expect(await terminal.ended()).toBe("exited 4");
        expect(terminal.screen).toMatch(/monitor\s+on/);
        expect(terminal.screen).toMatch(/^fg 0/m);
        expect(terminal.screen).not.toMatch(/no job control|ioctl/i);
      },
    );
  }
});

describeHosts("on its terminal", (host) => {
  it("the child is in the foreground in a group of its own", async () => {
    const terminal = Terminal.leader([...host.command, probe("record")]);
    await terminal.shows(/^ready/m);
    const child = await childOf(await terminal.process(...host.command));
    expect(proc.foregroundOf(child)).toBe(child);
    expect(proc.groupOf(child)).toBe(child);
  });

  it("a hang-up ends the child", async () => {
    const terminal = Terminal.leader([...host.command, "sleep", "1000"]);
    const init = await terminal.process(...host.command);
    await childOf(init);
    terminal.run.process.stdin?.end();
    await until(() => ["", "Z"].includes(proc.state(init)), "the end of the init");
  });

  it("that is stopped with Ctrl-S no signal is held back by a message", async () => {
    const terminal = Terminal.leader([
      ...host.command,
      "-vvvw",
      "--",
      "sh",
      "-c",
      `echo on; exec ${probe("record")} until=15:9 >/dev/null`,
    ]);
    await terminal.shows(/^on/m);
    const init = await terminal.process(...host.command);
    await terminal.process(probe("record"));
    terminal.type(keys.stop);
    for (let round = 0; round < 50; round += 1) signal(init, 1);
    signal(init, 15);
    expect(await terminal.ended()).toBe("exited 9");
  });

  it("with tostop set it can still speak from the background", async () => {
    const terminal = Terminal.leader([
      ...host.command,
      "-w",
      "--",
      "sh",
      "-c",
      'stty tostop; (sh -c "exit 3" &); read x; exit 6',
    ]);
    await terminal.shows(/reaped orphan \d+ \(sh\): exit status 3/);
    terminal.type("\n");
    expect(await terminal.ended()).toBe("exited 6");
  });
});

const broken = ["EPERM", "ENOTTY", "EINVAL", "EIO", "ENXIO", "EBADF", "ENOSYS"];

describeHosts("an error of the terminal", (host: Host) => {
  const { met, suffix } = machine.strace;
  it.skipIf(!met).each(broken)(`is never fatal: %s${suffix}`, async (error) => {
    const tracer = [...faulty(`ioctl:error=${error}`), "-f"];
    const terminal = Terminal.leader([...tracer, ...host.command, probe("bare")]);
    expect(await terminal.ended()).toBe("exited 7");
  });
});
