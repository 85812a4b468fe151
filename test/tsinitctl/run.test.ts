/** tsinitctl run: tsinit's options, the program's words and status, hooks from a file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probe, scratch } from "../support/probes.ts";
import * as proc from "../support/proc.ts";
import { Run, signal, until } from "../support/run.ts";
import { Terminal } from "../support/terminal.ts";
import { ROOT, start, TSINITCTL, tsinitctl } from "../support/tsinitctl.ts";

/** Hooks must lie where tsx can be found from. */
function hooks(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

describe("tsinitctl run", () => {
  it.each([
    [["--", "sh", "-c", "exit 9"], 9],
    [["sh", "-c", "exit 9"], 9],
    [["-e", "9", "sh", "-c", "exit 9"], 0],
    [["-e", "9:3", "sh", "-c", "exit 9"], 3],
    [["sh", "-c", 'test "$1" = -g && exit 4', "sh", "-g"], 4],
    [["sh", "-c", "kill -KILL $$"], 137],
  ])("%j ends with %d", async (words, status) => {
    expect(await tsinitctl(["run", ...words])).toEqual({ status, out: "", err: "" });
  });

  it.each([
    [["no-such-program"], 127, 'cannot run "no-such-program": no such file in PATH'],
    [["/"], 126, 'cannot run "/": is a directory'],
    [
      ["--grace", "5x", "true"],
      1,
      "--grace=5x: not a time; use for example 10, 10s, 500ms, 1.5s or 2m",
    ],
    [
      ["-r", "TERM", "true"],
      1,
      "option '-r, --rewrite <from:to>' argument 'TERM' is invalid. " +
        "Use FROM:TO; see tsinitctl --help",
    ],
    [
      ["--hooks", "/no/such.js", "true"],
      1,
      "--hooks /no/such.js: Cannot find module '/no/such.js' imported from " +
        `${ROOT}dist/lib/tsinitctl.mjs`,
    ],
  ])("%j says what is wrong in one line", async (words, status, message) => {
    expect(await tsinitctl(["run", ...words])).toEqual({
      status,
      out: "",
      err: `tsinitctl: ${message}\n`,
    });
  });

  it("forwards to the group and rewrites", async () => {
    const run = start([
      "run",
      "-g",
      "-r",
      "HUP:USR2",
      "-r",
      "INT:0",
      probe("record"),
      "helper",
      "until=15:6",
    ]);
    await run.line(/^helper ready/m);
    signal(run.pid, 2);
    signal(run.pid, 1);
    await run.line(/^helper 12/m);
    signal(run.pid, 15);
    const { status, out } = await run.ended;
    expect(status).toBe(6);
    expect(out).not.toMatch(/^got 2 /m);
  });
});

describe("on a terminal", () => {
  it("the program has it, and gets Ctrl-C once", async () => {
    const terminal = Terminal.leader([
      ...TSINITCTL,
      "run",
      "--hooks",
      hooks("log.mjs", "export const onSignal = ({ signal }) => console.log('hook', signal);"),
      probe("record"),
      "until=1:3",
    ]);
    await terminal.shows(/ready/);
    const record = await terminal.process(probe("record"));
    expect(proc.foregroundOf(record)).toBe(record);
    terminal.type("\x03");
    await terminal.shows(/got 2 /);
    signal(Number(proc.status(record, "PPid")), 1);
    expect(await terminal.ended()).toBe("exited 3");
    expect(terminal.screen.match(/got 2 /g)).toHaveLength(1);
    expect(terminal.screen.match(/hook .*/g)).toEqual([expect.stringMatching(/SIGHUP/)]);
  });

  it("a hook that reads it in the background gets an error, and disturbs nothing", async () => {
    const file = hooks(
      "read.mjs",
      `import { readSync } from "node:fs";
      export const onSignal = () => {
        try { readSync(0, Buffer.alloc(1)); } catch (error) { console.log("refused", error.code); }
      };`,
    );
    const terminal = Terminal.leader([
      "sh",
      "-c",
      'stty tostop; exec "$@"',
      "sh",
      ...TSINITCTL,
      "run",
      "--hooks",
      file,
      probe("record"),
      "until=1:3",
    ]);
    await terminal.shows(/ready/);
    const record = await terminal.process(probe("record"));
    signal(Number(proc.status(record, "PPid")), 1);
    expect(await terminal.ended()).toBe("exited 3");
    expect(terminal.screen).toMatch(/refused EIO\r\n(got 18 .*\r\n)?got 1 /);
  });
});

describe("on a terminal that goes", () => {
  it("it ends as the program ended", async () => {
    const told = join(scratch(), "told");
    // The leader ends with the terminal, so another shell tells the status.
    const words = [
      "sh",
      "-c",
      '"$@"; exit',
      "sh",
      "sh",
      "-c",
      `trap '' HUP; "$@"; echo "status $?" > ${told}`,
      "sh",
      ...TSINITCTL,
    ];
    const terminal = Terminal.leader([
      ...words,
      "run",
      "sh",
      "-c",
      "trap 'exit 5' HUP; echo ready; while :; do sleep 0.1; done",
    ]);
    await terminal.shows(/ready/);
    signal(terminal.run.pid, 9);
    await until(() => existsSync(told) && readFileSync(told, "utf8") !== "", "the end");
    expect(readFileSync(told, "utf8")).toBe("status 5\n");
  });
});

describe("--hooks", () => {
  const BODY = `({ signal }) => (signal === "SIGTERM" ? "SIGUSR1" : true);\n`;

  it.each([
    ["hooks.mjs", `export const onSignal = ${BODY}`],
    ["default.mjs", `export default { onSignal: ${BODY.replace(";", "")} };`],
  ])("takes %s", async (name, text) => {
    const run = start(["run", "--hooks", hooks(name, text), probe("record"), "until=10:5"]);
    await run.line(/^ready/m);
    signal(run.pid, 15);
    expect((await run.ended).status).toBe(5);
  });

  it("says that a hook has failed, and goes on", async () => {
    const file = hooks("broken.mjs", "export const onSignal = () => { throw new Error('no'); };");
    const run = start(["run", "--hooks", file, probe("record"), "until=15:5"]);
    await run.line(/^ready/m);
    signal(run.pid, 15);
    expect(await run.ended).toMatchObject({ status: 5, err: "tsinitctl: warning: hook: no\n" });
  });

  it.each([
    ["a rejection that nobody catches", "Promise.reject(new Error('no'));", "no"],
    [
      "a rejection without a text",
      "Promise.reject(Object.create(null));",
      "[Object: null prototype] {}",
    ],
    ["a timer that throws", "setTimeout(() => { throw new Error('no'); });", "no"],
    [
      "process.exit",
      "process.exit(9);",
      "process.exit would end the init; return a status from onExit",
    ],
    [
      "exit of node:process",
      "setTimeout(() => exit(9));",
      "process.exit would end the init; return a status from onExit",
    ],
  ])("goes on after %s, and says so", async (_, statement, words) => {
    const file = hooks(
      "broken.mjs",
      `import { exit } from "node:process";
      export const onSignal = ({ signal }) => { if (signal === "SIGHUP") { ${statement} } };`,
    );
    const run = start(["run", "--hooks", file, probe("record"), "until=15:5"]);
    await run.line(/^ready/m);
    signal(run.pid, 1);
    await run.line(/^got 1 /m);
    await until(() => run.err !== "", "a warning");
    signal(run.pid, 15);
    expect(await run.ended).toMatchObject({
      status: 5,
      err: `tsinitctl: warning: hook: ${words}\n`,
    });
  });

  it("goes on when it cannot write, and says so", async () => {
    const file = hooks("write.mjs", "export const onSignal = () => console.log('x');");
    const script = 'exec "$@" > /dev/full';
    const run = new Run([
      "sh",
      "-c",
      script,
      "sh",
      ...TSINITCTL,
      "run",
      "--hooks",
      file,
      "sh",
      "-c",
      "trap 'exit 5' TERM; echo ready >&2; while :; do sleep 0.1; done",
    ]);
    await until(() => run.err.includes("ready"), "the program");
    signal(run.pid, 15);
    expect(await run.ended).toMatchObject({
      status: 5,
      err: "ready\ntsinitctl: warning: hook: no space left on device\n",
    });
  });

  it.each([
    ["never ends", "await new Promise(() => undefined);", "its top-level await never ends"],
    ["throws nothing", "throw undefined;", "undefined"],
    ["exits", "process.exit(0);", "process.exit would end the init; return a status from onExit"],
    ["exports no function", "export const onSignal = 'x';", "onSignal is not a function"],
    [
      "exports none and stays alive",
      "setInterval(() => undefined, 1000);",
      "exports no onSignal, onReap or onExit",
    ],
  ])("refuses a file that %s, and starts nothing", async (_, text, words) => {
    const file = hooks("refused.mjs", text);
    expect(await tsinitctl(["run", "--hooks", file, "echo", "started"])).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: --hooks ${file}: ${words}\n`,
    });
  });

  it("refuses a file without any, and starts nothing", async () => {
    const file = hooks("empty.mjs", "export const onsignal = 1;");
    expect(await tsinitctl(["run", "--hooks", file, "echo", "started"])).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: --hooks ${file}: exports no onSignal, onReap or onExit\n`,
    });
  });
});
