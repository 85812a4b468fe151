/** The parent-death signal of -p: taken when the parent dies, however early. */
import { expect, it } from "vitest";
import { describeHosts, type Host, initOf, probe, Run, signal, until } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { faulty } from "../support/tracers.ts";

/** The host below a shell that only waits for it, so that the shell is its parent. */
function below(host: Host, words: readonly string[], tracer: readonly string[] = []): Run {
  return new Run(["sh", "-c", '"$@" & wait', "sh", ...tracer, ...host.command, ...words]);
}

describeHosts("-p", (host) => {
  it.each([
    [["-p", "USR1"], 10],
    [["-p", "SIGTERM"], 15],
    [["-p", "1"], 1],
    [["-p", "RTMIN+3"], 37],
    [["-pABRT"], 6],
    [["--parent-death-signal=INT"], 2],
    [["--parent-death-signal", "SEGV"], 11],
  ])("%j sends it to the child when the parent dies", async (options, number) => {
    const started = below(host, [...options, "--", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    signal(started.pid, 9);
    await until(() => started.out.includes(`\ngot ${number} `), `signal ${number}`);
    signal(init, 9);
  });

  it("KILL ends the init itself", async () => {
    const started = below(host, ["-p", "KILL", "--", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    signal(started.pid, 9);
    await until(() => !proc.state(init).match(/[RSD]/), "the end of the init");
  });

  it("is rewritten as any other signal", async () => {
    const started = below(host, ["-p", "USR1", "-r", "USR1:HUP", "--", probe("record")]);
    await started.line(/^ready/m);
    signal(started.pid, 9);
    await until(() => started.out.includes("\ngot 1 "), "signal 1");
  });
});

describeHosts("the death of the parent", (host) => {
  it("changes nothing without -p", async () => {
    const started = below(host, ["--", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    signal(started.pid, 9);
    await started.ended;
    signal(init, 64);
    await until(() => started.out.includes("got 64 "), "the last signal");
    expect(started.out.match(/^got /gm)).toHaveLength(1);
  });

  const { met, suffix } = machine.both(machine.root, machine.strace);
  it.skipIf(!met)(`is told with -p when it came before prctl${suffix}`, async () => {
    // With -D the tracer stands aside, and the shell is the parent. The signal may reach the child
    // before its first instruction, so it must be blocked there.
    const tracer = [probe("prep"), "block=10", "--", ...faulty("prctl:delay_enter=700000"), "-D"];
    const started = below(host, ["-p", "USR1", "--", probe("record")], tracer);
    const init = await initOf(started, host);
    const prctl = process.arch === "x64" ? "157" : "167";
    await until(() => {
      const [number, option] = proc.systemCall(init);
      return number === prctl && option === "0x1";
    }, "the init to stand before prctl");
    signal(started.pid, 9);
    await until(() => started.out.includes("\ngot 10 "), "signal 10");
  });
});
