/** --zombies and --install as JavaScript and as compiled Wasm: the same calls, the same bytes. */
import { describe, expect, it } from "vitest";
import { EMPTY_PATHS, PATHS, v1 } from "../support/cgroup-paths.ts";
import { LIMITS } from "../support/pid-limits.ts";
import { AGES, NAMES } from "../support/zombie-tables.ts";
import type { Install } from "./installs.ts";
import { FOLDER, install, REFUSALS } from "./installs.ts";
import type { Entry, Look } from "./looks.ts";
import { look } from "./looks.ts";
import { EACCES, EAGAIN, EIO, ENOENT, ENOSPC, EPIPE } from "./numbers.ts";
import { checkLooks } from "./reports-fuzz.ts";
import type { Outcome } from "./scenario.ts";
import { seeds } from "./schedule.ts";
import { isBuilt, runWasm } from "./wasm.ts";

const SUFFIX = isBuilt ? "" : " (skipped: dist/work/core.wasm is not built)";

/** Both made the same calls, with the same results, and came to the same status. */
function expectSame(script: Outcome, compiled: Outcome): void {
  expect(compiled.status).toBe(script.status);
  if (compiled.kernel.digest === script.kernel.digest) return;
  const [one, other] = [script.kernel.trace!, compiled.kernel.trace!];
  const at = one.findIndex((call, i) => call !== other[i]);
  throw new Error(`call ${at}: ${one[at]} but ${other[at]}`);
}

function lookBoth(scene: Look): void {
  for (const options of [[], ["--json"]]) {
    expectSame(look({ ...scene, options }), look({ ...scene, options, runner: runWasm }));
  }
}

function installBoth(scene: Install): void {
  expectSame(install(scene), install({ ...scene, runner: runWasm }));
}

const LIVING: Entry = { pid: 7, state: "S", command: "server" };
const ZOMBIE: Entry = { pid: 30, parent: 7, command: "git" };

describe.skipIf(!isBuilt)(`the compiled core looks for zombies as the core does${SUFFIX}`, () => {
  it("reads the same containers and pods", () => {
    for (const { text } of [...PATHS, ...EMPTY_PATHS]) {
      lookBoth({ entries: [LIVING, { ...ZOMBIE, cgroup: text }] });
      lookBoth({
        entries: [
          { ...LIVING, cgroup: text },
          { ...ZOMBIE, cgroup: v1("/") },
        ],
      });
    }
  });

  it("finds the same limits of PIDs", () => {
    for (const { files } of LIMITS) lookBoth({ files });
  });

  it("writes the same names and ages", () => {
    for (const [command] of NAMES) lookBoth({ entries: [{ ...ZOMBIE, command }] });
    for (const { seconds } of AGES) {
      lookBoth({ entries: [{ ...ZOMBIE, start: (10_000_000 - seconds) * 100 }] });
    }
  });

  it("meets the same refusals", () => {
    const entries = [LIVING, ZOMBIE, { ...ZOMBIE, pid: 31 }];
    for (const [method, errors] of Object.entries({
      listProcesses: [ENOENT, EACCES],
      open: [ENOENT, EACCES],
      read: [EIO],
      write: [EAGAIN, EPIPE, ENOSPC],
    })) {
      const calls = look({ entries }).kernel.counts.get(method)!;
      for (const errno of errors) {
        for (let call = 1; call <= calls; call++) {
          lookBoth({ entries, failures: [{ method, call, errno, forEver: false }] });
        }
      }
    }
  });

  it("sums up the same crowd", () => {
    const prepare: Look["prepare"] = (kernel) => {
      kernel.trace = null;
      kernel.callLimit = Infinity;
    };
    const entries = Array.from({ length: 20_000 }, (_, i) => ({
      ...ZOMBIE,
      pid: i + 2,
      parent: 2 + (i % 400) * 3,
    }));
    lookBoth({ entries, prepare });
  });

  for (let first = 200_001; first < 206_001; first += 3000) {
    it(`reads the same in whatever there is (seeds ${first} to ${first + 2999})`, () => {
      checkLooks(seeds(3000, first), (script, scene) => {
        expectSame(script, look({ ...scene, runner: runWasm }));
      });
    });
  }
});

describe.skipIf(!isBuilt)(`the compiled core installs as the core does${SUFFIX}`, () => {
  it("at the same places", () => {
    for (const length of [0, 1, 4, 5, 160, 161, 1000, 1018, 1019, 1020, 1024, 5000]) {
      installBoth({ words: ["--install", `/bin/${"x".repeat(length)}`.slice(0, length)] });
    }
    installBoth({ words: [], variables: ["TSINIT_OPTIONS=-v --install /none/init -g"] });
    installBoth({ words: ["--install", "/bin"], files: { "/bin/tsinit": FOLDER } });
    installBoth({ words: ["--install", '/none/\x1b\xff\n"\\'] });
  });

  it("whichever call is refused", () => {
    for (const [method, errors] of Object.entries(REFUSALS)) {
      const calls = install().kernel.counts.get(method)!;
      for (const errno of errors) {
        for (let call = 1; call <= calls; call++) {
          const failures = [{ method, call, errno, forEver: false }];
          installBoth({ prepare: (kernel) => void (kernel.failures = failures) });
        }
      }
    }
  });
});
