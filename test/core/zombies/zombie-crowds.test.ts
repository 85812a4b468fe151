/** --zombies among many: all are found, their parents by number, whatever becomes of the output. */
import { describe, expect, it } from "vitest";
import type { Entry, Look } from "../../sim/looks.ts";
import { look } from "../../sim/looks.ts";
import { EAGAIN, EBADF, EFBIG, EIO, ENOSPC, EPIPE } from "../../sim/numbers.ts";
import { lookTwice, reportOf, tableOf } from "../../support/reports.ts";

const ENTRY_COUNT = 20_000;

/** So many zombies of each parent, whose PIDs are 1001, 1002 and so on. */
function families(counts: readonly number[]): Entry[] {
  const parents = counts.map((_, i) => ({ pid: 1001 + i, state: "S", command: `parent-${i + 1}` }));
  const zombies = counts.flatMap((count, i) => Array<number>(count).fill(1001 + i));
  return [...parents, ...zombies.map((parent, i) => ({ pid: 5001 + i, parent }))];
}

const ascending = (limit: number): number[] => Array.from({ length: limit }, (_, i) => i + 1);

describe("the parents", () => {
  it("are named by the number of their zombies, those with most first", () => {
    const { plain, json } = lookTwice({ entries: families([2, 5, 1, 3]) });
    expect(plain.parents).toBe(
      "5 of parent-2[1002], 3 of parent-4[1004], 2 of parent-1[1001], 1 of parent-3[1003]",
    );
    expect(json.parents.map(({ pid, zombies }) => [pid, zombies])).toEqual([
      [1002, 5],
      [1004, 3],
      [1001, 2],
      [1003, 1],
    ]);
    expect(json.others).toBe(0);
  });

  it("of equal number are named in the order of their first zombies", () => {
    const entries = families([1, 1, 1]);
    [entries[3], entries[5]] = [
      { ...entries[3]!, parent: 1003 },
      { ...entries[5]!, parent: 1001 },
    ];
    const { plain } = lookTwice({ entries });
    expect(plain.parents).toBe("1 of parent-3[1003], 1 of parent-2[1002], 1 of parent-1[1001]");
  });

  it("are all named when they are eight", () => {
    const { plain, json } = lookTwice({ entries: families(ascending(8)) });
    expect(plain.parents).toMatch(/^8 of parent-8\[1008\], .*, 1 of parent-1\[1001\]$/);
    expect([json.parents.length, json.others]).toEqual([8, 0]);
  });

  it("are named up to the eighth; the zombies of the others are summed up", () => {
    const { plain, json } = lookTwice({ entries: families(ascending(10)) });
    const [first, last] = [/^10 of parent-10\[1010\], /, /, 3 of parent-3\[1003\], 3 of others$/];
    expect(plain.parents).toMatch(first);
    expect(plain.parents).toMatch(last);
    expect([json.parents.length, json.others]).toEqual([8, 3]);
  });

  it("are told apart up to the 256th, however far apart their zombies are", () => {
    const counts = Array<number>(256).fill(1);
    counts[255] = 3;
    const { plain, json } = lookTwice({ entries: families(counts) });
    expect(json.parents[0]).toEqual({ pid: 1256, name: "parent-256", zombies: 3 });
    expect([plain.total, json.others]).toEqual([258, 248]);
  });

  it("beyond that are still counted among the others", () => {
    const counts = Array<number>(300).fill(1);
    counts[299] = 10;
    const { plain, json } = lookTwice({ entries: families(counts) });
    expect([plain.total, json.others]).toEqual([309, 301]);
  });

  it("with the longest names there are have room in one line", () => {
    const entries = families(ascending(10)).map((entry) => ({
      ...entry,
      command: "\x01".repeat(15),
    }));
    const { plain } = lookTwice({ entries });
    expect(plain.parents).toContain(", 3 of others");
  });
});

/** Every third of `count` processes is a zombie, of one of 400 parents. */
function crowd(count: number): Entry[] {
  return Array.from({ length: count }, (_, i) => ({
    pid: i + 2,
    parent: 2 + (i % 400) * 3,
    state: i % 3 === 0 ? "Z" : "S",
    command: `name-${i}`,
    cgroup: "0::/user.slice\n",
  }));
}

describe.each([[ENTRY_COUNT], [100_000]])("among %i processes", (count) => {
  const scene: Look = {
    entries: crowd(count),
    prepare: (kernel) => {
      kernel.trace = null;
      kernel.callLimit = Infinity;
    },
  };
  const zombies = Math.ceil(count / 3);

  it("every zombie has its row", () => {
    const { rows, total } = tableOf(look(scene));
    expect(total).toBe(zombies);
    rows.forEach(({ pid, command }, i) => {
      expect([pid, command]).toEqual([i * 3 + 2, `name-${i * 3}`]);
    });
  });

  it("the document holds every zombie", () => {
    const { zombies: found, parents, others } = reportOf(look({ ...scene, options: ["--json"] }));
    expect(found).toHaveLength(zombies);
    expect(parents).toHaveLength(8);
    expect(others).toBe(zombies - parents.reduce((sum, one) => sum + one.zombies, 0));
  });

  it("one is looked at after the other, with one file open at a time", () => {
    const { kernel } = look({
      ...scene,
      prepare: (made) => {
        scene.prepare?.(made);
        const open = made.open.bind(made);
        made.open = (path, at) => {
          if (made.openFiles > 0) throw new Error(`${made.openFiles} files are open`);
          return open(path, at);
        };
      },
    });
    expect(kernel.counts.get("listProcesses")).toBe(count + 2);
  });
});

describe("what becomes of the output", () => {
  const entries = families([3, 2]);
  const refused = (errno: number, call: number): Look["failures"] => [
    { method: "write", call, errno, forEver: true },
  ];

  const CALLS = [1, 2, 3, 4];
  const MANY = families(Array<number>(200).fill(1));

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

  it.each([[], ["--json"]])("a reader that has gone away is no news: %j", (...options) => {
    for (const call of CALLS) {
      const some = look({ entries: MANY, options, failures: refused(EPIPE, call) });
      expect([some.status, some.stderr, some.kernel.openFiles]).toEqual([1, "", 0]);
      expect(some.kernel.counts.get("write")).toBe(call);
    }
    const none = look({ options, failures: refused(EPIPE, 1) });
    expect([none.status, none.stderr]).toEqual([2, ""]);
  });

  it("goes on behind what a write has taken, and ends at one that takes nothing", () => {
    for (const [most, options] of [
      [100, ["--json"]],
      [1000, []],
      [4095, []],
    ] as const) {
      const prepare: Look["prepare"] = (kernel) => {
        const write = kernel.write.bind(kernel);
        kernel.callLimit = Infinity;
        kernel.write = (stream, bytes, length, patient) =>
          write(stream, bytes, Math.min(length, most), patient);
      };
      const wanted = look({ entries: MANY, options }).stdout;
      const { stdout, status } = look({ entries: MANY, options, prepare });
      expect([stdout, status]).toEqual([wanted, 1]);
    }
    const prepare: Look["prepare"] = (kernel) => {
      const write = kernel.write.bind(kernel);
      kernel.write = (stream, bytes, length, patient) =>
        stream === 1 ? 0 : write(stream, bytes, length, patient);
    };
    const { status, stderr } = look({ entries, prepare });
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

describe("what is read", () => {
  const reads = (entries: Entry[], options: string[] = []): string[] =>
    look({ entries, options }).kernel.trace!.filter((call) => call.startsWith("open("));

  it("of a zombie is one file, and another for its container; its parent is read once", () => {
    const [few, many] = [reads(families([10])), reads(families([110]))];
    expect(many.length - few.length).toBe(200);
    const json = [reads(families([10]), ["--json"]), reads(families([110]), ["--json"])];
    expect(json[1]!.length - json[0]!.length).toBe(200);
  });
});

describe("nobody is touched", () => {
  const HARMLESS = new Set([
    "argument",
    "environment",
    "parentId",
    "restoreMask",
    "listProcesses",
    "open",
    "read",
    "close",
    "write",
    "readClock",
    "clockRest",
    "processId",
  ]);

  it.each([[[]], [["--json"]], [["-vvv"]], [["--forward=all", "--on-exit=stop", "-s"]]])(
    "it only reads and writes: %j",
    (options) => {
      const { kernel } = look({ entries: families([3, 2]), options, pid: 70 });
      expect([...kernel.counts.keys()].filter((method) => !HARMLESS.has(method))).toEqual([]);
      const odd = kernel.trace!.filter((call) => !HARMLESS.has(/^\w+/.exec(call)![0]));
      expect(odd).toEqual([]);
    },
  );

  it("the mask is given back before /proc is looked at, so that signals end it", () => {
    const { kernel } = look({ entries: families([1]) });
    const calls = kernel.trace!.filter((call) => !/^(argument|environment|parentId)/.test(call));
    expect(calls[0]).toBe("restoreMask() = 0");
    expect(calls.filter((call) => call.startsWith("restoreMask"))).toHaveLength(1);
  });
});
