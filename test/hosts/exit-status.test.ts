/** How a run ends: the child's exit status or signal, remapped on request, and at once. */
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  prepared,
  Run,
  run,
  type Subject,
  sampled,
  signal,
  start,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { deadly } from "../support/sending.ts";

const statuses = Array.from({ length: 256 }, (_, status) => status);

/** Runs a shell loop over items; in each turn BODY is the command that the items are put into. */
async function sweep(
  subject: Subject,
  items: readonly number[],
  body: string,
): Promise<Map<number, number>> {
  const script =
    "items=$1; shift; ulimit -c 0\n" + `for i in $items; do ${body}\necho "$i $?"; done`;
  const command = [...subject.prefix, ...subject.command];
  const { out } = await new Run(["sh", "-c", script, "sh", items.join(" "), ...command]).ended;
  return new Map(
    out
      .trim()
      .split("\n")
      .map((line) => line.split(" ").map(Number)) as never,
  );
}

/** A map from each item to what the function makes of it. */
function each(items: readonly number[], value: (item: number) => number): Map<number, number> {
  return new Map(items.map((item) => [item, value(item)]));
}

describeBoth("the end of a run", (subject) => {
  it("is the exit status of the child, for all 256 of them", async () => {
    const seen = await sweep(subject, sampled(subject, statuses), '"$@" sh -c "exit $i"');
    expect(seen).toEqual(each(sampled(subject, statuses), (status) => status));
  });

  it("is 128+n when signal n killed the child, for every deadly signal", async () => {
    const all = sampled(subject, [...deadly, 32, 33]);
    const seen = await sweep(subject, all, '"$@" sh -c "kill -$i \\$\\$; exit 99"');
    expect(seen).toEqual(each(all, (signal) => 128 + signal));
  });

  it("comes at once when the child ends, whatever else still lives", async () => {
    const words = ["sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo left; exit 3"];
    expect(await run(subject, words)).toEqual({ status: 3, out: "left\n", err: "" });
  });

  it("is the status even when SIGCHLD was ignored at the start", async () => {
    const ignoring = prepared(subject, "ignore=17");
    expect((await run(ignoring, ["sh", "-c", "exit 7"])).status).toBe(7);
  });
});

describeHosts("-e", (host) => {
  const some = sampled(host, statuses);
  it("reports 0 in place of its CODE, for all 256 of them", async () => {
    const seen = await sweep(host, some, '"$@" -e $i -- sh -c "exit $i"');
    expect(seen).toEqual(each(some, () => 0));
  });

  it("leaves every other status alone", async () => {
    const seen = await sweep(host, some, '"$@" -e $(((i + 1) % 256)) -- sh -c "exit $i"');
    expect(seen).toEqual(each(some, (status) => status));
  });

  it("FROM:TO reports TO in place of FROM, for all 256 of either", async () => {
    const there = await sweep(host, some, '"$@" -e $i:77 -- sh -c "exit $i"');
    expect(there).toEqual(each(some, () => 77));
    const back = await sweep(host, some, '"$@" -e 5:$i -- sh -c "exit 5"');
    expect(back).toEqual(each(some, (status) => status));
  });

  it.each([
    [["-e", "143"], "kill -TERM $$", 0],
    [["-e143"], "kill -TERM $$", 0],
    [["-e", "143:5"], "kill -TERM $$", 5],
    [["-e", "1", "-e", "2", "-e", "3:4"], "exit 1", 0],
    [["-e", "1", "-e", "2", "-e", "3:4"], "exit 2", 0],
    [["-e", "1", "-e", "2", "-e", "3:4"], "exit 3", 4],
    [["-e", "5:6", "-e", "6:7"], "exit 5", 6],
    [["--remap-exit=9"], "exit 9", 0],
    [["--remap-exit", "9:8"], "exit 9", 8],
    [["-e", "0:7"], "exit 0", 7],
  ])('%j turns "%s" into %i', async (options, script, status) => {
    expect((await run(host, [...options, "--", "sh", "-c", script])).status).toBe(status);
  });
});

describeHosts("the end of a run beside others", (host) => {
  it("does not kill what it leaves behind when it is not PID 1", async () => {
    const started = start(host, ["sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!; exit 3"]);
    const orphan = Number((await started.line(/^(\d+)$/m))[1]);
    expect((await started.ended).status).toBe(3);
    expect(proc.state(orphan)).toMatch(/[SR]/);
  });

  it("comes when somebody else kills the child", async () => {
    const started = start(host, ["sh", "-c", "echo $$; exec sleep 1000"]);
    signal(Number((await started.line(/^(\d+)$/m))[1]), 9);
    expect((await started.ended).status).toBe(137);
  });
});
