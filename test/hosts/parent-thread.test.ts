/**
 * The parent-death signal of -p: not for the end of the thread that started the init, only for the
 * end of its process.
 */
import { expect, it } from "vitest";
import {
  asPid1,
  beside,
  describeCore,
  describeHosts,
  type Host,
  initOf,
  probe,
  Run,
  settled,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";

interface Below {
  readonly started: Run;
  readonly init: number;
  readonly child: number;
  /** Has the thread end that started the init, and waits until nothing of it is left. */
  endThread(): Promise<void>;
}

/** The init below a process that lives on when the thread that started it ends. */
async function below(host: Host, ...words: string[]): Promise<Below> {
  const command = [...host.command, ...words, "--", probe("record")];
  const started = new Run([probe("parent_thread"), ...command], { input: "" });
  // A thread's children are not in its process's own list (proc(5)).
  const child = Number((await started.line(/^ready (\d+)$/m))[1]);
  const init = Number(proc.status(child, "PPid"));
  const endThread = async (): Promise<void> => {
    started.write("thread\n");
    await started.line(/^thread gone$/m);
  };
  return { started, init, child, endThread };
}

const got = (started: Run): number[] => {
  return [...started.out.matchAll(/^got (\d+) /gm)].map((match) => Number(match[1]));
};

const signals = [
  ["USR1", 10],
  ["TERM", 15],
  ["15", 15],
  ["CONT", 18],
  ["HUP", 1],
  ["PWR", 30],
  ["RTMIN", 34],
  ["RTMAX", 64],
] as const;

describeHosts("-p when the thread ends that started the init", (host) => {
  it.each(signals)(
    "%s reaches the child when the process ends, and not before",
    async (name, number) => {
      const { started, init, endThread } = await below(host, "-p", name);
      await endThread();
      await settled(started, init);
      expect(got(started)).toEqual([64]);
      signal(started.pid, 9);
      await until(() => got(started).length > 1, `signal ${number}`);
      expect(got(started)).toEqual([64, number]);
      signal(init, 9);
    },
  );

  it.each([["KILL"], ["9"], ["SIGKILL"]])(
    "%s ends all when the process ends, and not before",
    async (name) => {
      const { started, init, child, endThread } = await below(host, "-p", name);
      await endThread();
      await settled(started, init);
      signal(started.pid, 9);
      await until(() => ![init, child].some((pid) => /[RSDT]/.test(proc.state(pid))), "the end");
    },
  );
});

describeCore("-p", (host) => {
  it("tells of the end of the process when its thread has not ended before", async () => {
    const { started, init } = await below(host, "-p", "USR1");
    signal(started.pid, 9);
    await until(() => got(started).length > 0, "signal 10");
    await settled(started, init);
    expect(got(started)).toEqual([10, 64]);
    signal(init, 9);
  });

  it.each([32, 33])("takes %i, which another process sends, for nothing", async (number) => {
    const { started, init } = await below(host, "-p", "USR1");
    signal(init, number);
    await settled(started, init);
    expect(got(started)).toEqual([64]);
    signal(started.pid, 9);
    await until(() => got(started).length > 1, "signal 10");
    expect(got(started)).toEqual([64, 10]);
    signal(init, 9);
  });
});

describeHosts("-p", (host) => {
  const { met, suffix } = machine.pidNamespace;
  it.skipIf(!met)(`as PID 1 tells of the end of a parent outside${suffix}`, async () => {
    const subject = asPid1(host);
    const prefix = subject.prefix.filter((word) => word !== "--kill-child");
    const started = new Run([...prefix, ...host.command, "-p", "USR1", "--", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, beside(host));
    signal(init, 12);
    await until(() => got(started).length > 0, "signal 12");
    signal(started.pid, 9);
    await until(() => got(started).length > 1, "signal 10");
    expect(got(started)).toEqual([12, 10]);
    signal(init, 9);
  });
});
