/** Forwarding: every signal that a process can send reaches the target, each one once. */
import { expect, it } from "vitest";
import {
  childOf,
  describeBoth,
  describeHosts,
  initOf,
  prepared,
  probe,
  queue,
  Run,
  type Subject,
  settled,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { forwardable, numberOf } from "../support/sending.ts";

interface Recorded {
  readonly started: Run;
  readonly init: number;
  /** Sends one signal to the init and waits until the child has it. */
  send(number: number): Promise<void>;
  /** The numbers that the child, or its helper, has recorded so far. */
  got(who?: "got" | "helper"): number[];
}

/** Starts the recorder under a subject and waits until it records. */
async function record(
  subject: Subject,
  options: readonly string[],
  ...words: string[]
): Promise<Recorded> {
  const started = start(subject, [...options, "--", probe("record"), ...words]);
  await started.line(/^ready/m);
  if (words.includes("helper")) await started.line(/^helper ready/m);
  const init = await initOf(started, subject);
  const got = (who: "got" | "helper" = "got"): number[] => {
    return [...started.out.matchAll(new RegExp(`^${who} (\\d+)`, "gm"))].map((m) => Number(m[1]));
  };
  const send = async (number: number): Promise<void> => {
    const before = got().filter((seen) => seen === number).length;
    signal(init, number);
    await until(() => got().filter((seen) => seen === number).length > before, `signal ${number}`);
  };
  return { started, init, send, got };
}

describeBoth("forwarding to the target", (subject) => {
  it("takes every signal to the child, exactly once", async () => {
    const recorded = await record(subject, []);
    for (const number of forwardable) await recorded.send(number);
    for (const number of forwardable.toReversed()) await recorded.send(number);
    await settled(recorded.started, recorded.init);
    expect(recorded.got()).toEqual([...forwardable, ...forwardable.toReversed(), 64]);
  });

  it.each([["-g"], ["--forward=group"]])("%s takes every signal to the group", async (flag) => {
    const recorded = await record(subject, [flag], "helper");
    const { got } = recorded;
    for (const number of forwardable) {
      await recorded.send(number);
      await until(() => got("helper").includes(number), `signal ${number} in the helper`);
    }
    expect(got()).toEqual(forwardable);
    expect(got("helper")).toEqual(forwardable);
  });

  it.each([[[]], [["-c"]], [["--single-child"]], [["--forward=child"]], [["-g", "-c"]]])(
    "%j takes them to the child alone",
    async (options: string[]) => {
      const recorded = await record(subject, options, "helper");
      for (const number of [1, 2, 3, 10, 12, 15, 28, 34]) await recorded.send(number);
      await settled(recorded.started, recorded.init);
      expect(recorded.got("helper")).toEqual([]);
    },
  );
});

describeBoth("forwarding of what is sent", (subject) => {
  it("takes fault signals that a process sent, in each way of sending", async () => {
    const recorded = await record(subject, []);
    for (const way of ["kill", "queue", "thread"]) {
      for (const name of ["SEGV", "BUS", "FPE", "ILL", "TRAP", "SYS", "ABRT", "TERM"]) {
        const number = numberOf(name);
        const before = recorded.got().length;
        const words = [probe("send"), way, String(recorded.init), String(number)];
        expect((await new Run(words).ended).status).toBe(0);
        await until(() => recorded.got().length > before, `${name} by ${way}`);
        expect(recorded.got().at(-1)).toBe(number);
      }
    }
  });

  it.each([[-1], [-2], [-3], [-4], [-5], [-60]])(
    "takes what names the init itself as its sender, with code %i",
    async (code) => {
      const recorded = await record(subject, []);
      for (const name of ["PIPE", "XFSZ", "USR1", "SEGV", "HUP", "CONT"]) {
        const number = numberOf(name);
        const words = [probe("send"), `forge:${code}`, String(recorded.init), String(number)];
        expect((await new Run(words).ended).status).toBe(0);
        await until(() => recorded.got().at(-1) === number, `${name} with code ${code}`);
      }
    },
  );

  it("loses no real-time signal of a queue of five hundred", async () => {
    const started = start(subject, ["--", probe("record"), "count=40:500:9"]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await queue(init, 40, 500);
    expect((await started.ended).status).toBe(9);
  });

  it("loses nothing that is sent before and during the start", async () => {
    const early = prepared(
      subject,
      "block=34",
      "block=10",
      "block=15",
      "pending=34",
      "pending=34",
      "pending=10",
      "pending=15",
    );
    const started = start(early, ["--", probe("record")]);
    await started.line(/^got 34 [^]*^got 34 /m);
    await started.line(/^got 10 /m);
    await started.line(/^got 15 /m);
    await settled(started, await initOf(started, subject));
    expect(started.out.match(/^got /gm)?.length).toBe(5);
  });
});

describeBoth("forwarding", (subject) => {
  it("of a signal that is ignored or blocked at the start still reaches the child", async () => {
    const odd = prepared(subject, "ignore=15", "ignore=1", "block=2", "ignore=21", "block=22");
    const recorded = await record(odd, []);
    for (const number of [15, 1, 2, 21, 22]) await recorded.send(number);
  });

  it("of 32 and 33, which no C library lets a program use, does not end the run", async () => {
    const { started, init } = await record(subject, []);
    signal(init, 32);
    signal(init, 33);
    await settled(started, init);
    expect(started.status).toBe(null);
  });

  it("of SIGKILL and SIGCHLD does not happen", async () => {
    const { started, init, got } = await record(subject, []);
    signal(init, numberOf("CHLD"));
    await settled(started, init);
    expect(got()).toEqual([64]);
  });

  it("ends the child of a shell that did not exec it, with -g", async () => {
    const started = start(subject, ["-g", "--", "sh", "-c", "sleep 1000 & echo on; wait $!; :"]);
    await started.line(/^on/m);
    signal(await initOf(started, subject), 15);
    expect((await started.ended).status).toBe(143);
  });

  it("of SIGSTOP stops no init: the child stops alone and goes on", async () => {
    const { started, init, send } = await record(subject, []);
    const child = await childOf(init);
    signal(child, numberOf("STOP"));
    await until(() => proc.state(child) === "T", "the child to stop");
    signal(init, 12);
    signal(init, numberOf("CONT"));
    await started.line(/^got 12 /m);
    await send(10);
    expect(proc.state(init)).toBe("S");
  });
});

describeHosts("a real fault of the init", (host) => {
  const { met, suffix } = machine.both(machine.x86, machine.root);
  it.skipIf(!met)(`kills the init${suffix}`, async () => {
    const { started, init } = await record(host, []);
    expect((await new Run([probe("fault"), String(init)]).ended).status).toBe(0);
    expect((await started.ended).status).toBe("SIGSEGV");
  });
});
