/** --zombies where standard output takes nothing, or late: all rows come, or one line says why not. */
import { expect, it } from "vitest";
import { describeCore, type Host, initOf, probe, Run, signal, until } from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { report, table } from "../support/zombies.ts";
import { make } from "./zombie-maker.ts";

/** More rows than a pipe has room for. */
const MANY = 2000;

/** The host, whose output nobody reads before a line of input, once it cannot go on. */
async function stuck(
  host: Host,
  prefix: readonly string[],
  ...options: string[]
): Promise<{ run: Run; init: number }> {
  const script = 'exec 3<&0; { "$@"; echo "ended $?" >&2; } | { read go <&3; cat; }';
  const command = [...prefix, ...host.command, "--zombies", ...options];
  const run = new Run(["sh", "-c", script, "sh", ...command], { input: "" });
  const init = await initOf(run, host);
  await until(() => proc.state(init) === "S", "a full pipe");
  return { run, init };
}

describeCore("--zombies whose reader", (host) => {
  const place = { host, prefix: [] };
  it.each([
    { how: "is slow", operations: [] },
    { how: "is slow, and the pipe one that does not block", operations: ["nonblock=1"] },
  ])("$how gets all rows", async ({ operations }) => {
    const { zombies } = await make(place, ...Array<string>(MANY).fill("61"));
    const prefix = operations.length > 0 ? [probe("prep"), ...operations, "--"] : [];
    for (const options of [[], ["--json"]]) {
      const { run } = await stuck(host, prefix, ...options);
      run.write("go\n");
      const { out, err } = await run.ended;
      const seen = options.length > 0 ? report(out).zombies : table(out).rows;
      const pids = new Set(seen.map(({ pid }) => pid));
      expect(zombies.filter((pid) => !pids.has(pid))).toEqual([]);
      expect(err).toBe("ended 1\n");
    }
  });

  it("goes away after a line does not hold it up, and nothing is said", async () => {
    await make(place, `many=${MANY}`);
    const words = ["sh", "-c", '"$@" | head -1', "sh", ...host.command, "--zombies"];
    const { status, out, err } = await new Run(words).ended;
    expect(out).toMatch(/^PID +PPID +PARENT .*\n$/);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it.each([
    { name: "SIGINT", number: 2 },
    { name: "SIGTERM", number: 15 },
  ])("never reads is no reason to outlive $name", async ({ number }) => {
    await make(place, `many=${MANY}`);
    const { run, init } = await stuck(host, []);
    signal(init, number);
    await until(() => run.err.endsWith(`ended ${128 + number}\n`), "its end");
  });
});

describeCore("--zombies with standard output", (host) => {
  it.each([
    { how: "closed", script: '"$@" >&-', cause: "bad file descriptor" },
    { how: "full", script: '"$@" >/dev/full', cause: "no space left on device" },
  ])("$how cannot tell, and says why: status 2", async ({ script, cause }) => {
    const { zombies } = await make({ host, prefix: [] }, "many=3", "61");
    expect(zombies).toHaveLength(1);
    for (const options of [[], ["--json"]]) {
      const words = ["sh", "-c", script, "sh", ...host.command, "--zombies", ...options];
      const { status, out, err } = await new Run(words).ended;
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toContain(`cannot write: ${cause}`);
      expect(err.match(/\n/g)).toHaveLength(1);
    }
  });
});
