/** --install on a simulated disk: a whole copy or none, whichever call of it is refused. */
import { describe, expect, it } from "vitest";
import type { Install } from "../../sim/installs.ts";
import { FOLDER, install, LOST, REFUSALS, UNABLE } from "../../sim/installs.ts";
import {
  EACCES,
  EDQUOT,
  EEXIST,
  EIO,
  ELOOP,
  EMFILE,
  ENOENT,
  ENOTDIR,
  EPERM,
  EROFS,
  ESTALE,
} from "../../sim/numbers.ts";
import type { Failure } from "../../sim/recorder.ts";
import type { Outcome } from "../../sim/scenario.ts";

const REFUSAL = /^tsinit: fatal: cannot install "\/bin\/init": [a-z][a-z0-9 /-]+\n$/;

/** It is silent, and a whole copy at `path` is all that there is. */
function expectCopy({ status, stdout, stderr, kernel }: Outcome, path: string): void {
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  expect(kernel.made).toEqual(new Map([[path, kernel.self]]));
  expect(kernel.openFiles).toBe(0);
}

/** One line, status 1, and nothing that was not there before. */
function expectRefusal({ status, stdout, lines, kernel }: Outcome, line: RegExp | string): void {
  expect([status, stdout, lines.length]).toEqual([1, "", 1]);
  expect([...kernel.made.keys()]).toEqual([]);
  if (typeof line === "string") expect(lines[0]).toBe(line);
  else expect(lines[0]).toMatch(line);
}

/** The name that a copy has while it is made. */
function draft(): string {
  const found = install().kernel.trace!.find((call) => call.startsWith("create("))!;
  return /"(.*)"/.exec(found)![1]!;
}

describe("the copy", () => {
  it.each([1, 999, 1000, 1001, 2000, 24_576])("is whole, be it of %i bytes", (length) => {
    const self = "\x7fELF tsinit\n".repeat(3000).slice(0, length);
    expectCopy(install({ prepare: (kernel) => void (kernel.self = self) }), "/bin/init");
  });

  it("has its place only when it is whole, and the file that was there until then", () => {
    const { kernel } = install({ files: { "/bin/init": { bytes: Buffer.from("old") } } });
    const calls = kernel.trace!.filter((call) => /^(create|write|rename|remove)/.test(call));
    expect(calls[0]).toMatch(/^create\("\/bin\/init\.new\d+"\)/);
    expect(calls.at(-1)).toMatch(/^rename\("\/bin\/init\.new\d+", "\/bin\/init"\) = 0$/);
    expect(calls.slice(1, -1).every((call) => call.startsWith("write("))).toBe(true);
  });

  it("is read in pieces for which there is room, and no byte more is written", () => {
    const { kernel } = install();
    const numbers = (method: string): number[] =>
      kernel
        .trace!.filter((call) => call.startsWith(`${method}(`))
        .map((call) => Number(/\d+$/.exec(call)![0]));
    expect(numbers("write")).toEqual(numbers("read").filter((length) => length > 0));
    const asked = kernel.trace!.flatMap((call) => /^read\(\d+, (\d+)\)/.exec(call)?.[1] ?? []);
    expect(new Set(asked)).toEqual(new Set(["1000"]));
  });

  it.each([
    ["/bin/init", "/bin/"],
    ["/init", "/"],
    ["init", "."],
    ["/bin", "/bin/"],
    ["a/b", "a/"],
  ])("%s is on the disk before it has its name, its name in %s before the end", (word, folder) => {
    const files = { "/": FOLDER, a: FOLDER, "a/": FOLDER, "/bin/": FOLDER, ".": FOLDER };
    const { kernel, status } = install({ words: ["--install", word], files });
    const steps = ["create", "write", "sync", "close", "rename", "open"];
    const calls = kernel
      .trace!.filter((call) => steps.includes(/^\w+/.exec(call)![0]))
      .map((call) => call.replace(/^(write|create|rename)\(.*/, "$1").replace(/ = \d+$/, ""));
    const last = calls.slice(calls.lastIndexOf("write") + 1);
    expect(last).toEqual([
      "sync(4)",
      "close(4)",
      "rename",
      `open(${JSON.stringify(folder)})`,
      "sync(4)",
      "close(4)",
      "close(3)",
    ]);
    expect([status, kernel.openFiles]).toEqual([0, 0]);
  });

  it("does not open what is in its place, for that may have effects", () => {
    const { kernel } = install({ files: { "/bin/init": { special: true } } });
    expect(kernel.counts.get("open")).toBeUndefined();
  });

  it("leaves a draft alone that is somebody else's, and makes its own under another name", () => {
    const { status, stderr, kernel } = install({ files: { [draft()]: "half" } });
    expect([status, stderr, kernel.openFiles]).toEqual([0, "", 0]);
    expect(kernel.made).toEqual(
      new Map([
        [draft(), "half"],
        ["/bin/init", kernel.self],
      ]),
    );
  });

  it("is written with signals blocked, which would leave half of it, and touches nobody", () => {
    const { kernel } = install();
    const others = ["spawn", "kill", "becomeSubreaper", "letGo", "next", "wait", "restoreMask"];
    for (const method of others) {
      expect(kernel.counts.get(method)).toBeUndefined();
    }
  });
});

describe("the place", () => {
  const folders = { "/": FOLDER, "/bin": FOLDER, "/a b": FOLDER };
  const at = (...words: string[]): Outcome => install({ words, files: folders });

  it.each([
    ["/bin/init", "/bin/init"],
    ["/bin", "/bin/tsinit"],
    ["/bin/", "/bin//tsinit"],
    ["/a b", "/a b/tsinit"],
    ['/a b/\xff\n"', '/a b/\xff\n"'],
  ])("%j is %j", (word, path) => {
    const files = { ...folders, "/bin/": FOLDER };
    expectCopy(install({ words: ["--install", word], files }), path);
    expectCopy(install({ words: [`--install=${word}`], files }), path);
  });

  it("may stand in TSINIT_OPTIONS, with other options around it", () => {
    const variables = ["TSINIT_OPTIONS=-v --install /bin/init -g"];
    expectCopy(install({ words: [], variables }), "/bin/init");
    expectCopy(
      install({ words: ["-v"], variables: ["TSINIT_OPTIONS=--install=/bin"] }),
      "/bin/tsinit",
    );
  });

  it("is that of the command line where both name one", () => {
    const variables = ["TSINIT_OPTIONS=--install /bin/other"];
    expectCopy(install({ words: ["--install", "/bin/init"], variables }), "/bin/init");
  });

  it("is named in an error as it was given, escaped, and cut when it is long", () => {
    expectRefusal(
      at("--install", '/none/\x1b\n"\\\xff'),
      'tsinit: fatal: cannot install "/none/\\x1b\\x0a\\"\\\\\\xff": no such file or directory\n',
    );
    expectRefusal(
      at("--install", `/none/${"x".repeat(500)}`),
      /^tsinit: fatal: cannot install "\/none\/x{154}\.\.\.": no such file or directory\n$/,
    );
    const variables = ["TSINIT_OPTIONS=-v --install /none/init -g"];
    expectRefusal(
      install({ words: [], variables }),
      'tsinit: fatal: cannot install "/none/init": no such file or directory\n',
    );
  });

  it("cannot be empty", () => {
    const line = 'tsinit: fatal: cannot install "": no such file or directory\n';
    expectRefusal(at("--install", ""), line);
    expectRefusal(at("--install="), line);
  });

  it.each([1001, 1019, 1020, 1024, 4095, 100_000])("cannot have %i bytes", (length) => {
    expectRefusal(
      at("--install", `/bin/${"x".repeat(length - 5)}`),
      /^tsinit: fatal: cannot install "\/bin\/x{155}\.\.\.": file name too long\n$/,
    );
  });

  it("may have 1,000 bytes, a folder's as well", () => {
    const path = `/bin/${"x".repeat(995)}`;
    expectCopy(at("--install", path), path);
    const files = { ...folders, [path]: FOLDER };
    expectCopy(install({ words: ["--install", path], files }), `${path}/tsinit`);
  });

  it.each(["/bin/init", "/bin"])("cannot be a device, FIFO or socket: %s", (word) => {
    const files = { "/bin/init": { special: true }, "/bin/tsinit": { special: true } } as const;
    const outcome = install({ words: ["--install", word], files });
    expectRefusal(
      outcome,
      `tsinit: fatal: cannot install "${word}": a device, FIFO or socket is there\n`,
    );
    expect(outcome.kernel.openFiles).toBe(0);
    for (const method of ["create", "remove", "rename", "open"]) {
      expect(outcome.kernel.counts.get(method)).toBeUndefined();
    }
  });

  it.each([ENOENT, ELOOP])("may be a link that leads nowhere: errno %i", (errno) => {
    const prepare = (kernel: Outcome["kernel"]): void =>
      void (kernel.failures = [{ method: "kind", call: 1, errno, forEver: true }]);
    expectCopy(install({ prepare }), "/bin/init");
  });

  it("cannot be a folder in which a folder has the name", () => {
    const files = { "/bin/tsinit": FOLDER };
    expectRefusal(
      install({ words: ["--install", "/bin"], files }),
      'tsinit: fatal: cannot install "/bin": is a directory\n',
    );
  });

  it.each([{ open: EACCES }, { open: EPERM }, { open: ELOOP }, { read: EIO }])(
    "may be a file that cannot be read: %j",
    (file) => {
      expectCopy(install({ files: { "/bin/init": file } }), "/bin/init");
    },
  );
});

function refused(failure: Failure, more: Install = {}): Outcome {
  const { prepare } = more;
  const fail = (kernel: Outcome["kernel"]): void => {
    kernel.failures = [failure];
    prepare?.(kernel);
  };
  return install({ ...more, prepare: fail });
}

describe("where there is no way to wait for the disk, the copy is made all the same", () => {
  it.each(UNABLE)("errno %i, for the copy, its folder, or both", (errno) => {
    for (const failure of [
      { method: "sync", call: 1, errno, forEver: false },
      { method: "sync", call: 2, errno, forEver: false },
      { method: "sync", call: 1, errno, forEver: true },
      { method: "open", call: 1, errno, forEver: true },
    ]) {
      expectCopy(refused(failure), "/bin/init");
    }
  });

  it.each([EIO, EMFILE])("but a folder that cannot be opened is told of: errno %i", (errno) => {
    const { status, lines, kernel } = refused({ method: "open", call: 1, errno, forEver: false });
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
        const outcome = refused({ method, call, errno, forEver });
        const self = /^tsinit: fatal: cannot read \/proc\/self\/exe: [a-z][a-z0-9 /-]+\n$/;
        expectRefusal(outcome, method === "openSelf" ? self : REFUSAL);
        expect(outcome.kernel.openFiles).toBe(0);
      }
    }
  });

  it.each(["create", "kind", "openSelf"])("nothing is removed that was not made: %s", (method) => {
    for (const errno of [EACCES, EEXIST]) {
      const outcome = refused({ method, call: 1, errno, forEver: true });
      expectRefusal(outcome, /^tsinit: fatal: /);
      expect(outcome.kernel.counts.get("remove")).toBeUndefined();
    }
  });

  it.each(LOST)("a disk that could not keep the copy, when asked or at the close: %i", (errno) => {
    for (const method of ["sync", "close"]) {
      const outcome = refused({ method, call: 1, errno, forEver: false });
      expectRefusal(outcome, REFUSAL);
      expect(outcome.kernel.openFiles).toBe(0);
      expect(outcome.kernel.counts.get("rename")).toBeUndefined();
      expect(outcome.kernel.counts.get("remove")).toBe(1);
    }
  });

  it("the close, whatever it says, for the copy's bytes may be gone", () => {
    for (const errno of [...UNABLE, ESTALE]) {
      expectRefusal(refused({ method: "close", call: 1, errno, forEver: false }), REFUSAL);
    }
  });

  it("the first error, where several calls fail", () => {
    const prepare = (kernel: Outcome["kernel"]): void =>
      void (kernel.failures = [
        { method: "sync", call: 1, errno: EIO, forEver: false },
        { method: "close", call: 1, errno: EDQUOT, forEver: false },
        { method: "remove", call: 1, errno: EROFS, forEver: false },
      ]);
    const { status, lines } = install({ prepare });
    expect([status, lines]).toEqual([
      1,
      ['tsinit: fatal: cannot install "/bin/init": input/output error\n'],
    ]);
  });

  it.each(LOST)("a folder that could not keep the name; the copy stays: %i", (errno) => {
    const { status, lines, kernel } = refused({ method: "sync", call: 2, errno, forEver: false });
    expect([status, lines.length, lines[0]]).toEqual([1, 1, expect.stringMatching(REFUSAL)]);
    expect(kernel.made).toEqual(new Map([["/bin/init", kernel.self]]));
    expect([kernel.openFiles, kernel.counts.get("remove")]).toEqual([0, undefined]);
  });

  it.each([
    [0, 0, "no space left on device"],
    [0, 999, "no space left on device"],
    [5, 1, "no space left on device"],
  ])("a write that takes a part: after %i whole ones, %i bytes", (whole, part, cause) => {
    let left: number = whole;
    const outcome = install({
      prepare: (kernel) => {
        const write = kernel.write.bind(kernel);
        kernel.write = (stream, bytes, length, patient) =>
          write(stream, bytes, stream > 2 && left-- <= 0 ? part : length, patient);
      },
    });
    expectRefusal(outcome, `tsinit: fatal: cannot install "/bin/init": ${cause}\n`);
  });

  it("where the place's own kind cannot be told", () => {
    const failure = { method: "kind", call: 1, errno: EACCES, forEver: true };
    expectRefusal(
      refused(failure, { words: ["--install", "/bin"], files: { "/": FOLDER } }),
      'tsinit: fatal: cannot install "/bin": permission denied\n',
    );
  });

  it("in JSON where that is wanted", () => {
    const words = ["--log-format=json", "--install", "/bin/init"];
    const failure = { method: "create", call: 1, errno: ENOTDIR, forEver: true };
    const { status, lines } = refused(failure, { words });
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 60,
      errno: ENOTDIR,
      msg: 'cannot install "/bin/init": not a directory',
    });
  });
});
