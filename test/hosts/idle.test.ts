/** Sleep: without a signal the init does not wake up. */
import { expect, it } from "vitest";
import {
  describeBoth,
  initOf,
  probe,
  queue,
  Run,
  start,
  sweeping,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";

describeBoth("an init without a signal", (subject) => {
  it.each([[[]], [["-w", "-g"]], [["-vvv"]]])(
    "does not wake up while its child counts seconds: %j",
    async (options: string[]) => {
      const started = start(subject, [...options, "--", probe("ticks"), "4"]);
      await started.line(/^tick 1$/m);
      const init = await initOf(started, subject);
      await until(() => proc.state(init) === "S", "the init to sleep");
      const before = proc.status(init, "voluntary_ctxt_switches");
      await started.line(/^tick 3$/m);
      expect(proc.status(init, "voluntary_ctxt_switches")).toBe(before);
      expect((await started.ended).status).toBe(0);
    },
  );
});

describeBoth("an init after its work", (subject) => {
  it("comes to rest again, with every thread that it has", async () => {
    const started = start(subject, ["--", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await queue(init, 40, 50);
    await until(() => started.out.match(/^got 40 /gm)?.length === 50, "all signals");
    const seconds = await secondsUntilRest(init);
    // Only a runtime may have work of its own left.
    if (sweeping.some(({ name }) => name === subject.name)) expect(seconds).toBe(1);
    expect(proc.state(init)).toBe("S");
  });
});

/**
 * Waits for a second in which no thread of a process runs, and gives which one that was. What
 * compiles or collects beside a runtime's loop comes to rest some time after the work; what wakes
 * up each second never does.
 */
async function secondsUntilRest(pid: number): Promise<number> {
  const clock = new Run([probe("ticks"), "15"]);
  let before = "";
  for (let second = 1; ; second++) {
    await clock.line(new RegExp(`^tick ${second}$`, "m"));
    const now = proc.switches(pid);
    if (now === before) return second - 1;
    before = now;
  }
}
