/** The report of a wrong start comes out, whichever way of writing to standard error is left. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, Run, scratch } from "../support/harness.ts";
import { strace } from "../support/machine.ts";
import { Terminal } from "../support/terminal.ts";
import { faulty } from "../support/tracers.ts";

/** What is refused, so that each way is the first that is left, the last one another process. */
const WAYS: readonly (readonly string[])[] = [
  [],
  ["pwritev2:error=EOPNOTSUPP"],
  ["pwritev2:error=EOPNOTSUPP", "openat:error=EACCES"],
  ["pwritev2", "openat", "sendto", "lseek", "splice", "pipe2", "ppoll"].map((call) => {
    return `${call}:error=ENOSYS`;
  }),
];

describeCore("the report of a wrong start comes out", (host) => {
  const { met, suffix } = strace;
  const rows = WAYS.map((faults) => [faults]);
  const line = 'tsinit: fatal: cannot run "no-such-program": no such file in PATH';
  const command = (faults: readonly string[]): string[] => {
    const tracer = faults.length > 0 ? faulty(...faults) : [];
    return [...tracer, ...host.command, "no-such-program"];
  };

  it.skipIf(!met).each(rows)(`on a terminal: but for %j${suffix}`, async (faults) => {
    const terminal = Terminal.leader(command(faults));
    expect(await terminal.ended()).toBe("exited 127");
    expect(terminal.screen).toBe(`${line}\r\n`);
  });

  it.skipIf(!met).each(rows)(`through a pipe: but for %j${suffix}`, async (faults) => {
    const piped = new Run(["sh", "-c", '"$@" 2>&1 | cat', "sh", ...command(faults)]);
    expect((await piped.ended).out).toBe(`${line}\n`);
  });

  it.skipIf(!met).each(rows)(`through a socket: but for %j${suffix}`, async (faults) => {
    expect(await new Run(command(faults)).ended).toMatchObject({ status: 127, err: `${line}\n` });
  });

  it.skipIf(!met).each(rows)(`behind what a file holds: but for %j${suffix}`, async (faults) => {
    const file = join(scratch(), "log");
    const script = '(echo first; "$@") >"$0" 2>&1';
    await new Run(["sh", "-c", script, file, ...command(faults)]).ended;
    expect(readFileSync(file, "latin1")).toBe(`first\n${line}\n`);
  });
});
