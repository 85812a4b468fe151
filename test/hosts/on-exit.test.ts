/**
 * --on-exit: what becomes of those that outlive the child; the status is always the child's own.
 */
import { expect, it } from "vitest";
import { type Family, family, kin } from "../support/family.ts";
import {
  beside,
  describeBoth,
  describeHosts,
  type Options,
  prepared,
  probe,
  type Subject,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";

const targets = ["child", "group", "all"] as const;

/** How the child ends, what is then asked for, and the status that is to be reported. */
const ends = [
  { how: "exits with 7", number: 12, options: [], status: 7 },
  { how: "is killed", number: 9, options: [], status: 137 },
  { how: "exits with 7, which is remapped to 0", number: 12, options: ["-e", "7"], status: 0 },
  { how: "is killed, which is remapped to 3", number: 9, options: ["-e", "137:3"], status: 3 },
] as const;

const cases = targets.flatMap((target) => ends.map((end) => ({ target, ...end })));
const title = "with --forward=$target when the child $how";

async function begin(
  subject: Subject,
  options: readonly string[],
  roles: readonly string[] = kin,
  more?: Options,
): Promise<Family> {
  return await family(subject, options, ["end=12:7", "leave=15", ...roles], more);
}

/** Ends the child and waits until the init has reaped it. */
async function endChild(one: Family, number: number): Promise<void> {
  const child = await one.pid("child");
  signal(child, number);
  await until(() => proc.state(child) === "", "the reaping of the child");
}

describeBoth("--on-exit=leave", (subject) => {
  it.each(cases)(`ends at once ${title}`, async ({ target, number, options, status }) => {
    const one = await begin(subject, [`--forward=${target}`, "--on-exit=leave", ...options]);
    const daemon = await one.pid("daemon");
    signal(await one.pid("child"), number);
    expect(await one.started.ended).toMatchObject({ status, err: "" });
    // What is stopped gets HUP and CONT of the kernel, for its group is an orphan now (setpgid(2)).
    expect(one.all(kin.slice(0, 3))).toEqual({ member: [], grandchild: [], daemon: [] });
    // The kernel ends what is left in a PID namespace without its PID 1 (pid_namespaces(7)).
    expect(proc.state(daemon)).toBe(subject.pid1 ? "" : "S");
  });

  it("is the default", async () => {
    const one = await begin(subject, []);
    signal(await one.pid("child"), 12);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
    expect(one.got("daemon")).toEqual([]);
  });
});

describeBoth("--on-exit=wait", (subject) => {
  it.each(cases)(`waits for the last one ${title}`, async ({ target, number, options, status }) => {
    const one = await begin(subject, [`--forward=${target}`, "--on-exit=wait", ...options]);
    const first = await Promise.all(
      ["grandchild", "member", "stopped"].map((role) => {
        return one.pid(role);
      }),
    );
    await endChild(one, number);
    // Without a child, whatever the target was, signals go to all that it has left.
    signal(one.init, 40);
    await one.reached(kin.slice(0, 3), 40);
    for (const pid of first) {
      signal(pid, 9);
      await until(() => proc.state(pid) === "", "the reaping of one");
    }
    signal(one.init, 41);
    await one.reached(["daemon"], 41);
    expect(one.started.status).toBe(null);
    signal(await one.pid("daemon"), 15);
    expect(await one.started.ended).toMatchObject({ status, err: "" });
    expect(one.started.out).toMatch(/^daemon leaves$/m);
  });
});

describeBoth("--on-exit=wait", (subject) => {
  it("ends at once when nobody is left, a zombie being reaped with the child", async () => {
    const one = await begin(subject, ["--on-exit=wait"], ["zombie"]);
    signal(await one.pid("child"), 12);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
  });

  it("waits for what a daemon starts after the child has ended", async () => {
    const script = '(read x <&3; sh -c "echo late; read y <&3; echo later") & exit 7';
    const words = ["--on-exit=wait", "--", "sh", "-c", `exec 3<&0; ${script}`];
    const started = start(subject, words, { input: "" });
    started.write("go\n");
    await started.line(/^late$/m);
    expect(started.status).toBe(null);
    started.write("on\n");
    expect(await started.ended).toMatchObject({ status: 7, err: "", out: "late\nlater\n" });
  });

  it("lasts until a process has ended whose first thread ended long before", async () => {
    const one = await begin(subject, ["--on-exit=wait"], ["threads", "daemon"]);
    const threads = await one.pid("threads");
    await endChild(one, 12);
    signal(await one.pid("daemon"), 15);
    await one.started.line(/^daemon leaves$/m);
    expect(one.started.status).toBe(null);
    signal(threads, 15);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
  });
});

describeBoth("--on-exit=stop", (subject) => {
  it.each(cases)(
    `sends SIGTERM to all that is left ${title}`,
    async ({ target, number, options, status }) => {
      const one = await begin(subject, [`--forward=${target}`, "--on-exit=stop", ...options]);
      signal(await one.pid("child"), number);
      expect(await one.started.ended).toMatchObject({ status, err: "" });
      for (const role of kin) {
        expect(one.got(role).filter((seen) => seen === 15)).toEqual([15]);
        expect(one.started.out).toMatch(new RegExp(`^${role} leaves$`, "m"));
      }
    },
  );

  it("ends a process whose first thread has ended", async () => {
    const one = await begin(subject, ["--on-exit=stop"], ["threads"]);
    signal(await one.pid("child"), 12);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
  });

  it("forwards signals to those that do not obey, and waits for them", async () => {
    const one = await family(subject, ["--on-exit=stop"], ["end=12:7", "leave=40", ...kin]);
    signal(await one.pid("child"), 12);
    await one.reached(kin, 15);
    signal(one.init, 10);
    await one.reached(kin, 10);
    expect(one.started.status).toBe(null);
    signal(one.init, 40);
    expect(await one.started.ended).toMatchObject({ status: 7, err: "" });
  });
});

describeHosts("--on-exit", (host) => {
  it.each([["tini"], ["docker-init"], ["dumb-init"], ["catatonit"]])(
    "in TSINIT_OPTIONS is obeyed by %s",
    async (name) => {
      const called = prepared(beside(host), `argv0=${name}`);
      const more = { env: { TSINIT_OPTIONS: "--on-exit=stop -e 7:5" } };
      const words = ["end=12:7", "leave=15", ...kin];
      const started = start(called, ["--", probe("tree_family"), ...words], more);
      const child = Number((await started.line(/^child is (\d+)$/m))[1]);
      await started.line(/^ready$/m);
      signal(child, 12);
      expect(await started.ended).toMatchObject({ status: 5, err: "" });
      for (const role of kin) expect(started.out).toMatch(new RegExp(`^${role} leaves$`, "m"));
    },
  );

  it.each([["leave"], ["wait"], ["stop"]])("=%s gives way to the command line", async (choice) => {
    const other = choice === "leave" ? "wait" : "leave";
    const more = { env: { TSINIT_OPTIONS: `--on-exit ${other}` } };
    const one = await begin(beside(host), ["--on-exit", choice], kin, more);
    await endChild(one, 12);
    if (choice === "wait") {
      signal(one.init, 40);
      await one.reached(["daemon"], 40);
      signal(await one.pid("stopped"), 18);
      signal(one.init, 15);
    }
    expect((await one.started.ended).status).toBe(7);
  });

  it.each([["--on-exit=stay"], ["--on-exit="], ["--on-exit=waits"], ["--on-exit=WAIT"]])(
    "%s is wrong use: one line, status 1, nothing started",
    async (option) => {
      const wrong = [option, "--", "echo", "started"];
      const { status, out, err } = await start(beside(host), wrong).ended;
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toBe(
        `tsinit: fatal: ${option}: no such choice; use leave, wait or stop;` +
          " see tsinit --help\n",
      );
    },
  );
});
