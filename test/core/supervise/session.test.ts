/** --session: the child's own session, and the terminal's hand-over. */
import { describe, expect, it } from "vitest";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import { CONT, EPERM, HUP, TERM, TSTP } from "../../support/signals.ts";

const LEADER: Setup = { pid: 70, group: 70, foreground: 70 };

function session(setup: Setup, words: readonly string[] = []): Outcome {
  return tsinit(["--session", ...words, "program"], setup);
}

function spawnOf({ kernel }: Outcome): string {
  return kernel.trace!.find((call) => call.startsWith("spawn("))!;
}

describe("--session", () => {
  it("starts the child in a session of its own, with a terminal or without", () => {
    for (const setup of [LEADER, {}, { ...LEADER, foreground: 50 }]) {
      expect(spawnOf(session(setup))).toMatch(/^spawn\(2, 2\)/);
    }
    expect(spawnOf(tsinit(["program"], LEADER))).toMatch(/^spawn\(1, 1\)/);
  });

  it("gives up the terminal before the child can take it", () => {
    const { kernel } = session(LEADER);
    const calls = kernel.trace!.map((call) => call.replace(/\(.*/, ""));
    expect(calls.indexOf("leaveTerminal")).toBeGreaterThan(0);
    expect(calls.indexOf("leaveTerminal")).toBeLessThan(calls.indexOf("spawn"));
    expect(kernel.counts.get("setForegroundGroup")).toBeUndefined();
  });

  it("does not forward the SIGHUP and the SIGCONT of the hand-over", () => {
    expect(session(LEADER).sent).toEqual([]);
  });

  it("forwards every later one, once it has taken those", () => {
    const steps = [sends(HUP), sends(CONT), sends(HUP)];
    const sent = ["1 to child", "18 to child", "1 to child"];
    expect(session({ ...LEADER, steps }).sent).toEqual(sent);
    expect(session({ ...LEADER, steps }, ["-g"]).sent).toEqual(
      sent.map((one) => one.replace("child", "group")),
    );
  });

  it("forwards the first one too where there was nothing to hand over", () => {
    const steps = [sends(HUP), sends(CONT)];
    for (const setup of [{ steps }, { ...LEADER, foreground: 50, steps }]) {
      expect(session(setup).sent).toEqual(["1 to child", "18 to child"]);
    }
  });

  it("forwards the first one where another group has the foreground, which gets the hand-over's", () => {
    const prepare: Setup["prepare"] = (kernel) => void (kernel.leadsSession = true);
    const steps = [sends(HUP, 0, 0x80), sends(CONT, 0, 0x80)];
    const outcome = session({ ...LEADER, foreground: 50, prepare, steps });
    expect(outcome.sent).toEqual(["1 to child", "18 to child"]);
  });

  it("forwards one that a process sent, though the hand-over's is still to come", () => {
    const prepare: Setup["prepare"] = (kernel) => {
      kernel.onSpawn = () => {
        kernel.world.pending.drop(HUP);
        kernel.world.raise(HUP, 0, 999);
      };
    };
    expect(session({ ...LEADER, prepare }).sent).toEqual(["1 to child"]);
  });

  it("forwards any other signal between the two", () => {
    const prepare: Setup["prepare"] = (kernel) => {
      kernel.onSpawn = () => kernel.world.raise(TERM, 0, 999);
    };
    expect(session({ ...LEADER, prepare }).sent).toEqual(["15 to child"]);
  });

  it("does not begin the grace period with the hand-over", () => {
    const steps = [(): void => {}];
    const { kernel, status } = session({ ...LEADER, steps, end: 0 }, ["--grace=1s"]);
    expect(kernel.trace!.filter((call) => /^next\([1-9]/.test(call))).toEqual([]);
    expect(status).toBe(0);
  });

  it("goes on when the terminal cannot be given up", () => {
    const prepare: Setup["prepare"] = (kernel) => {
      kernel.failures = [{ method: "leaveTerminal", call: 1, errno: EPERM, forEver: true }];
    };
    const steps = [sends(HUP)];
    const outcome = session({ ...LEADER, prepare, steps });
    expect(outcome).toMatchObject({ status: 7, stderr: "", sent: ["1 to child"] });
  });

  it("leaves job control to the session's own: a stopped child does not stop tsinit", () => {
    const steps: Setup["steps"] = [({ world }, child) => world.stop(child, TSTP), sends(CONT)];
    const outcome = session({ ...LEADER, steps });
    expect([outcome.stops, outcome.sent]).toEqual([[], ["18 to child"]]);
  });
});
