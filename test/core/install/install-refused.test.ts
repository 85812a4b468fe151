/** --install, whichever call of it is refused: a whole copy or none, and one line that says why. */
import { describe, expect, it } from "vitest";
import { install, LOST, REFUSALS, UNABLE } from "../../sim/installs.ts";
import { EACCES, EDQUOT, EEXIST, EIO, EMFILE, ENOTDIR, EROFS, ESTALE } from "../../sim/numbers.ts";
import {
  expectCause,
  expectCopy,
  expectNoneOf,
  expectRefusal,
  REFUSAL,
  refused,
} from "./outcomes.ts";

const OWN_FILE = /^tsinit: fatal: cannot read \/proc\/self\/exe: [a-z][a-z0-9 /-]+\n$/;

describe("where there is no way to wait for the disk, the copy is made all the same", () => {
  it.each(UNABLE)("errno %i, for the copy, its folder, or both", (errno) => {
    for (const failure of [
      { method: "sync", call: 1, errno, forEver: false },
      { method: "sync", call: 2, errno, forEver: false },
      { method: "sync", call: 1, errno, forEver: true },
      { method: "open", call: 1, errno, forEver: true },
    ]) {
      expectCopy(refused([failure]), "/bin/init");
    }
  });

  it.each([EIO, EMFILE])("but a folder that cannot be opened is told of: errno %i", (errno) => {
    const failure = { method: "open", call: 1, errno, forEver: false };
    const { status, lines, kernel } = refused([failure]);
    expect([status, lines.length, kernel.openFiles]).toEqual([1, 1, 0]);
    expect(kernel.made.get("/bin/init")).toBe(kernel.self);
  });
});

describe("whichever call is refused, one line says why, and nothing is left", () => {
  it.each(Object.keys(REFUSALS))("%s, at any time, with any errno", (method) => {
    const calls = install().kernel.counts.get(method)!;
    expect(calls).toBeGreaterThan(0);
    for (const errno of REFUSALS[method]!) {
      for (let call = 1; call <= calls; call++) {
        // A draft that is there is tried under other names, a few times.
        const forEver = errno === EEXIST;
        const outcome = refused([{ method, call, errno, forEver }]);
        expectRefusal(outcome, method === "openSelf" ? OWN_FILE : REFUSAL);
        expect(outcome.kernel.openFiles).toBe(0);
      }
    }
  });

  it.each(["create", "kind", "openSelf"])("nothing is removed that was not made: %s", (method) => {
    for (const errno of [EACCES, EEXIST]) {
      const outcome = refused([{ method, call: 1, errno, forEver: true }]);
      expectRefusal(outcome, /^tsinit: fatal: /);
      expectNoneOf(outcome.kernel, ["remove"]);
    }
  });

  it.each([
    { whole: 0, part: 0 },
    { whole: 0, part: 999 },
    { whole: 5, part: 1 },
  ])("a write that takes a part: after $whole whole ones, $part bytes", ({ whole, part }) => {
    let left = whole;
    const outcome = install({
      prepare: (kernel) => {
        const write = kernel.write.bind(kernel);
        kernel.write = (stream, bytes, length, patient) =>
          write(stream, bytes, stream > 2 && left-- <= 0 ? part : length, patient);
      },
    });
    expectCause(outcome, "/bin/init", "no space left on device");
  });

  it("the line is in JSON where that is wanted", () => {
    const words = ["--log-format=json", "--install", "/bin/init"];
    const failure = { method: "create", call: 1, errno: ENOTDIR, forEver: true };
    const { status, lines } = refused([failure], { words });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 60,
      errno: ENOTDIR,
      msg: 'cannot install "/bin/init": not a directory',
    });
  });
});

describe("a disk that loses what was written is told of", () => {
  it.each(LOST)("when it is asked for the copy, or at the close: errno %i", (errno) => {
    for (const method of ["sync", "close"]) {
      const outcome = refused([{ method, call: 1, errno, forEver: false }]);
      expectRefusal(outcome, REFUSAL);
      expect(outcome.kernel.openFiles).toBe(0);
      expectNoneOf(outcome.kernel, ["rename"]);
      expect(outcome.kernel.counts.get("remove")).toBe(1);
    }
  });

  it.each(LOST)("when it is asked for the name; the copy stays: errno %i", (errno) => {
    const { status, lines, kernel } = refused([{ method: "sync", call: 2, errno, forEver: false }]);
    expect([status, lines]).toEqual([1, [expect.stringMatching(REFUSAL)]]);
    expect(kernel.made).toEqual(new Map([["/bin/init", kernel.self]]));
    expect(kernel.openFiles).toBe(0);
    expectNoneOf(kernel, ["remove"]);
  });

  it("at the close, whatever that says, for the copy's bytes may be gone", () => {
    for (const errno of [...UNABLE, ESTALE]) {
      expectRefusal(refused([{ method: "close", call: 1, errno, forEver: false }]), REFUSAL);
    }
  });

  it("with the first error, where several calls fail", () => {
    const { status, lines } = refused([
      { method: "sync", call: 1, errno: EIO, forEver: false },
      { method: "close", call: 1, errno: EDQUOT, forEver: false },
      { method: "remove", call: 1, errno: EROFS, forEver: false },
    ]);
    const line = 'tsinit: fatal: cannot install "/bin/init": input/output error\n';
    expect([status, lines]).toEqual([1, [line]]);
  });
});
