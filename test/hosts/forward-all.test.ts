// --forward: whom a signal reaches in a family of processes, each once, and nobody beside it.
import { expect, it } from "vitest";
import { everybody, Family, family, hex, kin } from "../support/family.ts";
import {
  beside,
  describeBoth,
  describeHosts,
  initOf,
  prepared,
  probe,
  Run,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { numberOf } from "../support/sending.ts";

/** TERM, HUP, USR1, RTMIN+3; and one more, behind which nothing of these is still under way. */
const sent = [15, 1, 10, 37];
const last = 64;
const awake = everybody.filter((role) => role !== "stopped");

/** Sends each signal once to the init and lets the target take it before the next. */
async function sendAll(one: Family, target: readonly string[]): Promise<void> {
  for (const number of [...sent, last]) {
    signal(one.init, number);
    await one.reached(target, number);
  }
}

const all = [...sent, last];

describeBoth("--forward=child", (subject) => {
  it.each([[[]], [["--forward=child"]], [["-c"]], [["--forward=all", "-c"]]])(
    "%j takes each signal to the child, once, and to nobody else",
    async (options: string[]) => {
      const one = await family(subject, options, kin);
      await sendAll(one, ["child"]);
      signal(await one.pid("stopped"), numberOf("CONT"));
      await one.reached(["stopped"], numberOf("CONT"));
      expect(one.all(everybody)).toEqual({
        child: all,
        member: [],
        grandchild: [],
        daemon: [],
        stopped: [18],
      });
    },
  );
});

describeBoth("--forward=group", (subject) => {
  it.each([[["--forward=group"]], [["-g"]], [["--forward=all", "-g"]]])(
    "%j takes each signal to the group, once, and to nobody else",
    async (options: string[]) => {
      const one = await family(subject, options, kin);
      await sendAll(one, ["child", "member"]);
      signal(await one.pid("stopped"), numberOf("CONT"));
      await one.reached(["stopped"], numberOf("CONT"));
      expect(one.all(everybody)).toEqual({
        child: all,
        member: all,
        grandchild: [],
        daemon: [],
        stopped: [18],
      });
    },
  );
});

describeBoth("--forward=all", (subject) => {
  it("takes each signal to every descendant, once", async () => {
    const one = await family(subject, ["--forward=all"], [...kin, "zombie"]);
    await sendAll(one, awake);
    expect(one.got("stopped")).toEqual([]);
    signal(await one.pid("stopped"), numberOf("CONT"));
    await one.reached(["stopped"], last);
    expect(one.all(awake)).toEqual(Object.fromEntries(awake.map((role) => [role, all])));
    expect(one.got("stopped").toSorted()).toEqual([...all, 18].toSorted());
  });

  it("takes each of a queue of real-time signals to everybody", async () => {
    const one = await family(subject, ["--forward=all"], kin);
    for (let count = 0; count < 50; count++) signal(one.init, 40);
    signal(one.init, last);
    await one.reached(awake, last);
    for (const role of awake) expect(one.got(role)).toEqual([...Array(50).fill(40), last]);
  });

  it("reaches a process whose first thread has ended", async () => {
    const one = await family(subject, ["--forward=all"], ["daemon", "threads"]);
    signal(one.init, 10);
    await one.reached(["child", "daemon", "threads"], 10);
  });

  it("continues a stopped descendant with SIGCONT", async () => {
    const one = await family(subject, ["--forward=all"], kin);
    signal(one.init, numberOf("CONT"));
    await one.reached(everybody, 18);
  });

  it("sends what -r makes of a signal, and nothing that is dropped", async () => {
    const rules = ["-r", "TERM:QUIT", "-r", "HUP:0"];
    const one = await family(subject, ["--forward=all", ...rules], kin);
    for (const number of [15, 1, last]) signal(one.init, number);
    await one.reached(awake, last);
    for (const role of awake) expect(one.got(role).toSorted()).toEqual([3, last]);
  });
});

describeBoth("--forward=all with command names", (subject) => {
  it.each([
    [") Z 1 "],
    ["a b"],
    ["()"],
    [") S 1 1 1"],
    ["\n) Z 1\n"],
    ["))))))))))))))))"],
    ["\\) Z"],
    [""],
    ["\xff) T 0 ("],
  ])("such as %j reaches everybody", async (name) => {
    const one = await family(subject, ["--forward=all"], [`name=${hex(name)}`, ...kin]);
    await sendAll(one, awake);
    for (const role of awake) expect(one.got(role)).toEqual(all);
  });
});

describeBoth("--forward=all while the tree forks", (subject) => {
  // A fork is not begun any more once a signal is there, so nobody may be left (fork(2)).
  it.each([[20], [60], [150]])("misses nobody of 4 times %i processes", async (total) => {
    for (let round = 0; round < 5; round++) {
      const options = ["--forward=all", "--on-exit=wait"];
      const words = [...options, "--", probe("tree_storm"), "breed", String(total)];
      const started = start(subject, words);
      await started.line(/^ready/m);
      signal(await initOf(started, subject), 15);
      expect(await started.ended).toMatchObject({ status: 143, err: "" });
    }
  });
});

describeHosts("--forward=all in TSINIT_OPTIONS", (host) => {
  it.each([["tini"], ["docker-init"], ["dumb-init"], ["catatonit"]])(
    "is obeyed by %s",
    async (name) => {
      const more = { env: { TSINIT_OPTIONS: "--forward=all" } };
      const called = prepared(beside(host), `argv0=${name}`);
      const started = start(called, ["--", probe("tree_family"), ...kin], more);
      await started.line(/^ready$/m);
      const one = new Family(started, started.pid);
      signal(one.init, last);
      await one.reached(awake, last);
      for (const role of awake) expect(one.got(role)).toEqual([last]);
    },
  );
});

describeHosts("nobody outside the tree", (host) => {
  it.each([["child"], ["group"], ["all"]])("is signalled, with --forward=%s", async (target) => {
    // Started by the same parent, a sibling of the init; its probe is below no init at all.
    const words = ["member", "daemon"];
    const outside = new Run([probe("tree_family"), ...words]);
    await outside.line(/^ready$/m);
    const one = await family(
      beside(host),
      [`--forward=${target}`, "--on-exit=stop"],
      ["leave=15", "end=12:7", ...kin],
    );
    for (const number of [1, 10, 37, 15, 12]) signal(one.init, number);
    expect((await one.started.ended).status).toBe(7);
    expect(outside.out).not.toMatch(/^\w+ \d+$/m);
    expect(outside.status).toBe(null);
  });
});

describeBoth("--forward=all, when the child ends of a stop signal,", (subject) => {
  it("lets a daemon that was told to stop come to its end", async () => {
    const daemon = 'trap "echo bye; exit" TERM; echo ready; while :; do sleep 0.05; done';
    const script = `setsid sh -c '${daemon}' & exec sleep 1000`;
    const started = start(subject, ["--forward=all", "--", "sh", "-c", script]);
    await started.line(/^ready$/m);
    signal(await initOf(started, subject), 15);
    expect(await started.ended).toMatchObject({ status: 143, out: "ready\nbye\n" });
  });

  it("does not wait for ever for one that does not stop", async () => {
    const daemon = 'trap "" TERM; echo ready; exec sleep 1000 >/dev/null 2>&1';
    const script = `setsid sh -c '${daemon}' & exec sleep 1000`;
    const started = start(subject, ["--forward=all", "--", "sh", "-c", script]);
    await started.line(/^ready$/m);
    const init = await initOf(started, subject);
    const daemons = proc.descendants(init).filter((pid) => proc.stat(pid)[3] === `${pid}`);
    signal(init, 15);
    expect(await started.ended).toEqual({ status: 143, out: "ready\n", err: "" });
    // As PID 1 its end was theirs.
    if (!subject.pid1) for (const pid of daemons) signal(pid, 9);
  });

  it("kills it when the grace period is over before", async () => {
    const daemon = 'trap "" TERM; echo ready; while :; do sleep 0.05; done';
    const script = `setsid sh -c '${daemon}' & exec sleep 1000`;
    const options = ["--forward=all", "--grace=500ms"];
    const started = start(subject, [...options, "--", "sh", "-c", script]);
    await started.line(/^ready$/m);
    const init = await initOf(started, subject);
    const daemons = proc.descendants(init).filter((pid) => proc.stat(pid)[3] === `${pid}`);
    expect(daemons).toHaveLength(1);
    signal(init, 15);
    const err = "tsinit: warning: grace period over: SIGKILL to all\n";
    expect(await started.ended).toEqual({ status: 143, out: "ready\n", err });
    await until(() => daemons.every((pid) => ["", "Z"].includes(proc.state(pid))), "its end");
  });
});
