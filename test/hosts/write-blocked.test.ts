// Standard error that nobody reads, of every kind, also while others wait to write there: messages
// may be lost, no signal is, nor the child's end.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeCore,
  describeHosts,
  type Host,
  initOf,
  probe,
  Run,
  run,
  type Subject,
  scratch,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { keys, Terminal } from "../support/terminal.ts";

const kinds = ["pty", "pipe", "fifo", "stream", "dgram"];
const SIGNALS = 500;

/** Stands for a kernel or a sandbox that refuses these system calls to the init alone. */
function refusing(host: Host, ...faults: string[]): Subject {
  const calls = faults.map((fault) => fault.split(":")[0]).join(",");
  const inject = faults.flatMap((fault) => ["-e", `inject=${fault}`]);
  const prefix = ["strace", "-qq", "-o", "/dev/null", "-e", `trace=${calls}`, ...inject];
  return { ...host, pid1: false, prefix };
}

/** Starts the tracer, or whatever comes before the host, with such a standard error. */
function unread(subject: Subject, kind: string, ...more: string[]): Subject {
  const words = [`unread=${kind}:2`, ...more, "--"];
  const { prefix } = subject;
  const isTraced = prefix[0] === "strace";
  const made = isTraced
    ? [probe("prep"), ...words, ...prefix]
    : [...prefix, probe("prep"), ...words];
  return { ...subject, prefix: made };
}

/** The child ends by itself once it has got all of the signals. */
async function floods(subject: Subject): Promise<void> {
  const words = ["-wvvv", "--", probe("record"), `count=40:${SIGNALS}:9`];
  const started = start(subject, words);
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  await new Run([probe("send"), "queue", String(init), "40", String(SIGNALS)]).ended;
  expect((await started.ended).status).toBe(9);
}

describeBoth("a standard error that nobody reads", (subject) => {
  it.each(kinds)("keeps neither a signal nor the end of the child: %s", async (kind) => {
    await floods(unread(subject, kind));
  });

  it.each(kinds)("keeps neither, though another process writes there: %s", async (kind) => {
    await floods(unread(subject, kind, "rival=2"));
  });

  it.each(kinds)("does not hold back the report of a wrong start: %s", async (kind) => {
    const wrong = unread(subject, kind, "rival=2");
    expect((await run(wrong, ["no-such-program"])).status).toBe(127);
    expect((await run(wrong, ["-z"])).status).toBe(1);
  });
});

const { met, suffix } = machine.strace;

describeHosts("on a kernel that does not know RWF_NOWAIT there", (host) => {
  const old = refusing(host, "pwritev2:error=EOPNOTSUPP");
  it.skipIf(!met).each(kinds)(
    `a standard error that nobody reads keeps nothing: %s${suffix}`,
    async (kind) => {
      await floods(unread(old, kind));
      await floods(unread(old, kind, "rival=2"));
    },
  );
});

describeCore("where a standard error that nobody reads", (host) => {
  it.skipIf(!met).each(kinds)(
    `cannot be opened anew, nothing is kept: %s${suffix}`,
    async (kind) => {
      const faults = ["pwritev2:error=EOPNOTSUPP", "openat:error=EACCES"];
      await floods(unread(refusing(host, ...faults), kind));
      const wrong = unread(refusing(host, ...faults), kind, "rival=2");
      await floods(wrong);
      expect((await run(wrong, ["no-such-program"])).status).toBe(127);
    },
  );

  it.skipIf(!met).each(kinds)(
    `cannot be written to in any such way, nothing is kept: %s${suffix}`,
    async (kind) => {
      for (const error of ["ENOSYS", "EPERM"]) {
        const faults = ["pwritev2", "openat", "sendto", "lseek", "splice", "pipe2"].map(
          (call) => `${call}:error=${error}`,
        );
        await floods(unread(refusing(host, ...faults), kind));
      }
    },
  );

  const { met: isRoot, suffix: unlessRoot } = machine.root;
  it.skipIf(!isRoot)(`is another user's terminal, nothing is kept${unlessRoot}`, async () => {
    const subject = { ...host, pid1: false, prefix: [] };
    await floods(unread(subject, "pty", "uid=1000"));
    await floods(unread(subject, "pty", "session=2", "uid=1000"));
  });
});

/** What is refused, so that each way is the first that is left, the last one another process. */
const ways = [
  [],
  ["pwritev2:error=EOPNOTSUPP"],
  ["pwritev2:error=EOPNOTSUPP", "openat:error=EACCES"],
  ["pwritev2", "openat", "sendto", "lseek", "splice", "pipe2", "ppoll"].map((call) => {
    return `${call}:error=ENOSYS`;
  }),
];

describeCore("the report of a wrong start comes out", (host) => {
  const line = 'tsinit: fatal: cannot run "no-such-program": no such file in PATH';
  const command = (faults: readonly string[]): string[] => {
    const { prefix } = faults.length > 0 ? refusing(host, ...faults) : { prefix: [] };
    return [...prefix, ...host.command, "no-such-program"];
  };

  it.skipIf(!met).each(ways)(`on a terminal: %s %s${suffix}`, async (...faults) => {
    const terminal = Terminal.leader(command(faults));
    expect(await terminal.ended()).toBe("exited 127");
    expect(terminal.screen).toBe(`${line}\r\n`);
  });

  it.skipIf(!met).each(ways)(`through a pipe: %s %s${suffix}`, async (...faults) => {
    const piped = new Run(["sh", "-c", '"$@" 2>&1 | cat', "sh", ...command(faults)]);
    expect((await piped.ended).out).toBe(`${line}\n`);
  });

  it.skipIf(!met).each(ways)(`through a socket: %s %s${suffix}`, async (...faults) => {
    expect(await new Run(command(faults)).ended).toMatchObject({ status: 127, err: `${line}\n` });
  });

  it.skipIf(!met).each(ways)(`behind what a file holds: %s %s${suffix}`, async (...faults) => {
    const file = join(scratch(), "log");
    const script = '(echo first; "$@") >"$0" 2>&1';
    await new Run(["sh", "-c", script, file, ...command(faults)]).ended;
    expect(readFileSync(file, "latin1")).toBe(`first\n${line}\n`);
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
    this.terminal = Terminal.leader([
      ...host.command,
      "-vvv",
      "--",
      "sh",
      "-c",
      'exec "$0" until=15:9 >"$1"',
      probe("record"),
      this.file,
    ]);
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
    await new Run([probe("send"), "queue", String(init), "40", "20"]).ended;
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
      await new Run([probe("send"), "queue", String(init), "40", "1000"]).ended;
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
