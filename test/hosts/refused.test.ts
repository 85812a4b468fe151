/** Every system call refused in turn: the run still ends as the child ended. */
import { expect, it } from "vitest";
import { dispensable } from "../support/exceptions.ts";
import {
  childOf,
  describeHosts,
  type Host,
  initOf,
  probe,
  Run,
  sampled,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { faulty } from "../support/tracers.ts";

const { met, suffix } = machine.strace;

/** Those around the start, also in the child before it is the program; the program makes none. */
const early = [
  "prctl setpgid close_range chdir ioctl openat close read getpgid getppid getpid getsid",
  "rt_sigaction ppoll pwritev2 write lseek sendto splice pipe2 waitid setsid kill fcntl",
  "timer_create timer_settime timer_delete",
].flatMap((line) => line.split(" "));
/** Those that can be refused all at once. */
const together = "prctl setpgid close_range chdir ioctl openat getpgid ppoll pwritev2 write";
const errors = ["EPERM", "ENOSYS", "EINVAL", "EBADF", "EINTR", "ENOMEM", "EAGAIN", "EIO"];

/** Runs the probe that makes no system call but its exit, with the fault in the whole tree. */
async function ending(host: Host, fault: string): Promise<string> {
  const tracer = [...faulty(fault), "-f"];
  const options = ["-s", "-p", "TERM", "-w", "-g", "-vvv", "--"];
  const { status } = await new Run([...tracer, ...host.command, ...options, probe("bare")]).ended;
  return `${fault} ${status}`;
}

describeHosts("at the start, a refusal", (host) => {
  const calls = dispensable(host, early);
  it.skipIf(!met).each(calls)(`of %s is survived, with any error${suffix}`, async (call) => {
    for (const error of sampled(host, errors)) {
      expect(await ending(host, `${call}:error=${error}`)).toBe(`${call}:error=${error} 7`);
    }
  });

  it.skipIf(!met)(
    `of the signal mask is survived, or a failure before the start${suffix}`,
    async () => {
      for (const error of sampled(host, errors)) {
        const fault = `rt_sigprocmask:error=${error}`;
        expect([`${fault} 7`, `${fault} 1`]).toContain(await ending(host, fault));
      }
    },
  );

  it.skipIf(!met)(`of all of them at once is survived${suffix}`, async () => {
    const calls = dispensable(host, together.split(" "));
    const faults = calls.map((call) => `${call}:error=EPERM`);
    const words = ["-sgw", "-vv", "--", probe("bare")];
    const traced = new Run([...faulty(...faults), "-f", ...host.command, ...words]);
    expect((await traced.ended).status).toBe(7);
  });

  it.skipIf(!met)(`of a new process is a failure before the start: 1${suffix}`, async () => {
    for (const error of ["EAGAIN", "ENOMEM", "EPERM"]) {
      const faults = ["clone", "clone3", "fork", "vfork"].map((call) => `${call}:error=${error}`);
      const traced = new Run([...faulty(...faults), ...host.command, "--", probe("bare")]);
      const { status, err } = await traced.ended;
      expect(status).toBe(1);
      expect(err).toMatch(/^tsinit: fatal: [ -~]+\n$/);
    }
  });
});

/** Starts the recorder below a tracer of the init alone. */
async function recorder(
  host: Host,
  faults: readonly string[],
  ...words: string[]
): Promise<{ started: Run; init: number }> {
  const started = new Run([...faulty(...faults), ...host.command, ...words]);
  await started.line(/^ready/m);
  return { started, init: await initOf(started, host) };
}

describeHosts("later, a refusal", (host) => {
  it.skipIf(!met)(
    `to forward is one warning, and the next signal goes through${suffix}`,
    async () => {
      const { started, init } = await recorder(
        host,
        ["kill:error=EPERM:when=1"],
        "--",
        probe("record"),
        "until=15:9",
      );
      const child = await childOf(init);
      signal(init, 1);
      await until(() => started.err.includes("\n"), "a warning");
      signal(init, 15);
      expect((await started.ended).status).toBe(9);
      expect(started.err).toBe(
        `tsinit: warning: SIGHUP not forwarded to ${child}: operation not permitted\n`,
      );
      expect(started.out).not.toContain("got 1 ");
    },
  );

  it.skipIf(!met).each(["EPERM", "ESRCH", "EINVAL", "ENOSYS"])(
    `to forward, for ever, with %s, is survived${suffix}`,
    async (error) => {
      const words = ["-g", "--", probe("record"), "until=12:9"];
      const { started, init } = await recorder(host, [`kill:error=${error}`], ...words);
      const child = await childOf(init);
      for (const number of [1, 15, 34]) signal(init, number);
      await until(() => (started.err.match(/\n/g)?.length ?? 0) >= 3, "three warnings");
      signal(child, 12);
      expect((await started.ended).status).toBe(9);
    },
  );
});

describeHosts("while waiting, a refusal", (host) => {
  const waits = ["wait4", "waitid", "rt_sigtimedwait"];
  const once = waits.flatMap((call) =>
    ["EINTR", "EAGAIN", "EINVAL", "ENOSYS", "ECHILD", "EPERM"].map(
      (error) => `${call}:error=${error}:when=1`,
    ),
  );
  it.skipIf(!met).each(sampled(host, once))(`of %s is survived${suffix}`, async (fault) => {
    const words = ["-w", "--", probe("record"), "orphan", "until=15:9"];
    const { started, init } = await recorder(host, [fault], ...words);
    signal(init, 1);
    await started.line(/^got 1 /m);
    signal(init, 15);
    expect((await started.ended).status).toBe(9);
  });

  const forever = waits.flatMap((call) =>
    ["EINTR", "EAGAIN", "EINVAL", "ENOSYS", "EPERM"].map((error) => `${call}:error=${error}`),
  );
  it.skipIf(!met).each(sampled(host, forever))(
    `of %s, for ever, does not keep the run alive${suffix}`,
    async (fault) => {
      const { started, init } = await recorder(host, [fault], "-w", "--", probe("record"));
      signal(await childOf(init), 9);
      expect((await started.ended).status).toBe(137);
    },
  );

  const writing = ["ppoll", "pwritev2", "write", "openat", "read", "waitid"];
  const spoken = dispensable(host, writing);
  it.skipIf(!met).each(spoken)(`of %s, for ever, loses no signal${suffix}`, async (call) => {
    for (const error of ["EIO", "ENOSYS", "EAGAIN", "EINTR"]) {
      const words = ["-wvvv", "--", probe("record"), "orphan", "until=15:9"];
      const { started, init } = await recorder(host, [`${call}:error=${error}`], ...words);
      const orphan = Number((await started.line(/^orphan (\d+)$/m))[1]);
      signal(orphan, 9);
      await until(() => proc.state(orphan) === "", "the reaping of the orphan");
      for (const number of [1, 10, 34, 15]) signal(init, number);
      expect((await started.ended).status).toBe(9);
      expect(started.out.match(/^got (1|10|15) /gm)).toHaveLength(3);
    }
  });
});
