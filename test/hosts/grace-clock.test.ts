/** --grace: what starts the clock, what does not, and that nothing starts it again. */
import { expect, it } from "vitest";
import { kin } from "../support/family.ts";
import {
  describeBoth,
  describeCore,
  initOf,
  probe,
  signal,
  start,
  until,
} from "../support/harness.ts";
import { strace } from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { ENDING } from "../support/sending.ts";
import { traced, type Wait } from "../support/waits.ts";

const { met, suffix } = strace;
const others = [
  4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 34, 35,
  36, 38, 39, 63,
];
const forever = "--grace=10000m";
const calls = "trace=rt_sigtimedwait";

describeCore("the grace period", (host) => {
  it.skipIf(!met).each(ENDING)(`begins with $name${suffix}`, async ({ number }) => {
    const waits = await traced(host, calls, [forever]);
    await waits.after(() => signal(waits.family.init, number), number);
    const seen = await waits.after(() => signal(waits.family.init, 10), 10);
    expect(seen.slice(0, -1).every((wait) => wait === null)).toBe(true);
    expect(seen.at(-1)).toBeGreaterThan(0);
  });

  it.skipIf(!met)(
    `does not begin with any other signal, and there is no timer${suffix}`,
    async () => {
      const waits = await traced(host, "trace=!write", [
        "--grace=1s",
        "--on-exit=stop",
        "--forward=all",
      ]);
      for (const number of others) {
        await waits.after(() => signal(waits.family.init, number), number);
      }
      expect(waits.all().every((wait) => wait === null)).toBe(true);
      const timers = /^(clock_nanosleep|timer|setitimer|alarm|nanosleep|ppoll|poll|select)/;
      expect(waits.lines().filter((line) => timers.test(line))).toEqual([]);
      signal(await waits.family.pid("child"), 9);
      expect(await waits.family.started.ended).toMatchObject({ status: 137, err: "" });
    },
  );

  it.skipIf(!met).each([
    ["TERM:0", 15, null],
    ["TERM:QUIT", 15, 3],
    ["USR1:TERM", 10, 15],
    ["TERM:USR2", 15, 12],
  ])(`is begun by what is forwarded: %s${suffix}`, async (rule, sent, expected) => {
    const waits = await traced(host, calls, ["-r", String(rule), forever]);
    signal(waits.family.init, Number(sent));
    if (expected !== null) await waits.family.reached(["child"], Number(expected));
    // Each of these ends a wait that began after the signal had been dealt with.
    const later = [34, 35].map((number) => () => {
      return waits.after(() => signal(waits.family.init, number), number);
    });
    await later[0]!();
    const last = (await later[1]!()).at(-1);
    if (expected === null) expect(last).toBe(null);
    else expect(last).toBeGreaterThan(0);
  });
});

describeCore("the grace period", (host) => {
  it.skipIf(!met)(
    `is not begun again by a second stop signal, nor by any other${suffix}`,
    async () => {
      const waits = await traced(host, calls, [forever]);
      const { init } = waits.family;
      await waits.after(() => signal(init, 15), 15);
      const first = (await waits.after(() => signal(init, 15), 15)).at(-1) as Wait;
      expect(first).toBeGreaterThan(0);
      let last = first;
      // Whatever the speed of the machine: signals until some time has been seen to pass.
      while (Number(first) - Number(last) < 50) {
        last = (await waits.after(() => signal(init, 10), 10)).at(-1) as Wait;
      }
      for (const number of [15, 2, 1, 37, 15, 10]) {
        const next = (await waits.after(() => signal(init, number), number)).at(-1);
        expect(next).toBeLessThanOrEqual(Number(last));
        last = next as Wait;
      }
      expect(waits.family.got("child").filter((seen) => seen === 15).length).toBe(4);
    },
  );

  it.skipIf(!met)(
    `is not begun again by the child's end with --on-exit=stop${suffix}`,
    async () => {
      const waits = await traced(
        host,
        calls,
        [forever, "--on-exit=stop"],
        ["end=12:7", "leave=40", ...kin],
      );
      const { init } = waits.family;
      await waits.after(() => signal(init, 15), 15);
      const first = Number((await waits.after(() => signal(init, 10), 10)).at(-1));
      while (first - Number(waits.all().at(-1)) < 50) {
        await waits.after(() => signal(init, 10), 10);
      }
      const before = waits.all().length;
      const last = Number(waits.all().at(-1));
      await waits.after(() => signal(init, 12), 12);
      await waits.family.reached(kin, 15);
      signal(init, 40);
      expect((await waits.family.started.ended).status).toBe(7);
      const since = waits.all().slice(before).map(Number);
      expect(since.length).toBeGreaterThan(0);
      for (const wait of since) expect(wait).toBeLessThanOrEqual(last);
    },
  );
});

describeCore("the grace period", (host) => {
  it.skipIf(!met)(`is 10 s from the SIGTERM of --on-exit=stop on by itself${suffix}`, async () => {
    const waits = await traced(host, calls, ["--on-exit=stop"], ["end=12:7", "leave=40", "daemon"]);
    const { family } = waits;
    await waits.after(() => signal(family.init, 15), 15);
    await waits.after(() => signal(family.init, 12), 12);
    await family.reached(["daemon"], 15);
    // Two more, so that one of them ends a wait that began when nothing was left to be done.
    for (const number of [10, 34]) {
      signal(family.init, number);
      await family.reached(["daemon"], number);
    }
    signal(family.init, 40);
    expect(await family.started.ended).toMatchObject({ status: 7, err: "" });
    const timed = waits
      .all()
      .filter((wait) => wait !== null && wait > 0)
      .map(Number);
    expect(timed[0]).toBeLessThanOrEqual(10_000);
    expect(timed[0]).toBeGreaterThan(8000);
  });

  it.skipIf(!met)(`is not there by itself with --on-exit=wait${suffix}`, async () => {
    const waits = await traced(host, calls, ["--on-exit=wait"], ["end=12:7", "leave=15", "daemon"]);
    await waits.after(() => signal(waits.family.init, 15), 15);
    await waits.after(() => signal(waits.family.init, 12), 12);
    signal(waits.family.init, 15);
    expect((await waits.family.started.ended).status).toBe(7);
    expect(waits.all().every((wait) => wait === null || wait === 0)).toBe(true);
  });
});

describeBoth("before the first stop signal", (subject) => {
  it("there is no wake-up", async () => {
    const options = ["--grace=1s", "--on-exit=stop", "--forward=all"];
    const started = start(subject, [...options, "--", probe("ticks"), "4"]);
    await started.line(/^tick 1$/m);
    const init = await initOf(started, subject);
    await until(() => proc.state(init) === "S", "the init to sleep");
    const before = proc.status(init, "voluntary_ctxt_switches");
    await started.line(/^tick 3$/m);
    expect(proc.status(init, "voluntary_ctxt_switches")).toBe(before);
    expect((await started.ended).status).toBe(0);
  });
});
