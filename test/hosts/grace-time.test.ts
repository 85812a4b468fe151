/** --grace=TIME: which words are times, how long each one is, and what is said of the others. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { beside, describeCore, run, scratch, signal } from "../support/harness.ts";
import { strace } from "../support/machine.ts";
import { traced } from "../support/waits.ts";

const times: readonly (readonly [string, number])[] = [
  ["10", 10_000],
  ["10s", 10_000],
  ["21.5s", 21_500],
  ["21.5", 21_500],
  ["2m", 120_000],
  ["1.5m", 90_000],
  ["5000ms", 5000],
  ["010s", 10_000],
  ["0.25m", 15_000],
  ["12.345s", 12_345],
  ["10080m", 604_800_000],
  ["604800", 604_800_000],
  ["604799.999s", 604_799_999],
  ["604800000ms", 604_800_000],
  ["000604800s", 604_800_000],
];

const wrong = [
  "",
  "x",
  "-1",
  "+1",
  "1h",
  "10 s",
  "1 0",
  " 1",
  "1 ",
  "1e3",
  ".5",
  "5.",
  "5.s",
  "1.5.2",
  "1,5",
  "1.5.",
  "s",
  "ms",
  "m",
  "1S",
  "1M",
  "10sec",
  "1d",
  "0x10",
  "1.2345s",
  "1s500ms",
  "10ss",
  "10mss",
  "inf",
  "8d",
  "7d",
  "168h",
];

/** Each is too long; 32 bits of the last ones are a small number. */
const long = [
  "604800.001",
  "604801",
  "604801s",
  "604800001ms",
  "10081m",
  "10080.001m",
  "99999999999",
  "35790m",
  "2147483646ms",
  "2147483647ms",
  "2147483648",
  "35792m",
  "4294967296",
  "4294967297",
  "4294967296ms",
  "4294967796ms",
  "99999999999ms",
  "8589934593",
  "18446744073709551617",
  "4294967296m",
  "4294967297.5s",
];

/** Attached or not, the value is shown behind an equals sign. */
const message = (words: string): string =>
  `tsinit: fatal: ${words}: not a time; use for example` +
  " 10, 10s, 500ms, 1.5s or 2m; see tsinit --help\n";

const longMessage = (words: string): string =>
  `tsinit: fatal: ${words}: longer than 7 days; use at` + " most 604800s; see tsinit --help\n";

describeCore("--grace", (host) => {
  const subject = beside(host);

  it.skipIf(!strace.met).each(times)(
    `=%s is %i milliseconds${strace.suffix}`,
    async (time, length) => {
      const waits = await traced(host, "trace=rt_sigtimedwait", [`--grace=${time}`]);
      const send = (): void => signal(waits.family.init, 15);
      await waits.after(send, 15);
      // The wait itself is written down only when it has ended.
      const last = (await waits.after(send, 15)).at(-1);
      expect(last).toBeLessThanOrEqual(length);
      expect(last).toBeGreaterThan(length - Math.min(length / 5, 1000));
      signal(await waits.family.pid("child"), 9);
      expect(await waits.family.started.ended).toMatchObject({ status: 137, err: "" });
    },
  );

  it.each([["0"], ["0s"], ["0ms"], ["0m"], ["0.0s"], ["500ms"], ["00.2"], ["0.5ms"]])(
    "=%s is accepted",
    async (time) => {
      const words = ["--", "sh", "-c", "exit 7"];
      const fine = { status: 7, err: "" };
      expect(await run(subject, [`--grace=${time}`, ...words])).toMatchObject(fine);
      expect(await run(subject, ["--grace", time, ...words])).toMatchObject(fine);
      const env = { TSINIT_OPTIONS: `--grace=${time}` };
      expect(await run(subject, words, { env })).toMatchObject(fine);
    },
  );
});

describeCore("--grace", (host) => {
  const subject = beside(host);

  const refusals = [
    ...wrong.map((time) => [time, message] as const),
    ...long.map((time) => [time, longMessage] as const),
  ];

  it.each(refusals)("=%j is wrong use: one line, status 1, nothing started", async (time, told) => {
    const marker = join(scratch(), "started");
    const words = ["--", "sh", "-c", `echo started; : >${marker}`];
    expect(await run(subject, [`--grace=${time}`, ...words])).toEqual({
      status: 1,
      out: "",
      err: told(`--grace=${time}`),
    });
    expect(await run(subject, ["--grace", time, ...words])).toEqual({
      status: 1,
      out: "",
      err: told(`--grace=${time}`),
    });
    expect(existsSync(marker)).toBe(false);
  });

  it.each([
    ["x", message],
    ["1h", message],
    ["-1", message],
    ["5.", message],
    ["4294967297", longMessage],
    ["604801", longMessage],
  ] as const)("=%s in TSINIT_OPTIONS is wrong use", async (time, told) => {
    const env = { TSINIT_OPTIONS: `--grace=${time} -v` };
    expect(await run(subject, ["--", "echo", "started"], { env })).toEqual({
      status: 1,
      out: "",
      err: told(`--grace=${time}`),
    });
  });

  it("without a value is wrong use", async () => {
    const { status, out, err } = await run(subject, ["--grace"]);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toBe("tsinit: fatal: --grace: needs a value; see tsinit --help\n");
  });
});
