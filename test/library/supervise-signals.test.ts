/** supervise: each signal reaches the child, or what a hook makes of it, whatever the hook does. */
import { describe, expect, it } from "vitest";
import { probe } from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { type Run, signal, until } from "../support/run.ts";
import { forwardable } from "../support/sending.ts";
import { quote, start } from "./program.ts";

/** The recorder under a program with these hooks, once it records. */
async function record(hooks: string, options = "{}", ...words: string[]): Promise<Run> {
  const command = quote([probe("record"), ...words]);
  const run = start(`print(await supervise(${command}, ${options}, ${hooks}));`);
  await run.line(/^ready/m);
  return run;
}

function got(run: Run): number[] {
  return [...run.out.matchAll(/^got (\d+)/gm)].map((match) => Number(match[1]));
}

/** Sends a signal, and waits until the recorder got `expected` once more. */
async function send(run: Run, sent: number, expected = sent): Promise<void> {
  const times = (): number => got(run).filter((number) => number === expected).length;
  const before = times();
  signal(run.pid, sent);
  await until(
    () => times() > before,
    () => `signal ${expected} in ${run.out}${run.err}`,
  );
}

describe("signals all reach the child", () => {
  it("in order, with a hook that lets them", async () => {
    const run = await record("{ onSignal: () => undefined }");
    for (const number of forwardable) await send(run, number);
    for (const number of [32, 33]) signal(run.pid, number);
    await send(run, 64);
    expect(got(run)).toEqual([...forwardable, 64]);
  });

  it("while a hook adds and removes listeners of its own", async () => {
    const run = await record(`{ onSignal: async ({ signal }) => {
      if (signal === "SIGHUP") process.on("SIGTERM", () => undefined);
      if (signal === "SIGUSR1") process.removeAllListeners("SIGTERM");
    } }`);
    for (const number of [15, 1, 15, 10, 15]) await send(run, number);
    expect(got(run)).toEqual([15, 1, 15, 10, 15]);
  });

  it("when a hook fails, and what hears of that rejects as well", async () => {
    const run = await record(
      `{ onSignal: () => { throw new Error("thrown"); } }`,
      `{ onError: async () => { throw new Error("rejected"); } }`,
    );
    for (const number of [15, 15]) await send(run, number);
    expect(run.status).toBe(null);
  });

  it("without hooks, and none in a flood is lost", async () => {
    const run = await record("{}", "{}", "count=34:500:6");
    for (let i = 0; i < 500; i++) signal(run.pid, 34);
    expect((await run.ended).out).toContain('"status":6');
  });
});

describe("signals reach the child as they came, and the error is told,", () => {
  it.each([
    { does: "throws", hook: "() => { throw new Error('broken'); }", message: "broken" },
    { does: "rejects", hook: "() => Promise.reject(new Error('broken'))", message: "broken" },
    {
      does: "hangs",
      hook: "() => new Promise(() => {})",
      message: "onSignal(SIGTERM) took more than 50 ms",
    },
    { does: "gives rubbish", hook: "() => 'SIGNONE'", message: '"SIGNONE": no such signal' },
    {
      does: "gives what is never forwarded",
      hook: "() => 'SIGKILL'",
      message: "SIGKILL is never forwarded",
    },
  ])("when a hook $does", async ({ hook, message }) => {
    const told = "{ hookTimeout: 50, onError: ({ message }) => print({ message }) }";
    const run = await record(`{ onSignal: ${hook} }`, told, "until=15:4");
    signal(run.pid, 15);
    const { out } = await run.ended;
    expect(out).toMatch(/^got 15 code=0$/m);
    expect(out).toContain(JSON.stringify({ message }));
    expect(out).toContain('"status":4');
  });
});

describe("a hook", () => {
  it("rewrites signals, drops them, and holds them up, one not waiting for another", async () => {
    const run = await record(`{ onSignal: async ({ signal, sender, child }) => {
      if (signal === "SIGHUP") return "SIGUSR2";
      if (signal === "SIGUSR1") return false;
      if (signal === "SIGRTMIN+6") print({ sender, child });
      if (signal === "SIGRTMIN+5") await new Promise((go) => process.once("go", go));
      if (signal === "SIGQUIT") process.emit("go");
    } }`);
    await send(run, 1, 12);
    signal(run.pid, 10);
    signal(run.pid, 39);
    await send(run, 40);
    expect(got(run)).toEqual([12, 40]);
    await run.line(new RegExp(`"sender":${process.pid},"child":${proc.children(run.pid)[0]}`));
    await send(run, 3, 39);
    expect(new Set(got(run))).toEqual(new Set([12, 3, 39, 40]));
  });

  it("learns that its time is over, or that the child has ended", async () => {
    const hook = `({ over }) => new Promise(() => {
      over.addEventListener("abort", () => print("over"));
      print("asked");
    })`;
    const run = await record(`{ onSignal: ${hook} }`, "{ hookTimeout: 60_000 }");
    signal(run.pid, 15);
    await run.line(/^"asked"/m);
    await until(() => proc.children(run.pid).length > 0, "the child");
    signal(proc.children(run.pid)[0] as number, 9);
    expect((await run.ended).out).toMatch(/"over"\n\{"status":137/);
  });
});

describe("signals after the end of the child", () => {
  it("go to Node's own handlers again", async () => {
    const run = start(`process.on("SIGTERM", () => { print("node"); process.exit(0); });
      await supervise(["true"]);
      print("ended"); setInterval(() => {}, 1000);`);
    await run.line(/^"ended"/m);
    signal(run.pid, 15);
    expect((await run.ended).out).toBe('"ended"\n"node"\n');
  });
});
