/** tsinitctl run --hooks: which files it takes, and that no hook keeps it from its work. */
import { describe, expect, it } from "vitest";
import { Run, signal, until } from "../support/run.ts";
import { TSINITCTL, tsinitctl } from "../support/tsinitctl.ts";
import { hooksFile, recordUnder } from "./hooks-file.ts";

const NO_EXIT = "process.exit would end the init; return a status from onExit";

describe("--hooks takes", () => {
  const hook = '({ signal }) => (signal === "SIGTERM" ? "SIGUSR1" : true)';

  it.each([
    { name: "hooks.mjs", text: `export const onSignal = ${hook};\n` },
    { name: "default.mjs", text: `export default { onSignal: ${hook} };\n` },
  ])("$name", async ({ name, text }) => {
    const run = await recordUnder(hooksFile(name, text), "until=10:5");
    signal(run.pid, 15);
    expect((await run.ended).status).toBe(5);
  });
});

/** What a hook can do that would end Node, and what is said of it. */
const FAILURES = [
  {
    what: "a rejection that nobody catches",
    statement: "Promise.reject(new Error('no'));",
    says: "no",
  },
  {
    what: "a rejection without a text",
    statement: "Promise.reject(Object.create(null));",
    says: "[Object: null prototype] {}",
  },
  {
    what: "a timer that throws",
    statement: "setTimeout(() => { throw new Error('no'); });",
    says: "no",
  },
  { what: "process.exit", statement: "process.exit(9);", says: NO_EXIT },
  { what: "exit of node:process", statement: "setTimeout(() => exit(9));", says: NO_EXIT },
];

describe("--hooks goes on, and says so,", () => {
  it("after a hook that throws", async () => {
    const throws = "export const onSignal = () => { throw new Error('no'); };";
    const run = await recordUnder(hooksFile("broken.mjs", throws), "until=15:5");
    signal(run.pid, 15);
    expect(await run.ended).toMatchObject({ status: 5, err: "tsinitctl: warning: hook: no\n" });
  });

  it.each(FAILURES)("after $what", async ({ statement, says }) => {
    const file = hooksFile(
      "broken.mjs",
      `import { exit } from "node:process";
      export const onSignal = ({ signal }) => { if (signal === "SIGHUP") { ${statement} } };`,
    );
    const run = await recordUnder(file, "until=15:5");
    signal(run.pid, 1);
    await run.line(/^got 1 /m);
    await until(() => run.err !== "", "a warning");
    signal(run.pid, 15);
    const err = `tsinitctl: warning: hook: ${says}\n`;
    expect(await run.ended).toMatchObject({ status: 5, err });
  });

  it("when a hook cannot write", async () => {
    const file = hooksFile("write.mjs", "export const onSignal = () => console.log('x');");
    const program = "trap 'exit 5' TERM; echo ready >&2; while :; do sleep 0.1; done";
    const command = [...TSINITCTL, "run", "--hooks", file, "sh", "-c", program];
    const run = new Run(["sh", "-c", 'exec "$@" > /dev/full', "sh", ...command]);
    await until(() => run.err.includes("ready"), "the program");
    signal(run.pid, 15);
    expect(await run.ended).toMatchObject({
      status: 5,
      err: "ready\ntsinitctl: warning: hook: no space left on device\n",
    });
  });
});

describe("--hooks refuses a file that", () => {
  const NO_HOOK = "exports no onSignal, onReap or onExit";

  it.each([
    {
      what: "never ends",
      text: "await new Promise(() => undefined);",
      says: "its top-level await never ends",
    },
    { what: "throws nothing", text: "throw undefined;", says: "undefined" },
    { what: "exits", text: "process.exit(0);", says: NO_EXIT },
    {
      what: "exports no function",
      text: "export const onSignal = 'x';",
      says: "onSignal is not a function",
    },
    { what: "exports none", text: "export const onsignal = 1;", says: NO_HOOK },
    {
      what: "exports none and stays alive",
      text: "setInterval(() => undefined, 1000);",
      says: NO_HOOK,
    },
  ])("$what, and starts nothing", async ({ text, says }) => {
    const file = hooksFile("refused.mjs", text);
    expect(await tsinitctl(["run", "--hooks", file, "echo", "started"])).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: --hooks ${file}: ${says}\n`,
    });
  });
});
