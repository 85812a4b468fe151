/**
 * Children from before the init's own exec whose end another signal tells of, or none (clone(2)).
 */
import { expect, it } from "vitest";
import {
  describeBoth,
  initOf,
  probe,
  type Run,
  type Subject,
  settled,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";

const ends = [[0], [10], [15], [34], [17]];

/** The init, with such a child beside the one it started. */
async function odd(
  subject: Subject,
  number: number,
  when: "now" | "later",
  options: readonly string[],
): Promise<{ started: Run; init: number }> {
  const prefix = [...subject.prefix, probe("odd_child"), String(number), when];
  const words = [...options, "--", probe("record"), "until=12:7"];
  const started = start({ ...subject, prefix }, words, { input: "" });
  await started.line(/^ready/m);
  return { started, init: await initOf(started, subject) };
}

describeBoth("a child from before with an exit signal of its own", (subject) => {
  for (const options of [[], ["-w"], ["--on-exit=wait"]]) {
    it.each(ends)(
      `is reaped when it ends, with ${options.join("") || "nothing"}: signal %i`,
      async (number) => {
        const { started, init } = await odd(subject, number, "later", options);
        expect(proc.children(init)).toHaveLength(2);
        started.write("end\n");
        await until(() => proc.children(init).length === 1, "the reaping");
        await settled(started, init);
        expect(started.out.match(/^got \d+/gm)).toEqual(["got 64"]);
        signal(init, 12);
        expect((await started.ended).status).toBe(7);
        const named = /^tsinit: warning: reaped orphan \d+ \(odd\): exit status 5\n$/;
        expect(started.err).toMatch(options[0] === "-w" ? named : /^$/);
      },
    );

    it.each(ends)(
      `is reaped if it ended before, with ${options.join("") || "nothing"}: signal %i`,
      async (number) => {
        const { started, init } = await odd(subject, number, "now", options);
        await until(() => proc.children(init).length === 1, "the reaping");
        signal(init, 12);
        expect((await started.ended).status).toBe(7);
      },
    );
  }

  it.each(ends)("is waited for with --on-exit=wait: signal %i", async (number) => {
    const { started, init } = await odd(subject, number, "later", ["--on-exit=wait"]);
    signal(init, 12);
    await until(() => proc.children(init).length === 1, "the end of the child");
    started.write("end\n");
    expect((await started.ended).status).toBe(7);
  });
});
