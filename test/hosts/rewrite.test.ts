/** Rewriting and dropping of signals with -r, by every way to name a signal. */
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  initOf,
  probe,
  type Subject,
  settled,
  signal,
  start,
} from "../support/harness.ts";
import { forwardable, names, numberOf } from "../support/sending.ts";

/** Sends each signal and the last one there is; gives what the child recorded before that one. */
async function received(
  subject: Subject,
  options: readonly string[],
  ...sent: number[]
): Promise<number[]> {
  const started = start(subject, [...options, "--", probe("record")]);
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  for (const number of sent) signal(init, number);
  await settled(started, init);
  const all = [...started.out.matchAll(/^got (\d+)/gm)].map((match) => Number(match[1]));
  return all.slice(0, -1);
}

describeBoth("-r", (subject) => {
  it.each([
    ["TERM:QUIT", 15, [3]],
    ["SIGTERM:SIGQUIT", 15, [3]],
    ["15:3", 15, [3]],
    ["TERM:3", 15, [3]],
    ["15:SIGQUIT", 15, [3]],
    ["15:15", 15, [15]],
    ["TERM:RTMIN+3", 15, [37]],
    ["TERM:SIGRTMIN+3", 15, [37]],
    ["SIGRTMIN+3:TERM", 37, [15]],
    ["RTMIN:INT", 34, [2]],
    ["RTMIN+15:INT", 49, [2]],
    ["37:TERM", 37, [15]],
    ["TERM:0", 15, []],
    ["SIGHUP:0", 1, []],
    ["1:0", 1, []],
    ["RTMIN+3:0", 37, []],
    ["RTMAX-1:USR1", 63, [10]],
    ["SIGRTMAX-14:USR1", 50, [10]],
  ])("%s turns signal %i into %j", async (rule, sent, expected) => {
    expect(await received(subject, ["-r", rule], sent)).toEqual(expected);
  });

  it("may be repeated, in each of its forms", async () => {
    const options = ["-r", "TERM:QUIT", "-rHUP:0", "--rewrite=USR1:USR2", "--rewrite", "INT:34"];
    const got = [];
    for (const sent of [15, 1, 10, 2, 28]) got.push(await received(subject, options, sent));
    expect(got).toEqual([[3], [], [12], [34], [28]]);
  });
});

describeHosts("the rules of -r", (host) => {
  it("apply once: two signals can change places", async () => {
    expect(await received(host, ["-r", "USR1:USR2", "-r", "USR2:USR1"], 10)).toEqual([12]);
    expect(await received(host, ["-r", "USR1:USR2", "-r", "USR2:USR1"], 12)).toEqual([10]);
  });

  it("follow each other: the last one for a signal counts", async () => {
    expect(await received(host, ["-r", "TERM:QUIT", "-r", "TERM:INT"], 15)).toEqual([2]);
    expect(await received(host, ["-r", "TERM:0", "-r", "TERM:15"], 15)).toEqual([15]);
  });

  it("can drop every signal", async () => {
    const all = forwardable.filter((number) => number !== 64);
    const options = all.flatMap((number) => ["-r", `${number}:0`]);
    expect(await received(host, options, ...all)).toEqual([]);
  });

  it("know every name, with and without SIG", async () => {
    const known = names.filter((name) => forwardable.includes(numberOf(name)));
    const plain = known.flatMap((name) => ["-r", `${name}:0`]);
    const long = known.flatMap((name) => ["-r", `SIG${name}:0`]);
    const sent = known.map(numberOf);
    expect(await received(host, plain, ...sent)).toEqual([]);
    expect(await received(host, long, ...sent)).toEqual([]);
  });

  it("can turn a signal into SIGKILL", async () => {
    const started = start(host, ["-r", "TERM:KILL", "--", probe("record")]);
    await started.line(/^ready/m);
    signal(await initOf(started, host), 15);
    expect((await started.ended).status).toBe(137);
  });

  it("hold for the group too", async () => {
    const started = start(host, ["-g", "-r", "TERM:QUIT", "--", probe("record"), "helper"]);
    await started.line(/^helper ready/m);
    await started.line(/^ready/m);
    signal(await initOf(started, host), 15);
    await started.line(/^got 3 /m);
    await started.line(/^helper 3$/m);
  });
});
