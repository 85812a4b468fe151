/** Each call of the kernel fails in turn, once and for ever, with every errno it can give. */
import { describe, expect, it } from "vitest";
import { shellStatus } from "./end.ts";
import type { SimKernel } from "./kernel.ts";
import {
  CONT,
  EACCES,
  EAGAIN,
  EINTR,
  EIO,
  EISDIR,
  EMFILE,
  ENOENT,
  ENOMEM,
  ENOSYS,
  EPERM,
  TERM,
} from "./numbers.ts";
import type { Failure } from "./recorder.ts";
import type { Outcome } from "./scenario.ts";
import { tsinit } from "./scenario.ts";
import type { Scene } from "./scenes.ts";
import { ERRORS, SCENES, SPAWN_ERRORS } from "./scenes.ts";

/** Every failure that there is room for in `scene`. */
function* failures(scene: Scene, method: string, forEver: boolean): Generator<Failure> {
  const calls = tsinit(scene.words, scene.setup).kernel.counts.get(method) ?? 0;
  for (let call = 1; call <= calls; call++) {
    for (const errno of ERRORS[method]!) yield { method, call, errno, forEver };
  }
}

function runWith(scene: Scene, failure: Failure): Outcome {
  const { prepare } = scene.setup;
  return tsinit(scene.words, {
    ...scene.setup,
    prepare: (kernel) => {
      prepare?.(kernel);
      kernel.failures = [failure];
      kernel.callLimit = 4000;
    },
  });
}

/** It ended as its child did, and left nothing behind. */
function expectChildStatus(outcome: Outcome): void {
  const { kernel, status, lines } = outcome;
  expect(kernel.child?.state).toBe("zombie");
  expect(kernel.world.processes.has(outcome.child)).toBe(false);
  expect(status).toBe(shellStatus(kernel.child!.status));
  expect(kernel.openFiles).toBe(0);
  for (const line of lines) expect(line).toMatch(/^tsinit: [a-z]+: [\x20-\x7e]+\n$/);
}

function sweep(method: string, forEver: boolean): number {
  let runs = 0;
  for (const scene of SCENES) {
    for (const failure of failures(scene, method, forEver)) {
      runs++;
      try {
        expectChildStatus(runWith(scene, failure));
      } catch (error) {
        throw new Error(`${scene.name}, ${JSON.stringify(failure)}: ${error}`, { cause: error });
      }
    }
  }
  return runs;
}

describe("whatever call fails, tsinit ends when its child ends, with its status", () => {
  for (const method of Object.keys(ERRORS)) {
    it(`${method} fails once, at any time, with any errno`, () => {
      expect(sweep(method, false)).toBeGreaterThan(0);
    });
    if (method === "wait") continue;
    it(`${method} fails for ever, from any time on, with any errno`, () => {
      expect(sweep(method, true)).toBeGreaterThan(0);
    });
  }
});

describe("where no status can be had", () => {
  const scene = SCENES[1]!;

  it("while every wait is refused tsinit forwards, and tries again ten times a second", () => {
    for (const errno of ERRORS["wait"]!) {
      const made: SimKernel[] = [];
      const prepare = (kernel: SimKernel): void => {
        kernel.failures = [{ method: "wait", call: 1, errno, forEver: true }];
        kernel.callLimit = 4000;
        made.push(kernel);
      };
      const run = (): Outcome => tsinit(scene.words, { ...scene.setup, prepare });
      expect(run).toThrow(/waits for ever|too many calls/);
      const [kernel] = made;
      expect(kernel!.child!.got).toEqual([TERM, 12, 37, CONT]);
      expect(kernel!.counts.get("next")).toBeLessThan(30 + kernel!.now / 100);
    }
  });

  it("a child whose status somebody else has taken ends tsinit with 1 and a warning", () => {
    const outcome = tsinit(["program"], {
      steps: [
        ({ world }, child) => {
          world.end(child, 0);
          world.wait(child.pid);
        },
      ],
    });
    expect(outcome.status).toBe(1);
    const cause = "is gone: its status was not to be had";
    expect(outcome.stderr).toBe(`tsinit: warning: child ${outcome.child} ${cause}\n`);
  });

  it("a program that cannot be run is 127 when not found, else 126, and nothing is left", () => {
    for (const scene of SCENES) {
      for (const errno of SPAWN_ERRORS) {
        const outcome = runWith(scene, { method: "spawn", call: 1, errno, forEver: true });
        expect(outcome.status).toBe(errno === ENOENT ? 127 : 126);
        expect(outcome.lines.filter((line) => line.includes("fatal: cannot run"))).toHaveLength(1);
        expect(outcome.kernel.counts.get("next")).toBeUndefined();
        expect(outcome.kernel.openFiles).toBe(0);
      }
    }
  });

  it("a process that cannot be made is tsinit's own failure, 1", () => {
    for (const errno of [EAGAIN, ENOMEM, ENOSYS, EPERM]) {
      const prepare = (kernel: Outcome["kernel"]): void => {
        kernel.spawnError = errno;
        kernel.refused = true;
      };
      const outcome = tsinit(["program"], { prepare });
      expect(outcome.status).toBe(1);
      expect(outcome.stderr).toMatch(/^tsinit: fatal: cannot start a process: [a-z ]+\n$/);
    }
  });

  it("a file that cannot be opened or read again still gets its one line and its status", () => {
    for (const errno of [EACCES, EMFILE, EIO, EISDIR, EINTR, EPERM]) {
      for (const programFile of [{ open: errno }, { read: errno }]) {
        for (const spawnError of SPAWN_ERRORS) {
          const prepare = (kernel: Outcome["kernel"]): void => {
            Object.assign(kernel, { spawnError, programFile });
          };
          const outcome = tsinit(["program"], { prepare });
          expect(outcome.status).toBe(126);
          expect(outcome.lines).toHaveLength(1);
        }
      }
    }
  });
});
