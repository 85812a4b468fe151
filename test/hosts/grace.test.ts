/** The end of the grace period: whom SIGKILL ends, what is said, and that it comes to an end. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Family, family, kin } from "../support/family.ts";
import {
  beside,
  describeBoth,
  describeCore,
  initOf,
  type Options,
  prepared,
  probe,
  type Subject,
  scratch,
  signal,
  start,
  until,
} from "../support/harness.ts";
import { strace } from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { faulty, tracer } from "../support/tracers.ts";

const over = (target: string | number): string => {
  return `tsinit: warning: grace period over: SIGKILL to ${target}\n`;
};

/** Starts the family, in which nobody obeys, and lets a stop signal begin the grace period. */
async function stopped(
  subject: Subject,
  options: readonly string[],
  more?: Options,
  number = 15,
): Promise<Family> {
  const one = await family(subject, options, kin, more);
  signal(one.init, number);
  return one;
}

/** Those of the family that live on, by their states, when the init has ended. */
async function survivors(one: Family, pids: readonly number[]): Promise<string[]> {
  await one.started.ended;
  return kin.filter((_, index) => proc.state(pids[index]!) !== "");
}

const pidsOf = (one: Family): Promise<number[]> => Promise.all(kin.map((role) => one.pid(role)));

describeBoth("SIGKILL after the grace period", (subject) => {
  it.each([["100ms"], ["0"], ["0ms"], ["0.1s"], ["1"]])(
    "of %s ends a child that does not obey, with 137",
    async (time) => {
      const one = await stopped(subject, [`--grace=${time}`]);
      const { status, err } = await one.started.ended;
      expect(status).toBe(137);
      expect(err).toMatch(/^tsinit: warning: grace period over: SIGKILL to \d+\n$/);
      expect(one.got("child").filter((seen) => seen !== 15)).toEqual([]);
    },
  );

  it.each([1, 2, 3, 15, 37])("follows stop signal %i", async (number) => {
    const one = await stopped(subject, ["--grace=50ms"], undefined, number);
    expect((await one.started.ended).status).toBe(137);
  });

  it("is remapped like any other end", async () => {
    const one = await stopped(subject, ["--grace=50ms", "-e", "137:4"]);
    expect((await one.started.ended).status).toBe(4);
  });

  it("does not come when the child obeys", async () => {
    const one = await family(subject, ["--grace=10000m"], ["end=15:7"]);
    signal(one.init, 15);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
  });
});

describeBoth("SIGKILL after the grace period", (subject) => {
  it.each([["wait"], ["stop"]])("goes to all that is left with --on-exit=%s", async (choice) => {
    const one = await family(subject, ["--grace=100ms", `--on-exit=${choice}`], kin);
    const pids = await pidsOf(one);
    signal(one.init, 15);
    expect(await one.started.ended).toMatchObject({ status: 137, err: over("all") });
    expect(await survivors(one, pids)).toEqual([]);
  });

  it.each([["child"], ["group"], ["all"]])(
    "goes to all that outlives the child with --on-exit=stop --forward=%s",
    async (target) => {
      const options = ["--grace=100ms", "--on-exit=stop", `--forward=${target}`];
      const one = await family(subject, options, ["end=12:7", ...kin]);
      signal(await one.pid("child"), 12);
      expect(await one.started.ended).toMatchObject({ status: 7, err: over("all") });
    },
  );

  it.each([["100ms"], ["0"]])("of %s ends a process whose first thread has ended", async (time) => {
    const options = [`--grace=${time}`, "--on-exit=stop"];
    const one = await family(subject, options, ["end=12:7", "threads"]);
    signal(await one.pid("child"), 12);
    expect(await one.started.ended).toMatchObject({ status: 7, err: over("all") });
  });

  it.each([["100ms"], ["0"]])("of %s ends what forks for ever", async (time) => {
    for (const [how, status] of [
      ["hop", 7],
      ["renew", 137],
      ["renew end", 7],
    ] as const) {
      const options = [`--grace=${time}`, "--on-exit=stop"];
      const started = start(subject, [...options, "--", probe("tree_storm"), ...how.split(" ")]);
      await started.line(/^ready/m);
      if (how === "renew") signal(await initOf(started, subject), 15);
      expect((await started.ended).status, how).toBe(status);
    }
  });
});

describeCore("SIGKILL after the grace period, as no PID 1,", (host) => {
  const subject = beside(host);

  it.each([
    ["child", ["member", "grandchild", "daemon", "stopped"]],
    ["group", ["grandchild", "daemon", "stopped"]],
    ["all", []],
  ])("goes to the target alone: %s", async (target, left) => {
    const one = await family(subject, ["--grace=100ms", `--forward=${target}`], kin);
    const pids = await pidsOf(one);
    const child = await one.pid("child");
    signal(one.init, 15);
    const called = target === "all" ? "all" : target === "group" ? `group ${child}` : child;
    expect(await one.started.ended).toMatchObject({ status: 137, err: over(called) });
    await until(
      () => kin.filter((_, index) => proc.state(pids[index]!) !== "").length <= left.length,
      "the end of the target",
    );
    expect(await survivors(one, pids)).toEqual(left);
  });
});

describeCore("SIGKILL after the grace period, as no PID 1,", (host) => {
  const subject = beside(host);

  it("is the same with TSINIT_OPTIONS, and the command line wins", async () => {
    const env = { TSINIT_OPTIONS: "--grace=100ms --on-exit=wait" };
    const one = await stopped(subject, [], { env });
    expect(await one.started.ended).toMatchObject({ status: 137, err: over("all") });
    const long = await stopped(subject, ["--grace", "50ms"], {
      env: { TSINIT_OPTIONS: "--grace=10000m --forward=all" },
    });
    expect(await long.started.ended).toMatchObject({ status: 137, err: over("all") });
  });

  it.each([["tini"], ["docker-init"], ["dumb-init"], ["catatonit"]])(
    "comes under the name %s too",
    async (name) => {
      const env = { TSINIT_OPTIONS: "--grace=100ms --forward=all --on-exit=wait" };
      const called = prepared(subject, `argv0=${name}`);
      const started = start(called, ["--", probe("tree_family"), ...kin], { env });
      await started.line(/^ready$/m);
      const init = await until(
        () =>
          [started.pid, ...proc.descendants(started.pid)].find(
            (pid) => proc.words(pid)[0] === name,
          ),
        name,
      );
      signal(init, 15);
      expect((await started.ended).status).toBe(137);
    },
  );

  const { met, suffix } = strace;
  /** The two calls that send a signal to one process. */
  const sending = "kill,pidfd_send_signal";
  it.skipIf(!met)(`is given up after a number of tries, with a warning${suffix}`, async () => {
    const file = join(scratch(), "trace");
    const prefix = tracer(file, `trace=${sending}`, `inject=${sending}:retval=0`);
    const one = await stopped({ ...subject, prefix }, ["--grace=0", "--on-exit=wait"]);
    // A tracer slows each walk down, so the tries are waited for in steps.
    const child = `kill(${await one.pid("child")}, SIGKILL)`;
    for (const tries of [10, 20, 30, 40, 50]) {
      await until(() => readFileSync(file, "latin1").split(child).length > tries, `try ${tries}`);
    }
    await until(() => one.started.err.endsWith(" left after SIGKILL\n"), "the end of the tries");
    for (const role of ["child", ...kin]) signal(await one.pid(role), 9);
    expect((await one.started.ended).status).toBe(137);
  });

  it.skipIf(!met)(`that is refused is said once and not tried again${suffix}`, async () => {
    const prefix = faulty(`${sending}:error=EPERM`);
    const one = await stopped({ ...subject, prefix }, ["--grace=0", "--on-exit=wait"]);
    const refusal = "SIGKILL not forwarded to all: operation not permitted\n";
    await until(() => one.started.err.endsWith(refusal), "the refusal");
    for (const role of ["child", ...kin]) signal(await one.pid(role), 9);
    expect((await one.started.ended).status).toBe(137);
    expect(one.started.err.split("grace period over").length).toBe(2);
  });
});
