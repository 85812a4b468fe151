/**
 * The grace period and whom it spares: no period begins with what the init was started to ignore,
 * and a child that has left its group does not outlive it.
 */
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  drained,
  initOf,
  prepared,
  probe,
  Run,
  type Subject,
  settled,
  signal,
  start,
  sweeping,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { ENDING } from "../support/sending.ts";

/** The recorder under a grace period that is over at once. */
async function record(subject: Subject, ...options: string[]): Promise<[Run, number]> {
  const started = start(subject, ["--grace=0", ...options, "--", probe("record")]);
  await started.line(/^ready/m);
  return [started, await initOf(started, subject)];
}

describeBoth("a stop signal that the init was started to ignore", (subject) => {
  it.each(ENDING)("reaches the child and begins no grace period: $name", async ({ number }) => {
    const [started, init] = await record(prepared(subject, `ignore=${number}`));
    signal(init, number);
    signal(init, number);
    await settled(started, init);
    await settled(started, init);
    expect(started.out).toMatch(new RegExp(`^got ${number} `, "m"));
    expect(started.status).toBe(null);
    expect(started.err).toBe("");
    signal(init, number === 15 ? 2 : 15);
    expect((await started.ended).status).toBe(137);
  });

  it.each(ENDING)(
    "begins none as what another is rewritten to: $name",
    async ({ name, number }) => {
      const odd = prepared(subject, `ignore=${number}`);
      const [started, init] = await record(odd, "-r", `USR1:${name}`);
      signal(init, 10);
      await settled(started, init);
      await settled(started, init);
      expect(started.out).toMatch(new RegExp(`^got ${number} `, "m"));
      expect(started.status).toBe(null);
    },
  );

  it("begins one when it is rewritten to another", async () => {
    const [started, init] = await record(prepared(subject, "ignore=1"), "-r", "HUP:TERM");
    signal(init, 1);
    expect((await started.ended).status).toBe(137);
  });

  it("does not keep a blocked one from beginning it", async () => {
    const [started, init] = await record(prepared(subject, "block=1", "ignore=2"));
    signal(init, 1);
    expect((await started.ended).status).toBe(137);
  });
});

describeHosts("a script's background job", (host) => {
  it("is not ended by the INT that it was started to ignore", async () => {
    const words = [...host.command, "--grace=0", "--", probe("record")];
    const started = new Run(["sh", "-c", '"$@" & wait', "sh", ...words]);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    for (const number of [2, 3]) signal(init, number);
    await settled(started, init);
    await settled(started, init);
    expect(proc.children(init)).toHaveLength(1);
    signal(init, 15);
    await started.ended;
  });

  it("is not ended by the HUP that nohup has it ignore", async () => {
    const words = [...host.command, "--grace=0", "--", probe("record")];
    const started = new Run(["nohup", ...words]);
    await started.line(/^ready/m);
    signal(started.pid, 1);
    await settled(started, started.pid);
    await settled(started, started.pid);
    expect(started.status).toBe(null);
    signal(started.pid, 15);
    expect((await started.ended).status).toBe(137);
  });
});

describeBoth(
  "a pause that was started to ignore a stop signal",
  (subject) => {
    it.each([
      [15, 2],
      [2, 15],
    ])("goes on after %i, and ends with %i", async (ignored, other) => {
      const started = start(prepared(subject, `ignore=${ignored}`), ["-P"]);
      const init = await initOf(started, subject);
      const wait = process.arch === "x64" ? "128" : "137";
      await until(() => proc.systemCall(init)[0] === wait, "the init to take signals");
      signal(init, ignored);
      await drained(init);
      signal(init, other);
      expect((await started.ended).status).toBe(0);
    });
  },
  sweeping,
);

describeBoth("a child that has left its own group", (subject) => {
  const options = [["-g"], ["--forward=group"], ["--forward=child"], ["--forward=all"]];
  it.each(
    options.flatMap(([option]) => [
      [option!, "zombie"],
      [option!, "member"],
    ]),
  )(
    "is ended by SIGKILL all the same with %s, when a %s is left in the group",
    async (option, left) => {
      const words = [option!, "--grace=0", "--", probe("left_group"), left!];
      const started = start(subject, words);
      await started.line(/^ready/m);
      signal(await initOf(started, subject), 15);
      expect((await started.ended).status).toBe(137);
    },
  );

  it.each([["wait"], ["stop"]])("is ended with -g and --on-exit=%s too", async (choice) => {
    const words = ["-g", `--on-exit=${choice}`, "--grace=0", "--", probe("left_group"), "zombie"];
    const started = start(subject, words);
    await started.line(/^ready/m);
    signal(await initOf(started, subject), 15);
    expect((await started.ended).status).toBe(137);
  });
});
