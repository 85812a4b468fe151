/** The clock, wherever it was set: JSON lines stay JSON, and tell its time. */
import { expect, it } from "vitest";
import { describeCore, Run } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { faulty } from "../support/tracers.ts";

const { met, suffix } = machine.both(machine.x86, machine.strace);

/** What clock_gettime(2) leaves in memory: two numbers of 64 bits. */
function moment(seconds: number, nanoseconds: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64LE(BigInt(seconds));
  bytes.writeBigInt64LE(BigInt(nanoseconds), 8);
  return bytes.toString("hex");
}

const clocks = [
  [0, 0],
  [0, 1_999_999],
  [0, 999_999_999],
  [1, 0],
  [16, 226_000_000],
  [999, 999_999_999],
  [1000, 0],
  [1_700_000_000, 5_000_000],
  [2_147_483_648, 0],
  [9_999_999_999, 999_000_000],
  [253_402_300_799, 0],
  [-1, 999_000_000],
  [-1, 0],
  [-1000, 0],
  [-1000, 999_000_000],
  [-31_536_000, 1_000_000],
] as const;

// The runtimes ask for the time without a system call (vdso(7)).
describeCore("a clock", (host) => {
  it.skipIf(!met).each(clocks)(
    `at %i seconds and %i ns is told as it is${suffix}`,
    async (seconds, nanoseconds) => {
      const tracer = faulty(`clock_gettime:poke_exit=@arg2=${moment(seconds, nanoseconds)}`);
      const { err } = await new Run([...tracer, ...host.command, "--log-format=json", "--nope"])
        .ended;
      const time = seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
      expect(JSON.parse(err)).toMatchObject({ level: 60, time });
    },
  );

  it.skipIf(!met)(`that may not be read is at 0${suffix}`, async () => {
    const tracer = faulty("clock_gettime:error=EPERM");
    const { err } = await new Run([...tracer, ...host.command, "--log-format=json", "--nope"])
      .ended;
    expect(JSON.parse(err)).toMatchObject({ level: 60, time: 0 });
  });
});
