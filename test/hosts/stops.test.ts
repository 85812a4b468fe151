/**
 * Stops at the worst moment: after a SIGCONT the init and its child go on, whenever it came (but
 * for an instant, which stop_race.c tells of).
 */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeCore,
  describeHosts,
  type Host,
  prepared,
  probe,
  scratch,
  start,
  sweeping,
} from "../support/harness.ts";
import { Terminal } from "../support/terminal.ts";

/** Rounds, and the moments between stop and SIGCONT: so many steps of so many nanoseconds. */
type Pace = readonly [rounds: number, steps: number, nanoseconds: number];

const near: Pace = [400, 100, 5000];
const slow: Pace = [4, 2, 50_000_000];

/** A runtime takes its time, and is not swept. */
function paced(host: Host, [rounds, steps, nanoseconds]: Pace): string[] {
  const isSwept = sweeping.some(({ name }) => name === host.name);
  const pace = isSwept || rounds < 10 ? [rounds, steps, nanoseconds] : [40, 40, 100_000];
  return [probe("stop_race"), ...pace.map(String)];
}

const orders: readonly (readonly [string, Pace, readonly number[]])[] = [
  ["TSTP", near, [20]],
  ["TTIN", near, [21]],
  ["TTOU", near, [22]],
  ["TSTP twice", near, [20, 20]],
  ["TSTP twice", slow, [20, 20]],
  ["TTIN and TTOU", near, [21, 22]],
  ["TSTP and TTIN", slow, [20, 21]],
  ["TSTP, TTIN, TTOU and TSTP", slow, [20, 21, 22, 20]],
  ["TSTP, and another one once it is stopped", near, [20, 0, 20]],
  ["TSTP and a SIGCONT, and TSTP again", near, [20, 18, 20]],
  ["TTOU and a SIGCONT, and TTIN", near, [22, 18, 21]],
];

describeHosts("a job that is stopped and continued", (host) => {
  it.each(orders)("goes on, child and all, after %s: %j", async (_, pace, signals) => {
    const terminal = Terminal.shell();
    const words = [...paced(host, pace), ...signals.map(String)];
    await terminal.job("fg", [...host.command, ...words]);
    expect((await terminal.shows(/^(all go on|stopped: .*)\r$/m))[1]).toBe("all go on");
    expect(await terminal.wait()).toBe("job exited 143");
  });
});

describeBoth("stop signals without a terminal", (subject) => {
  it.each(orders.filter(([, , signals]) => !signals.includes(0)))(
    "leave the init and its child going on after %s: %j",
    async (_, pace, signals) => {
      const started = start(subject, [...paced(subject, pace), ...signals.map(String)]);
      expect((await started.line(/^(all go on|stopped: .*)$/m))[1]).toBe("all go on");
      expect((await started.ended).status).toBe(143);
    },
  );
});

describeCore("as dumb-init, which stops itself with each stop signal,", (host) => {
  it.each(orders.filter(([, , signals]) => !signals.includes(18)))(
    "the init goes on, child and all, after %s: %j",
    async (_, pace, signals) => {
      const options = ["--", ...paced(host, pace), ...signals.map(String)];
      const called = prepared(host, "argv0=dumb-init");
      const started = start(called, options);
      expect((await started.line(/^(all go on|stopped: .*)$/m))[1]).toBe("all go on");
      expect((await started.ended).status).toBe(143);
    },
  );
});

describeCore("as dumb-init on a terminal,", (host) => {
  it.each([["-c"], ["-v"]])("the init goes on after TSTP with %s too", async (option) => {
    const path = join(scratch(), "dumb-init");
    symlinkSync(host.command[0]!, path);
    const terminal = Terminal.shell();
    await terminal.job("fg", [path, option, "--", ...paced(host, near), "20"]);
    expect((await terminal.shows(/^(all go on|stopped: .*)\r$/m))[1]).toBe("all go on");
    expect(await terminal.wait()).toBe("job exited 143");
  });
});
