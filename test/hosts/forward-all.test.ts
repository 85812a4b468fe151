/** --forward: whom a signal reaches in a family of processes, each once, and nobody beside it. */
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
} from "../support/harness.ts";
import { numberOf } from "../support/sending.ts";

/** TERM, HUP, USR1, RTMIN+3; and one more, behind which nothing of these is still under way. */
const sent = [15, 1, 10, 37];
const last = 64;
const all = [...sent, last];
const CONT = numberOf("CONT");
const awake = everybody.filter((role) => role !== "stopped");

/** Sends each signal once to the init and lets the target take it before the next. */
async function sendAll(one: Family, target: readonly string[]): Promise<void> {
  for (const number of all) {
    signal(one.init, number);
    await one.reached(target, number);
  }
}

/** Those who get each signal are these; the stopped one gets a SIGCONT, and nothing else. */
async function expectReached(one: Family, target: readonly string[]): Promise<void> {
  await sendAll(one, target);
  signal(await one.pid("stopped"), CONT);
  await one.reached(["stopped"], CONT);
  const got = awake.map((role) => [role, target.includes(role) ? all : []]);
  expect(one.all(everybody)).toEqual({ ...Object.fromEntries(got), stopped: [CONT] });
}

describeBoth("--forward=child", (subject) => {
  it.each([[[]], [["--forward=child"]], [["-c"]], [["--forward=all", "-c"]]])(
    "%j takes each signal to the child, once, and to nobody else",
    async (options) => {
      await expectReached(await family(subject, options, kin), ["child"]);
    },
  );
});

describeBoth("--forward=group", (subject) => {
  it.each([[["--forward=group"]], [["-g"]], [["--forward=all", "-g"]]])(
    "%j takes each signal to the group, once, and to nobody else",
    async (options) => {
      await expectReached(await family(subject, options, kin), ["child", "member"]);
    },
  );
});

describeBoth("--forward=all", (subject) => {
  it("takes each signal to every descendant, once", async () => {
    const one = await family(subject, ["--forward=all"], [...kin, "zombie"]);
    await sendAll(one, awake);
    expect(one.got("stopped")).toEqual([]);
    signal(await one.pid("stopped"), CONT);
    await one.reached(["stopped"], last);
    expect(one.all(awake)).toEqual(Object.fromEntries(awake.map((role) => [role, all])));
    expect(one.got("stopped").toSorted()).toEqual([...all, CONT].toSorted());
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
    signal(one.init, CONT);
    await one.reached(everybody, CONT);
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
    ") Z 1 ",
    "a b",
    "()",
    ") S 1 1 1",
    "\n) Z 1\n",
    "))))))))))))))))",
    "\\) Z",
    "",
    "\xff) T 0 (",
  ])("such as %j reaches everybody", async (name) => {
    const one = await family(subject, ["--forward=all"], [`name=${hex(name)}`, ...kin]);
    await sendAll(one, awake);
    for (const role of awake) expect(one.got(role)).toEqual(all);
  });
});

describeBoth("--forward=all while the tree forks", (subject) => {
  // A fork is not begun any more once a signal is there, so nobody may be left (fork(2)).
  it.each([20, 60, 150])("misses nobody of 4 times %i processes", async (total) => {
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
  it.each(["tini", "docker-init", "dumb-init", "catatonit"])("is obeyed by %s", async (name) => {
    const more = { env: { TSINIT_OPTIONS: "--forward=all" } };
    const called = prepared(beside(host), `argv0=${name}`);
    const started = start(called, ["--", probe("tree_family"), ...kin], more);
    await started.line(/^ready$/m);
    const one = new Family(started, started.pid);
    signal(one.init, last);
    await one.reached(awake, last);
    for (const role of awake) expect(one.got(role)).toEqual([last]);
  });
});

describeHosts("nobody outside the tree", (host) => {
  it.each(["child", "group", "all"])("is signalled, with --forward=%s", async (target) => {
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
