/** --zombies among many: all are found, their parents by number, and nobody is touched. */
import { describe, expect, it } from "vitest";
import type { Entry, Look } from "../../sim/looks.ts";
import { look } from "../../sim/looks.ts";
import { lookTwice, reportOf, tableOf } from "../../support/reports.ts";
import { families, onesOf } from "./families.ts";

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
    expect(plain.parents).toMatch(/^10 of parent-10\[1010\], /);
    expect(plain.parents).toMatch(/, 3 of parent-3\[1003\], 3 of others$/);
    expect([json.parents.length, json.others]).toEqual([8, 3]);
  });
});

describe("the parents of a crowd", () => {
  it("are told apart up to the 256th, however far apart their zombies are", () => {
    const { plain, json } = lookTwice({ entries: families([...onesOf(255), 3]) });
    expect(json.parents[0]).toEqual({ pid: 1256, name: "parent-256", zombies: 3 });
    expect([plain.total, json.others]).toEqual([258, 248]);
  });

  it("beyond that are still counted among the others", () => {
    const { plain, json } = lookTwice({ entries: families([...onesOf(299), 10]) });
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

describe.each([20_000, 100_000])("among %i processes", (count) => {
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

describe("what is read", () => {
  const reads = (entries: Entry[], options: string[]): number => {
    return look({ entries, options }).kernel.counts.get("open")!;
  };

  it("of a zombie is one file, and another for its container; its parent is read once", () => {
    for (const options of [[], ["--json"]]) {
      const [few, many] = [reads(families([10]), options), reads(families([110]), options)];
      expect(many - few).toBe(200);
    }
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
