/** reapOrphans: every orphan is reaped, and child_process loses none of its own children. */
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { namespace } from "../support/harness.ts";
import { pidNamespace } from "../support/machine.ts";
import { Run } from "../support/run.ts";
import { ROOT } from "../support/tsinitctl.ts";
import { canFetch, LATER, Nodes } from "./nodes.ts";
import { LIBRARY, printed } from "./program.ts";

const MINUTE = 60_000;
const FLOOD = join(ROOT, "test/library/flood.mjs");
const nodes = new Nodes();
afterAll(() => nodes.remove());

const isThere = canFetch();
const suffix = isThere ? "" : " (skipped: npm has no other Node for this machine)";

/** Half as many children again come from a worker, and each child leaves an orphan. */
async function flood(node: string, children: number, prefix: readonly string[] = []) {
  const run = new Run([...prefix, node, FLOOD, LIBRARY, String(children)]);
  const { status, out, err } = await run.ended;
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(JSON.parse(out)).toEqual({ wrong: 0, bad: 0, reaped: children * 1.5, left: "" });
}

describe("thousands of orphans and of children of child_process at once, in a worker too", () => {
  it(
    "on this Node",
    async () => {
      await flood(process.execPath, 1200);
    },
    MINUTE,
  );

  it.skipIf(!pidNamespace.met)(
    `on this Node as PID 1${pidNamespace.suffix}`,
    async () => {
      await flood(process.execPath, 800, namespace);
    },
    MINUTE,
  );

  it.skipIf(!isThere).each(LATER)(
    `on Node %s${suffix}`,
    async (major) => {
      await flood(nodes.path(major), 800);
    },
    3 * MINUTE,
  );
});

/** A shell that leaves an orphan, which ends in a way that can be told. */
const leave = (how: string): string => `spawn("sh", ["-c", "(exec sh -c '${how}' &)"]);`;

describe("reapOrphans", () => {
  it("tells how each orphan ended", async () => {
    const [exited, killed] = await printed(`becomeSubreaper();
      const seen = [];
      reapOrphans((orphan) => seen.push(orphan));
      ${leave("exit 7")}
      while (seen.length < 1) await sleep(5);
      ${leave("kill -TERM $$")}
      while (seen.length < 2) await sleep(5);
      seen.forEach(print);`);
    const pid = expect.any(Number) as number;
    expect(exited).toEqual({ pid, command: "sh", status: 7, signal: null });
    expect(killed).toEqual({ pid, command: "sh", status: 143, signal: "SIGTERM" });
  });

  it("leaves the loop free to end, and stops when told or aborted", async () => {
    const program = `becomeSubreaper();
      const stop = new AbortController();
      const first = reapOrphans(undefined, { signal: stop.signal });
      const second = reapOrphans();
      stop.abort();
      second.stop();
      print(process.listenerCount("SIGCHLD"));
      reapOrphans();`;
    expect(await printed(program)).toEqual([0]);
  });
});

describe("reapOrphans beside Node", () => {
  it("reaps what was there before it, and leaves Node's children of that time to it", async () => {
    const program = `becomeSubreaper();
      const child = spawn("sh", ["-c", "read line; exit 3"]);
      const exit = new Promise((done) => child.on("exit", done));
      spawnSync("sh", ["-c", "(exec sh -c 'exit 9' &)"]);
      const reaping = reapOrphans();
      child.stdin.end("on\\n");
      while (reaping.count < 1) await sleep(5);
      print([await exit, reaping.count]);`;
    expect(await printed(program)).toEqual([[3, 1]]);
  });

  it("leaves alone what it is told that somebody else waits for", async () => {
    // The first orphan to end stands for an add-on's child; the next is behind it.
    const program = `becomeSubreaper();
      const seen = [];
      let spared = 0;
      let isAwaited = true;
      reapOrphans(({ status }) => seen.push(status), { except: (pid) => {
        spared ||= pid;
        return pid === spared && isAwaited;
      } });
      ${leave("exit 1")}
      while (spared === 0) await sleep(5);
      ${leave("exit 2")}
      while (zombies().length < 2) await sleep(5);
      const before = seen.length;
      isAwaited = false;
      while (seen.length < 2) await sleep(5);
      print([before, seen.sort()]);`;
    expect(await printed(program)).toEqual([[0, [1, 2]]]);
  });
});

describe("reapOrphans goes on", () => {
  it("when the callback throws or rejects, and tells of it", async () => {
    const program = `becomeSubreaper();
      const errors = [];
      const reaping = reapOrphans(({ status }) => {
        if (status === 1) throw new Error("thrown");
        return Promise.reject(new Error("rejected"));
      }, { onError: (error) => errors.push(error.message) });
      ${leave("exit 1")}
      while (errors.length < 1) await sleep(5);
      ${leave("exit 2")}
      while (errors.length < 2) await sleep(5);
      print([reaping.count, ...errors]);`;
    expect(await printed(program)).toEqual([[2, "thrown", "rejected"]]);
  });

  it("when even what hears of errors throws", async () => {
    const program = `becomeSubreaper();
      const reaping = reapOrphans(({ status }) => {
        if (status === 1) throw new Error("thrown");
        return Promise.reject(new Error("rejected"));
      }, { onError: () => { throw new Error("again"); } });
      ${leave("exit 1")}
      ${leave("exit 2")}
      while (reaping.count < 2) await sleep(5);
      await sleep(5);
      print(reaping.count);`;
    expect(await printed(program)).toEqual([2]);
  });
});

describe("reapOrphans refuses", () => {
  it("on Bun, which would end when a child of its own is gone", async () => {
    const node = join(ROOT, "node_modules/.bin/bun");
    const program = "try { reapOrphans(); } catch (error) { print(failed(error)); }";
    expect(await printed(program, { node })).toEqual([
      {
        name: "TsinitError",
        code: "ERR_TSINIT_PLATFORM",
        message: "Bun cannot share its children; use Node",
      },
    ]);
  });

  it("in a worker, where no orphan ever comes", async () => {
    const program = `
      import { isMainThread, parentPort, Worker } from "node:worker_threads";
      if (isMainThread) new Worker(new URL(import.meta.url)).on("message", print);
      else try { reapOrphans(); } catch (error) { parentPort.postMessage(failed(error)); }`;
    expect(await printed(program)).toEqual([
      {
        name: "TsinitError",
        code: "ERR_TSINIT_PLATFORM",
        message: "children are the main thread's, not a worker's",
      },
    ]);
  });
});
