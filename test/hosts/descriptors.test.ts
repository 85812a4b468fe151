/** Standard error that is closed, dead, full or limited: messages may be lost, nothing else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  initOf,
  prepared,
  probe,
  type Run,
  run,
  type Subject,
  scratch,
  settled,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { numberOf } from "../support/sending.ts";

interface Flood {
  readonly started: Run;
  readonly init: number;
}

/** A recorder under -w whose orphans all have been made and reaped. */
async function flood(subject: Subject, orphans: number): Promise<Flood> {
  const script = `"$2" ${orphans} </dev/null >/dev/null; exec "$1"`;
  const words = ["sh", "-c", script, "sh", probe("record"), probe("orphans")];
  const started = start(subject, ["-w", "--", ...words]);
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  await until(() => proc.children(init).length === 1, "all orphans reaped");
  return { started, init };
}

const got = (started: Run): number[] => {
  return [...started.out.matchAll(/^got (\d+)/gm)].map((match) => Number(match[1]));
};

describeBoth("a standard error that is a full pipe", (subject) => {
  it("stops neither reaping nor forwarding", async () => {
    const { started, init } = await flood(prepared(subject, "fullpipe=2"), 500);
    for (const number of [1, 2, 10, 15, 34]) signal(init, number);
    await settled(started, init);
    expect(got(started)).toEqual([1, 2, 10, 15, 34, 64]);
    signal(init, numberOf("KILL"));
  });

  it("does not hold back the end of the run", async () => {
    const words = ["-vvvw", "--", probe("record"), "orphan", "until=15:9"];
    const started = start(prepared(subject, "fullpipe=2"), words);
    await started.line(/^ready/m);
    signal(await initOf(started, subject), 15);
    expect((await started.ended).status).toBe(9);
  });

  it("does not hold back the report of a wrong start", async () => {
    const full = prepared(subject, "fullpipe=2");
    expect((await run(full, ["no-such-program"])).status).toBe(127);
    expect((await run(full, ["-z"])).status).toBe(1);
  });

  it("keeps its mode of blocking for the child", async () => {
    const file = join(scratch(), "dump");
    const words = ["-v", "--", probe("dump"), file];
    expect((await run(prepared(subject, "fullpipe=2"), words)).status).toBe(0);
    expect(readFileSync(file, "latin1")).toMatch(/^fd 2 flags=0 status=1 /m);
  });
});

describeBoth("a standard error that is broken", (subject) => {
  it("(nobody reads it) brings no SIGPIPE to the child", async () => {
    const { started, init } = await flood(prepared(subject, "deadpipe=2"), 50);
    await settled(started, init);
    expect(got(started)).toEqual([64]);
    signal(init, numberOf("PIPE"));
    await started.line(/^got 13 /m);
  });

  it("(it may not grow) brings no SIGXFSZ to the child", async () => {
    const file = join(scratch(), "log");
    const limited = prepared(subject, `file=2:${file}`, "limit=1:0:4194304");
    const { started, init } = await flood(limited, 50);
    await settled(started, init);
    expect(got(started)).toEqual([64]);
    signal(init, numberOf("XFSZ"));
    await started.line(/^got 25 /m);
  });

  it.each(["-v", "-vv", "-vvv", "-vvvw"])(
    "(nobody reads it, or it may not grow) does not hold back the end: %s",
    async (flag) => {
      const words = [flag, "--", "sh", "-c", "exit 7"];
      const file = join(scratch(), "log");
      expect((await run(prepared(subject, "deadpipe=2"), words)).status).toBe(7);
      const limited = prepared(subject, `file=2:${file}`, "limit=1:0:4194304");
      expect((await run(limited, words)).status).toBe(7);
    },
  );

  it("(it is closed) changes nothing", async () => {
    const { started, init } = await flood(prepared(subject, "close=2"), 50);
    for (const number of [1, 15]) signal(init, number);
    await settled(started, init);
    expect(got(started)).toEqual([1, 15, 64]);
  });
});

describeBoth("closed standard descriptors", (subject) => {
  it.each([[[0]], [[1]], [[2]], [[0, 1]], [[0, 2]], [[1, 2]], [[0, 1, 2]]])(
    "%j change neither status nor signals",
    async (closed: number[]) => {
      const odd = prepared(subject, ...closed.map((fd) => `close=${fd}`));
      expect((await run(odd, ["-vvvw", "sh", "-c", "exit 7"])).status).toBe(7);
      expect((await run(odd, ["no-such-program"])).status).toBe(127);
      expect((await run(odd, ["-z"])).status).toBe(1);
    },
  );

  it("are not taken by anything that the init opens", async () => {
    const started = start(prepared(subject, "close=0", "close=2"), ["-w", probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await settled(started, init);
    expect(proc.descriptors(init)).toEqual([1]);
  });
});
