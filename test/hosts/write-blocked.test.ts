/**
 * Standard error that nobody reads, of every kind, also while others wait to write there: messages
 * may be lost, no signal is, nor the child's end.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  beside,
  describeBoth,
  describeCore,
  describeHosts,
  type Host,
  initOf,
  probe,
  queue,
  run,
  type Subject,
  scratch,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { keys, Terminal } from "../support/terminal.ts";
import { faulty } from "../support/tracers.ts";

const KINDS = ["pty", "pipe", "fifo", "stream", "dgram"];
const SIGNALS = 500;

/** Stands for a kernel or a sandbox that refuses these system calls to the init alone. */
function refusing(host: Host, ...faults: string[]): Subject {
  return { ...beside(host), prefix: faulty(...faults) };
}

/** Starts the tracer, or whatever comes before the host, with such a standard error. */
function unread(subject: Subject, kind: string, ...more: string[]): Subject {
  const words = [`unread=${kind}:2`, ...more, "--"];
  const { prefix } = subject;
  const prep = [probe("prep"), ...words];
  return {
    ...subject,
    prefix: prefix[0] === "strace" ? [...prep, ...prefix] : [...prefix, ...prep],
  };
}

/** The child ends by itself once it has got all of the signals. */
async function floods(subject: Subject): Promise<void> {
  const words = ["-wvvv", "--", probe("record"), `count=40:${SIGNALS}:9`];
  const started = start(subject, words);
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  await queue(init, 40, SIGNALS);
  expect((await started.ended).status).toBe(9);
}

describeBoth("a standard error that nobody reads", (subject) => {
  it.each(KINDS)("keeps neither a signal nor the end of the child: %s", async (kind) => {
    await floods(unread(subject, kind));
  });

  it.each(KINDS)("keeps neither, though another process writes there: %s", async (kind) => {
    await floods(unread(subject, kind, "rival=2"));
  });

  it.each(KINDS)("does not hold back the report of a wrong start: %s", async (kind) => {
    const wrong = unread(subject, kind, "rival=2");
    expect((await run(wrong, ["no-such-program"])).status).toBe(127);
    expect((await run(wrong, ["-z"])).status).toBe(1);
  });
});

const { met, suffix } = machine.strace;

describeHosts("on a kernel that does not know RWF_NOWAIT there", (host) => {
  const old = refusing(host, "pwritev2:error=EOPNOTSUPP");
  it.skipIf(!met).each(KINDS)(
    `a standard error that nobody reads keeps nothing: %s${suffix}`,
    async (kind) => {
      await floods(unread(old, kind));
      await floods(unread(old, kind, "rival=2"));
    },
  );
});

describeCore("where a standard error that nobody reads", (host) => {
  it.skipIf(!met).each(KINDS)(
    `cannot be opened anew, nothing is kept: %s${suffix}`,
    async (kind) => {
      const faults = ["pwritev2:error=EOPNOTSUPP", "openat:error=EACCES"];
      const subject = refusing(host, ...faults);
      await floods(unread(subject, kind));
      const wrong = unread(subject, kind, "rival=2");
      await floods(wrong);
      expect((await run(wrong, ["no-such-program"])).status).toBe(127);
    },
  );

  it.skipIf(!met).each(KINDS)(
    `cannot be written to in any such way, nothing is kept: %s${suffix}`,
    async (kind) => {
      const calls = ["pwritev2", "openat", "sendto", "lseek", "splice", "pipe2"];
      for (const error of ["ENOSYS", "EPERM"]) {
        const faults = calls.map((call) => `${call}:error=${error}`);
        await floods(unread(refusing(host, ...faults), kind));
      }
    },
  );

  const { met: isRoot, suffix: unlessRoot } = machine.root;
  it.skipIf(!isRoot)(`is another user's terminal, nothing is kept${unlessRoot}`, async () => {
    await floods(unread(beside(host), "pty", "uid=1000"));
    await floods(unread(beside(host), "pty", "session=2", "uid=1000"));
  });
});

/** A recorder whose words go to a file, under an init that speaks to the terminal. */
class Apart {
  readonly file = join(scratch(), "got");
  readonly terminal: Terminal;
  private readonly host: Host;

  constructor(host: Host) {
    this.host = host;
    writeFileSync(this.file, "");
    const child = ["sh", "-c", 'exec "$0" until=15:9 >"$1"', probe("record"), this.file];
    this.terminal = Terminal.leader([...host.command, "-vvv", "--", ...child]);
  }

  async init(): Promise<number> {
    await until(() => readFileSync(this.file, "latin1").includes("ready"), "the child");
    return await this.terminal.process(...this.host.command);
  }

  got(number: number): number {
    return readFileSync(this.file, "latin1").split(`got ${number} `).length - 1;
  }
}

describeHosts("a terminal that is not read for a while", (host) => {
  it("(Ctrl-S) keeps neither a signal nor the end of the child", async () => {
    const apart = new Apart(host);
    const init = await apart.init();
    apart.terminal.type(keys.stop);
    await queue(init, 40, 20);
    await until(() => apart.got(40) === 20, "all signals");
    signal(init, 15);
    expect(await apart.terminal.ended()).toBe("exited 9");
  });

  it("has no line that runs into another", async () => {
    const apart = new Apart(host);
    const { terminal } = apart;
    const init = await apart.init();
    for (const round of [1, 2, 3]) {
      await terminal.hold();
      await queue(init, 40, 1000);
      await until(() => apart.got(40) === round * 1000, "all signals of the round");
      await terminal.release();
      await until(() => {
        signal(init, 10);
        return terminal.screen.split("SIGUSR1").length > round;
      }, "a line that comes through again");
    }
    signal(init, 15);
    expect(await terminal.ended()).toBe("exited 9");
    const lines = terminal.screen.split("\r\n").filter((line) => line.includes("tsinit: "));
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.lastIndexOf("tsinit: ") > 0)).toEqual([]);
  });
});
