/** supervise: the child and its end, in a program that lives on, whatever its hooks do. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namespace, scratch } from "../support/harness.ts";
import { pidNamespace } from "../support/machine.ts";
import type { Options } from "../support/run.ts";
import { printed, quote, shell, start } from "./program.ts";

/** What the promise of a program gives that supervises this script, and nothing else. */
async function endOf(script: string): Promise<unknown[]> {
  return await printed(`print(await supervise(${shell(script)}));`);
}

describe("the child", () => {
  it.each([0, 1, 77, 255])("ends with status %d, and so does the promise", async (status) => {
    expect(await endOf(`exit ${status}`)).toEqual([
      { status, signal: null, pid: expect.any(Number) },
    ]);
  });

  it("may be killed, which is 128 and the signal", async () => {
    expect(await endOf("kill -KILL $$")).toEqual([
      { status: 137, signal: "SIGKILL", pid: expect.any(Number) },
    ]);
  });

  it("that has no name is not taken for the one before it", async () => {
    const program = `await supervise(["true"]);
      try { await supervise([""]); } catch (error) { print(error.status); }`;
    expect(await printed(program)).toEqual([127]);
  });

  it("gets its words, and the environment that is given", async () => {
    const words = ["printf", "<%s>", "", "a b", "ü", "-v"];
    const { out } = await start(`await supervise(${quote(words)});
      await supervise(["env"], { env: { ONE: "1", NONE: undefined } });`).ended;
    expect(Buffer.from(out, "latin1").toString()).toBe("<><a b><ü><-v>ONE=1\n");
  });

  it("has the mask, dispositions and descriptors that a child of child_process has", async () => {
    const look = shell(
      "grep -E 'SigBlk|SigIgn' /proc/self/status; ls /proc/self/fd | tr '\\n' ' '; ulimit -n",
    );
    const { out } = await start(`const [command, ...words] = ${look};
      spawnSync(command, words, { stdio: "inherit" });
      process.stdout.write("--");
      await supervise(${look});`).ended;
    const [plain, supervised] = out.split("--");
    expect(plain).toMatch(/^SigBlk:\t0+\nSigIgn:\t0+\n0 1 2 /);
    expect(supervised).toBe(plain);
  });
});

describe("the end", () => {
  it("an AbortSignal is as SIGTERM, hooks and grace period and all", async () => {
    const file = join(scratch(), "ready");
    const child = ["sh", "-c", "trap '' TERM; : >$0; while :; do sleep 1; done", file];
    const program = `const stop = new AbortController();
      const ended = supervise(${quote(child)},
        { signal: stop.signal, grace: 100 }, { onSignal: ({ signal }) => print(signal) });
      while (!existsSync("${file}")) await sleep(5);
      stop.abort();
      print((await ended).status);`;
    const options: Options = { stdio: ["ignore", "pipe", "ignore"] };
    expect(await printed(program, { options })).toEqual(["SIGTERM", 137]);
  });

  it("nothing is started after an abort", async () => {
    const program = `await supervise(["echo", "started"], { signal: AbortSignal.abort("no") })
      .catch(print);`;
    expect(await printed(program)).toEqual(["no"]);
  });

  it("onExit is awaited, and a number that it gives is the status", async () => {
    const program = `const onExit = async (ending) => {
        await sleep(20);
        return ending.status + 40;
      };
      print((await supervise(${shell("exit 3")}, {}, { onExit })).status);`;
    expect(await printed(program)).toEqual([43]);
  });

  it("an onExit or onReap that hangs holds up nothing for longer than its time", async () => {
    const program = `const hang = () => new Promise(() => {});
      const { status } = await supervise(${shell("(exec true &); sleep 0.1; exit 5")},
        { hookTimeout: 50, onExit: "wait", onError: () => {} }, { onExit: hang, onReap: hang });
      print(status); process.exit(0);`;
    expect(await printed(program)).toEqual([5]);
  });

  it("with onExit: wait what outlives the child is waited for, and onReap is told", async () => {
    const program = `const reaped = [];
      const { status } = await supervise(${shell("(sleep 0.2; exit 9) & exit 4")},
        { onExit: "wait" }, { onReap: ({ status }) => reaped.push(status) });
      print([status, reaped]);`;
    expect(await printed(program)).toEqual([[4, [9]]]);
  });
});

describe("beside it", () => {
  it("child_process works as ever while orphans come", async () => {
    const orphans = "for i in $(seq 200); do (exit 1 &); done; sleep 1";
    const program = `const done = supervise(${shell(orphans)});
      let right = 0;
      for (let i = 0; i < 100; i++) {
        const child = spawn("sh", ["-c", "exit " + i]);
        if (await new Promise((end) => child.on("exit", end)) === i) right++;
      }
      print([right, (await done).status]);`;
    expect(await printed(program)).toEqual([[100, 0]]);
  });

  it.skipIf(!pidNamespace.met)(`it works as PID 1${pidNamespace.suffix}`, async () => {
    const script = `(exit 1 &); (exit 2 &)
      until test $(wc -w </proc/1/task/1/children) = 1; do :; done; exit 6`;
    const program = `let reaped = 0;
      const { status } = await supervise(${shell(script)}, {}, { onReap: () => reaped++ });
      print([process.pid, status, reaped]);`;
    expect(await printed(program, { prefix: namespace })).toEqual([[1, 6, 2]]);
  });
});
