/** --zombies and what becomes of its output: written whole, or told in one line that it was not. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import { look } from "../../sim/looks.ts";
import { EAGAIN, EBADF, EFBIG, EIO, ENOSPC, EPIPE } from "../../sim/numbers.ts";
import type { Failure } from "../../sim/recorder.ts";
import { families, onesOf } from "./families.ts";

/** The table of these has more than four pages. */
const MANY = families(onesOf(200));
const CALLS = [1, 2, 3, 4];

/** Each write takes that many bytes of those that it is given, none if it is 0. */
function takes(kernel: SimKernel, some: (stream: number, length: number) => number): void {
  const write = kernel.write.bind(kernel);
  kernel.write = (stream, bytes, length, patient) => {
    const taken = some(stream, length);
    return taken === 0 ? 0 : write(stream, bytes, taken, patient);
  };
}

describe("what becomes of the output", () => {
  it.each([ENOSPC, EIO, EBADF, EFBIG])(
    "a failure is told in one line, with status 2, whatever was found: errno %i",
    (errno) => {
      for (const options of [[], ["--json"]]) {
        for (const call of CALLS) {
          // Later than a failure of standard output there is standard error to write to.
          const failures = [{ method: "write", call, errno, forEver: false }];
          const { status, stderr, lines, kernel } = look({ entries: MANY, options, failures });
          expect([status, lines.length, kernel.openFiles]).toEqual([2, 1, 0]);
          expect(stderr).toMatch(/cannot write: [a-z ]+/);
          expect(kernel.counts.get("write")).toBe(call + 1);
        }
      }
    },
  );

  const brokenAt = (call: number): Failure[] => {
    return [{ method: "write", call, errno: EPIPE, forEver: true }];
  };

  it.each([[], ["--json"]])("a reader that has gone away is no news: %j", (...options) => {
    for (const call of CALLS) {
      const some = look({ entries: MANY, options, failures: brokenAt(call) });
      expect([some.status, some.stderr, some.kernel.openFiles]).toEqual([1, "", 0]);
      expect(some.kernel.counts.get("write")).toBe(call);
    }
    const none = look({ options, failures: brokenAt(1) });
    expect([none.status, none.stderr]).toEqual([2, ""]);
  });
});

describe("the output", () => {
  it.each([
    { most: 100, options: ["--json"] },
    { most: 1000, options: [] },
    { most: 4095, options: [] },
  ])("goes on behind what a write has taken: at most $most bytes, $options", (row) => {
    const { options, most } = row;
    const wanted = look({ entries: MANY, options }).stdout;
    const prepare = (kernel: SimKernel): void => {
      kernel.callLimit = Infinity;
      takes(kernel, (_, length) => Math.min(length, most));
    };
    const { stdout, status } = look({ entries: MANY, options, prepare });
    expect([stdout, status]).toEqual([wanted, 1]);
  });

  it("ends at a write that takes nothing", () => {
    const prepare = (kernel: SimKernel): void => {
      takes(kernel, (stream, length) => (stream === 1 ? 0 : length));
    };
    const { status, stderr } = look({ entries: families([3, 2]), prepare });
    expect([status, stderr]).toEqual([2, "tsinit: fatal: cannot write: no space left on device\n"]);
  });

  it("is written in whole lines, as many at once as a pipe takes whole", () => {
    const { kernel, stdout } = look({ entries: families([300]) });
    const written = kernel.trace!.filter((call) => call.startsWith("write("));
    expect(written.every((call) => /\\n", true\) = \d+$/.test(call))).toBe(true);
    const lengths = written.map((call) => Number(/\d+$/.exec(call)![0]));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096);
    expect(lengths.length).toBeLessThan(stdout.length / 3900 + 1);
  });

  it("is written again and again until its reader has room", () => {
    const wanted = look({ entries: MANY }).stdout;
    for (const call of CALLS) {
      const failures = Array.from({ length: 100 }, (_, i) => ({
        method: "write",
        call: call + i,
        errno: EAGAIN,
        forEver: false,
      }));
      const { stdout, status, kernel } = look({ entries: MANY, failures });
      expect([stdout, status]).toEqual([wanted, 1]);
      expect(kernel.counts.get("write")).toBeGreaterThan(103);
    }
  });
});
