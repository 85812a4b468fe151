/** What JavaScript throws within the init: it is said, and the child keeps its init. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { probe, Run, signal, until } from "../support/harness.ts";

const script = join(fileURLToPath(new URL("../../dist", import.meta.url)), "tsinit.mjs");
const onNode = [process.execPath, script];

describe("an exception in JavaScript", () => {
  const broken = 'Date.now = () => { throw new Error("broken\\n\\u001b[31m") }';
  const command = [
    onNode[0]!,
    "--import",
    `data:text/javascript,${encodeURIComponent(broken)}`,
    onNode[1]!,
  ];

  it("after the start is said, and does not end the init", async () => {
    const options = ["-w", "--log-format=json", "--"];
    const child = [probe("record"), "orphan", "until=15:9"];
    const started = new Run([...command, ...options, ...child]);
    const orphan = Number((await started.line(/^orphan (\d+)$/m))[1]);
    signal(orphan, 9);
    await until(() => started.err.includes("\n"), "a message");
    signal(started.pid, 1);
    await started.line(/^got 1 /m);
    signal(started.pid, 15);
    expect((await started.ended).status).toBe(9);
    expect(started.err).toContain("tsinit: warning: error in tsinit itself: Error: broken??[31m\n");
  });

  it("at the start leaves the child its init", async () => {
    const words = ["-v", "--log-format=json", "--", "sh", "-c", "echo started; exit 5"];
    const { status, out, err } = await new Run([...command, ...words]).ended;
    expect({ status, out }).toEqual({ status: 5, out: "started\n" });
    expect(err).toContain("tsinit: warning: error in tsinit itself: Error: broken??[31m\n");
  });

  it("of pino leaves the core's own line", async () => {
    const noJson = encodeURIComponent("JSON.parse = () => { throw 1 }");
    const { err } = await new Run([
      onNode[0]!,
      "--import",
      `data:text/javascript,${noJson}`,
      onNode[1]!,
      "--log-format=json",
      "no-such-program",
    ]).ended;
    expect(JSON.parse(err)).toMatchObject({ level: 60, name: "tsinit" });
  });

  it("before the start is a failure, and nothing is started", async () => {
    const words = ["-vv", "--log-format=json", "--", "echo", "started"];
    const { status, out, err } = await new Run([...command, ...words]).ended;
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toBe("tsinit: fatal: error in tsinit itself: Error: broken??[31m\n");
  });
});
