/** --forward=all when the child ends of a signal that all have got: what becomes of a daemon. */
import { expect, it } from "vitest";
import {
  describeBoth,
  initOf,
  type Run,
  type Subject,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";

/** A child that ends of any signal, once a daemon of it, which is this script, is ready. */
async function withDaemon(daemon: string, subject: Subject, ...options: string[]): Promise<Run> {
  const script = `setsid sh -c '${daemon}' & exec sleep 1000`;
  const started = start(subject, ["--forward=all", ...options, "--", "sh", "-c", script]);
  await started.line(/^ready$/m);
  return started;
}

/** Those below the init that lead a session. */
function daemonsOf(init: number): number[] {
  return proc.descendants(init).filter((pid) => proc.stat(pid)[3] === `${pid}`);
}

describeBoth("--forward=all, when the child ends of a stop signal,", (subject) => {
  it("lets a daemon that was told to stop come to its end", async () => {
    const daemon = 'trap "echo bye; exit" TERM; echo ready; while :; do sleep 0.05; done';
    const started = await withDaemon(daemon, subject);
    signal(await initOf(started, subject), 15);
    expect(await started.ended).toMatchObject({ status: 143, out: "ready\nbye\n" });
  });

  it("does not wait for ever for one that does not stop", async () => {
    const daemon = 'trap "" TERM; echo ready; exec sleep 1000 >/dev/null 2>&1';
    const started = await withDaemon(daemon, subject);
    const init = await initOf(started, subject);
    const daemons = daemonsOf(init);
    signal(init, 15);
    expect(await started.ended).toEqual({ status: 143, out: "ready\n", err: "" });
    // As PID 1 its end was theirs.
    if (!subject.pid1) for (const pid of daemons) signal(pid, 9);
  });

  it("kills it when the grace period is over before", async () => {
    const daemon = 'trap "" TERM; echo ready; while :; do sleep 0.05; done';
    const started = await withDaemon(daemon, subject, "--grace=500ms");
    const init = await initOf(started, subject);
    const daemons = daemonsOf(init);
    expect(daemons).toHaveLength(1);
    signal(init, 15);
    const err = "tsinit: warning: grace period over: SIGKILL to all\n";
    expect(await started.ended).toEqual({ status: 143, out: "ready\n", err });
    await until(() => daemons.every((pid) => ["", "Z"].includes(proc.state(pid))), "its end");
  });
});
