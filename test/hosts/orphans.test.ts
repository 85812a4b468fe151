/** Orphans: adopted everywhere, reaped at once whatever the flood, named on request. */
import { expect, it } from "vitest";
import {
  childOf,
  describeBoth,
  describeHosts,
  type Host,
  initOf,
  namespace,
  probe,
  Run,
  type Run as Started,
  type Subject,
  settled,
  signal,
  start,
  sweeping,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { numberOf } from "../support/sending.ts";

interface Maker {
  readonly started: Started;
  readonly init: number;
  /** Makes the next batch and waits until the child is the only one left. */
  next(total: number): Promise<void>;
}

async function maker(
  subject: Subject,
  options: readonly string[],
  ...batches: number[]
): Promise<Maker> {
  const words = [...options, "--", probe("orphans"), ...batches.map(String)];
  const started = start(subject, words, { input: "" });
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  const next = async (total: number): Promise<void> => {
    started.write("go\n");
    await started.line(new RegExp(`^made ${total}$`, "m"));
    await until(() => proc.children(init).length === 1, `the reaping of ${total} orphans`);
  };
  return { started, init, next };
}

describeBoth("orphans", (subject) => {
  it("are all reaped, in floods of 1, 200 and 5000", async () => {
    const { started, next } = await maker(subject, [], 1, 200, 5000);
    for (const total of [1, 201, 5201]) await next(total);
    started.process.stdin?.end();
    expect(await started.ended).toMatchObject({ status: 0, err: "" });
  });

  it("are adopted, and one that is stopped does not stop the init", async () => {
    const started = start(subject, ["--", probe("record"), "orphan"]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    const child = await childOf(init);
    const orphan = await until(() => {
      return proc.children(init).find((pid) => pid !== child);
    }, "the orphan");
    for (const name of ["STOP", "CONT", "TSTP", "CONT", "KILL"]) {
      signal(orphan, numberOf(name));
      await settled(started, init);
      for (const process of [init, child]) {
        await until(() => proc.state(process) === "S", `${process} to sleep, after SIG${name}`);
      }
    }
    await until(() => proc.children(init).length === 1, "the reaping of the orphan");
  });
});

// A runtime is held to a memory that stands still once it is warm, in a test of its own.
describeBoth(
  "orphans",
  (subject) => {
    it("take neither time nor room: the memory of the init does not change", async () => {
      const { init, next } = await maker(subject, [], 1000, 19_000);
      const memory = () =>
        ["VmRSS", "VmData", "VmSize", "VmStk"].map((field) => {
          return proc.kilobytes(init, field);
        });
      await next(1000);
      const before = memory();
      await next(20_000);
      expect(memory()).toEqual(before);
    });

    it("with -w take no room either", async () => {
      const { init, next } = await maker(subject, ["-w"], 1000, 4000);
      await next(1000);
      const before = proc.kilobytes(init, "VmRSS");
      await next(5000);
      expect(proc.kilobytes(init, "VmRSS")).toBe(before);
    });
  },
  sweeping,
);

/** What -w says of an orphan that the script leaves behind; the child waits for a line of input. */
async function warned(subject: Subject, script: string): Promise<string> {
  const words = ["-w", "--", "sh", "-c", `(${script}) & wait; read x; exit 7`];
  const started = start(subject, words, { input: "" });
  await until(() => started.err.includes("\n"), "a warning");
  started.process.stdin?.end("\n");
  const { status, err } = await started.ended;
  expect(status).toBe(7);
  return err;
}

describeBoth("-w", (subject) => {
  it("names an orphan that ended, and its exit status", async () => {
    const err = await warned(subject, 'sh -c "sleep .01; exit 3" & :');
    expect(err).toMatch(/^(tsinit: warning: reaped orphan \d+ \(\w+\): exit status \d+\n)+$/);
    expect(err).toContain("(sh): exit status 3\n");
  });

  it("names an orphan that was killed, and the signal", async () => {
    const err = await warned(subject, 'sh -c "sleep .01; kill -TERM \\$\\$" & :');
    expect(err).toMatch(/^tsinit: warning: reaped orphan \d+ \(sh\): killed by SIGTERM\n/m);
  });

  it.each([["--warn-on-reap"], ["-ws"], ["-gw"]])("is also %s", async (flag) => {
    const words = [flag, "--", "sh", "-c", '(sh -c "exit 3" &); read x'];
    const started = start(subject, words, { input: "" });
    await until(() => started.err.includes("exit status 3\n"), "a warning");
    started.process.stdin?.end("\n");
    expect((await started.ended).err).toMatch(/^tsinit: warning: reaped orphan \d+ /);
  });

  it("does not name the child itself, and without -w nothing is named", async () => {
    const plain = start(subject, ["--", "sh", "-c", '(sh -c "exit 3" &); exit 4']);
    expect(await plain.ended).toMatchObject({ status: 4, err: "" });
    const warning = start(subject, ["-w", "--", "sh", "-c", "exit 4"]);
    expect(await warning.ended).toMatchObject({ status: 4, err: "" });
  });

  it("keeps to one line whatever an orphan calls itself", async () => {
    const name = String.raw`printf 'a\nb\033[1m\r)' >/proc/$$/comm; exit 3`;
    const words = ["-w", "--", "sh", "-c", '(sh -c "$0" &); read x', name];
    const started = start(subject, words, { input: "" });
    await until(() => started.err.includes("\n"), "a warning");
    started.process.stdin?.end("\n");
    const { err } = await started.ended;
    expect(err).toMatch(/^tsinit: warning: reaped orphan \d+ \([ -~]*\): exit status 3\n$/);
  });
});

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

describeHosts("-w where /proc is missing", (host: Host) => {
  it.skipIf(!met)(`still reaps and still tells the status${suffix}`, async () => {
    const bare = namespace.filter((word) => word !== "--mount-proc");
    const script = 'umount -l /proc; exec "$@"';
    const child = ["sh", "-c", '(sh -c "exit 3" &); read x; exit 6'];
    const started = new Run(
      [...bare, "--mount", "sh", "-c", script, "sh", ...host.command, "-w", "--", ...child],
      { input: "" },
    );
    await until(() => started.err.includes("\n"), "a warning");
    started.process.stdin?.end("\n");
    const { status, err } = await started.ended;
    expect(status).toBe(6);
    expect(err).toMatch(/^tsinit: warning: reaped orphan \d+.*: exit status 3\n$/);
  });
});

describeHosts("-w where /proc is another PID namespace's", (host: Host) => {
  it.skipIf(!met)(`names an orphan by nobody else's name${suffix}`, async () => {
    const bare = namespace.filter((word) => word !== "--mount-proc");
    const child = ["sh", "-c", '(sh -c "exit 3" &); read x; exit 6'];
    const started = new Run([...bare, ...host.command, "-w", "--", ...child], { input: "" });
    await until(() => started.err.includes("\n"), "a warning");
    started.process.stdin?.end("\n");
    const { status, err } = await started.ended;
    expect(status).toBe(6);
    expect(err).toMatch(/^(tsinit: warning: reaped orphan \d+: exit status \d+\n)+$/);
  });
});
