/** A signal that the kernel will not let tsinit send: one warning, and the run goes on. */
import { describe, expect, it } from "vitest";
import type { SimKernel } from "../../sim/kernel.ts";
import type { Outcome } from "../../sim/scenario.ts";
import { sends, tsinit } from "../../sim/scenario.ts";
import { EAGAIN, EINVAL, EPERM, ESRCH, HUP, TERM } from "../../support/signals.ts";

const REFUSALS = [
  { errno: EPERM, cause: "operation not permitted" },
  { errno: ESRCH, cause: "no such process" },
  { errno: EINVAL, cause: "invalid argument" },
  { errno: EAGAIN, cause: "resource temporarily unavailable" },
  { errno: 77, cause: "error 77" },
];

/** A SIGHUP and a SIGTERM, neither of which can be sent on. */
function refused(options: readonly string[], errno: number): Outcome {
  const failures = [{ method: "kill", call: 1, errno, forEver: true }];
  return tsinit([...options, "p"], {
    steps: [sends(HUP), sends(TERM)],
    prepare: (kernel) => void (kernel.failures = failures),
  });
}

describe("a signal that cannot be sent is a warning, never fatal", () => {
  it.each(REFUSALS)("to the child: errno $errno, $cause", ({ errno, cause }) => {
    const { status, lines, child } = refused([], errno);
    expect(status).toBe(7);
    expect(lines).toEqual([
      `tsinit: warning: SIGHUP not forwarded to ${child}: ${cause}\n`,
      `tsinit: warning: SIGTERM not forwarded to ${child}: ${cause}\n`,
    ]);
  });

  it.each(REFUSALS)("to the group: errno $errno, $cause", ({ errno, cause }) => {
    const { status, lines, child } = refused(["-g"], errno);
    const target = errno === ESRCH ? `${child}` : `group ${child}`;
    expect(status).toBe(7);
    expect(lines[0]).toBe(`tsinit: warning: SIGHUP not forwarded to ${target}: ${cause}\n`);
  });

  it("a child in no group of its own gets a group's signals alone", () => {
    const prepare = (kernel: SimKernel): void => void (kernel.setpgidRefused = true);
    const { sent, stderr } = tsinit(["-g", "p"], { prepare, steps: [sends(TERM)] });
    expect(sent).toEqual([`${TERM} to group -${ESRCH}`, `${TERM} to child`]);
    expect(stderr).toBe("");
  });
});
