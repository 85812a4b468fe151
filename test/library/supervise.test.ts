/** supervise: the core's promises hold in a program that lives on, whatever its hooks do. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namespace, probe, scratch } from "../support/harness.ts";
import { pidNamespace } from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { type Run, signal, until } from "../support/run.ts";
import { forwardable } from "../support/sending.ts";
import { printed, start } from "./program.ts";

const quote = (words: readonly string[]): string => JSON.stringify(words);
const shell = (script: string): string => quote(["sh", "-c", script]);

/** The recorder under a program with these hooks, once it records. */
async function record(hooks: string, options = "{}", ...words: string[]): Promise<Run> {
  const command = quote([probe("record"), ...words]);
  const run = start(`print(await supervise(${command}, ${options}, ${hooks}));`);
  await run.line(/^ready/m);
  return run;
}

const got = (run: Run): number[] => {
  return [...run.out.matchAll(/^got (\d+)/gm)].map((match) => Number(match[1]));
};

async function send(run: Run, sent: number, expected = sent): Promise<void> {
  const before = got(run).filter((number) => number === expected).length;
  signal(run.pid, sent);
  await until(
    () => got(run).filter((number) => number === expected).length > before,
    () => `signal ${expected} in ${run.out}${run.err}`,
  );
}

describe("the child", () => {
  it.each([0, 1, 77, 255])("ends with status %d, and so does the promise", async (status) => {
    expect(await printed(`print(await supervise(${shell(`exit ${status}`)}));`)).toEqual([
      { status, signal: null, pid: expect.any(Number) },
    ]);
  });

  it("may be killed, which is 128 and the signal", async () => {
    expect(await printed(`print(await supervise(${shell("kill -KILL $$")}));`)).toEqual([
      { status: 137, signal: "SIGKILL", pid: expect.any(Number) },
    ]);
  });

  it("that has no name is not taken for the one before it", async () => {
    expect(
      await printed(`await supervise(["true"]);
      try { await supervise([""]); } catch (error) { print(error.status); }`),
    ).toEqual([127]);
  });

  it("gets its words, and the environment that is given", async () => {
    const words = ["printf", "<%s>", "", "a b", "ü", "-v"];
    const { out } = await start(`await supervise(${quote(words)});
      await supervise(["env"], { env: { ONE: "1", NONE: undefined } });`).ended;
    expect(Buffer.from(out, "latin1").toString()).toBe("<><a b><ü><-v>ONE=1\n");
  });

  it("has the mask, dispositions and descriptors that a child of child_process has", async () => {
    const look = quote([
      "sh",
      "-c",
      "grep -E 'SigBlk|SigIgn' /proc/self/status; ls /proc/self/fd | tr '\\n' ' '; ulimit -n",
    ]);
    const [plain, supervised] = (
      await start(`const [command, ...words] = ${look};
      spawnSync(command, words, { stdio: "inherit" });
      process.stdout.write("--");
      await supervise(${look});`).ended
    ).out.split("--");
    expect(plain).toMatch(/^SigBlk:\t0+\nSigIgn:\t0+\n0 1 2 /);
    expect(supervised).toBe(plain);
  });
});

describe("signals", () => {
  it("all reach the child, in order, with a hook that lets them", async () => {
    const run = await record("{ onSignal: () => undefined }");
    for (const number of forwardable) await send(run, number);
    for (const number of [32, 33]) signal(run.pid, number);
    await send(run, 64);
    expect(got(run)).toEqual([...forwardable, 64]);
  });

  it("reach the child while a hook adds and removes listeners of its own", async () => {
    const run = await record(`{ onSignal: async ({ signal }) => {
      if (signal === "SIGHUP") process.on("SIGTERM", () => undefined);
      if (signal === "SIGUSR1") process.removeAllListeners("SIGTERM");
    } }`);
    for (const number of [15, 1, 15, 10, 15]) await send(run, number);
    expect(got(run)).toEqual([15, 1, 15, 10, 15]);
  });

  it("reach the child when a hook fails, and what hears of that rejects as well", async () => {
    const run = await record(
      `{ onSignal: () => { throw new Error("thrown"); } }`,
      `{ onError: async () => { throw new Error("rejected"); } }`,
    );
    for (const number of [15, 15]) await send(run, number);
    expect(run.status).toBe(null);
  });

  it("all reach the child without hooks, and none in a flood is lost", async () => {
    const run = await record("{}", "{}", "count=34:500:6");
    for (let i = 0; i < 500; i++) signal(run.pid, 34);
    expect((await run.ended).out).toContain('"status":6');
  });

  it("are rewritten, dropped, and held up by a hook, one not waiting for another", async () => {
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

  it.each([
    ["throws", "() => { throw new Error('broken'); }", "broken"],
    ["rejects", "() => Promise.reject(new Error('broken'))", "broken"],
    ["hangs", "() => new Promise(() => {})", "onSignal(SIGTERM) took more than 50 ms"],
    ["gives rubbish", "() => 'SIGNONE'", '"SIGNONE": no such signal'],
    ["gives what is never forwarded", "() => 'SIGKILL'", "SIGKILL is never forwarded"],
  ])(
    "reach the child as they came when a hook %s, and the error is told",
    async (_, hook, message) => {
      const run = await record(
        `{ onSignal: ${hook} }`,
        "{ hookTimeout: 50, onError: ({ message }) => print({ message }) }",
        "until=15:4",
      );
      signal(run.pid, 15);
      const { out } = await run.ended;
      expect(out).toMatch(/^got 15 code=0$/m);
      expect(out).toContain(JSON.stringify({ message }));
      expect(out).toContain('"status":4');
    },
  );

  it("a hook learns that its time is over, or that the child has ended", async () => {
    const run = await record(
      `{ onSignal: ({ over }) => new Promise(() => {
      over.addEventListener("abort", () => print("over"));
      print("asked");
    }) }`,
      "{ hookTimeout: 60_000 }",
    );
    signal(run.pid, 15);
    await run.line(/^"asked"/m);
    await until(() => proc.children(run.pid).length > 0, "the child");
    signal(proc.children(run.pid)[0] as number, 9);
    expect((await run.ended).out).toMatch(/"over"\n\{"status":137/);
  });

  it("go to Node's own handlers again when the child has ended", async () => {
    const run = start(`process.on("SIGTERM", () => { print("node"); process.exit(0); });
      await supervise(["true"]);
      print("ended"); setInterval(() => {}, 1000);`);
    await run.line(/^"ended"/m);
    signal(run.pid, 15);
    expect((await run.ended).out).toBe('"ended"\n"node"\n');
  });
});

describe("the end", () => {
  it("an AbortSignal is as SIGTERM, hooks and grace period and all", async () => {
    const file = join(scratch(), "ready");
    const program = ["sh", "-c", "trap '' TERM; : >$0; while :; do sleep 1; done", file];
    expect(
      await printed(
        `const stop = new AbortController();
      const ended = supervise(${quote(program)},
        { signal: stop.signal, grace: 100 }, { onSignal: ({ signal }) => print(signal) });
      while (!existsSync("${file}")) await sleep(5);
      stop.abort();
      print((await ended).status);`,
        { options: { stdio: ["ignore", "pipe", "ignore"] } },
      ),
    ).toEqual(["SIGTERM", 137]);
  });

  it("nothing is started after an abort", async () => {
    expect(
      await printed(`await supervise(["echo", "started"], { signal: AbortSignal.abort("no") })
      .catch(print);`),
    ).toEqual(["no"]);
  });

  it("onExit is awaited, and a number that it gives is the status", async () => {
    expect(
      await printed(`const onExit = async (ending) => {
        await sleep(20);
        return ending.status + 40;
      };
      print((await supervise(${shell("exit 3")}, {}, { onExit })).status);`),
    ).toEqual([43]);
  });

  it("an onExit or onReap that hangs holds up nothing for longer than its time", async () => {
    expect(
      await printed(`const hang = () => new Promise(() => {});
      const { status } = await supervise(${shell("(exec true &); sleep 0.1; exit 5")},
        { hookTimeout: 50, onExit: "wait", onError: () => {} }, { onExit: hang, onReap: hang });
      print(status); process.exit(0);`),
    ).toEqual([5]);
  });

  it("with onExit: wait what outlives the child is waited for, and onReap is told", async () => {
    expect(
      await printed(`const reaped = [];
      const { status } = await supervise(${shell("(sleep 0.2; exit 9) & exit 4")},
        { onExit: "wait" }, { onReap: ({ status }) => reaped.push(status) });
      print([status, reaped]);`),
    ).toEqual([[4, [9]]]);
  });
});

describe("beside it", () => {
  it("child_process works as ever while orphans come", async () => {
    expect(
      await printed(`
      const done = supervise(${shell("for i in $(seq 200); do (exit 1 &); done; read line").replace(
        'read line"',
        'sleep 1"',
      )});
      let right = 0;
      for (let i = 0; i < 100; i++) {
        const child = spawn("sh", ["-c", "exit " + i]);
        if (await new Promise((end) => child.on("exit", end)) === i) right++;
      }
      print([right, (await done).status]);`),
    ).toEqual([[100, 0]]);
  });

  it.skipIf(!pidNamespace.met)(`it works as PID 1${pidNamespace.suffix}`, async () => {
    const script = `(exit 1 &); (exit 2 &)
      until test $(wc -w </proc/1/task/1/children) = 1; do :; done; exit 6`;
    expect(
      await printed(
        `let reaped = 0;
      const { status } = await supervise(${shell(script)}, {},
        { onReap: () => reaped++ });
      print([process.pid, status, reaped]);`,
        { prefix: namespace },
      ),
    ).toEqual([[1, 6, 2]]);
  });
});
