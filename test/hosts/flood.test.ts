/** A flood of one signal holds up no other, nor the child's end: signals take turns. */
import { expect, it } from "vitest";
import {
  childOf,
  describeBoth,
  describeHosts,
  initOf,
  probe,
  Run,
  type Subject,
  signal,
  start,
} from "../support/harness.ts";

const ways = [[], ["-g"], ["--forward=all"], ["--forward=all", "-w"], ["--on-exit=wait"]];
const numbers = [1, 12, 17, 28, 34, 64];
const swept = ways.flatMap((options) => numbers.map((number) => [options, number] as const));

/** Starts the script, whose child ignores what floods it, in floods of that signal. */
async function flooded(
  subject: Subject,
  options: readonly string[],
  number: number,
  script: string,
): Promise<{ started: Run; init: number }> {
  const ignored = [1, 12, 28, 34, 64].join(" ");
  const started = start(subject, [...options, "--", "sh", "-c", `trap '' ${ignored}; ${script}`], {
    input: "",
  });
  await started.line(/^ready$/m);
  const init = await initOf(started, subject);
  const floods = [1, 2].map(() => new Run([probe("flood"), String(init), String(number)]));
  for (const flood of floods) await flood.line(/^on$/m);
  return { started, init };
}

describeBoth("in a flood that does not end", (subject) => {
  it.each(swept)("the child's end is seen with %j: signal %i", async (options, number) => {
    const { started } = await flooded(subject, options, number, "echo ready; read x; exit 5");
    started.write("end\n");
    expect((await started.ended).status).toBe(5);
  });

  it.each(swept)("TERM comes through with %j: signal %i", async (options, number) => {
    const script = 'trap "exit 6" TERM; echo ready; while :; do read x; done';
    const { started, init } = await flooded(subject, options, number, script);
    signal(init, 15);
    expect((await started.ended).status).toBe(6);
  });

  // HUP would begin it by itself.
  const others = swept.filter(([, number]) => number !== 1);
  it.each(others)("SIGKILL ends a grace period with %j: signal %i", async (options, number) => {
    const script = 'trap "" TERM; echo ready; while :; do read x; done';
    const { started, init } = await flooded(subject, ["--grace=0", ...options], number, script);
    signal(init, 15);
    expect((await started.ended).status).toBe(137);
  });
});

describeBoth("in a flood of orphans", (subject) => {
  it("CONT and TERM come through, each once", async () => {
    const started = start(subject, [
      "--",
      "sh",
      "-c",
      'while :; do sh -c ": & : & : & : &"; done & exec "$0" until=15:6',
      probe("record"),
    ]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await childOf(init);
    for (const number of [18, 10, 34]) {
      signal(init, number);
      await started.line(new RegExp(`^got ${number} `, "m"));
    }
    signal(init, 15);
    expect((await started.ended).status).toBe(6);
    expect(started.out.match(/^got (18|10|34|15) /gm)).toHaveLength(4);
  });
});

describeHosts("in floods of four signals at once", (host) => {
  it("all others come through", async () => {
    const { started, init } = await flooded(
      host,
      ["--forward=all"],
      1,
      'trap "echo alarm" ALRM; trap "exit 7" TERM; echo ready; while :; do read x; done',
    );
    for (const number of [17, 28, 34]) {
      await new Run([probe("flood"), String(init), String(number)]).line(/^on$/m);
    }
    signal(init, 14);
    await started.line(/^alarm$/m);
    signal(init, 15);
    expect((await started.ended).status).toBe(7);
  });
});
