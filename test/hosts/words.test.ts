/** The words of the command line: where options stop, and that every byte passes unchanged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  prepared,
  probe,
  Run,
  run,
  type Subject,
  scratch,
} from "../support/harness.ts";

const hex = (bytes: Buffer): string => bytes.toString("hex");

/** What the dump probe saw of its arguments or environment, as hexadecimal digits. */
async function seen(
  subject: Subject,
  kind: "arg" | "env",
  words: readonly string[],
): Promise<string[]> {
  const file = join(scratch(), "dump");
  const { status } = await run(subject, [probe("dump"), file, ...words]);
  expect(status).toBe(0);
  const lines = readFileSync(file, "latin1").split("\n");
  const found = lines.filter((line) => line.startsWith(`${kind} `));
  return found.map((line) => line.split(" ")[2] ?? "").slice(kind === "arg" ? 2 : 0);
}

const every = hex(Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)));

describeBoth("the words after the options", (subject) => {
  it("pass unchanged, whatever their bytes", async () => {
    const words = [every, "ff", "c328", "eda080", "f4908080", "2d2d", "0a", "20"];
    const given = words.map((word) => `hex:${word}`);
    expect(await seen(prepared(subject, "hex"), "arg", given)).toEqual(words);
  });

  it("may be empty", async () => {
    expect(await seen(subject, "arg", ["", "x", "", ""])).toEqual(["", "78", "", ""]);
  });

  it("may be 100 kB long", async () => {
    const long = `${"x".repeat(100_000)}end`;
    expect(await seen(subject, "arg", [long, "y", long])).toEqual([
      hex(Buffer.from(long)),
      "79",
      hex(Buffer.from(long)),
    ]);
  });

  it("may be ten thousand", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => String(index));
    expect(await seen(subject, "arg", many)).toEqual(many.map((word) => hex(Buffer.from(word))));
  });

  it("come with an environment that passes unchanged, whatever its bytes", async () => {
    const entry = (text: string): string => hex(Buffer.from(text, "latin1"));
    const odd = [entry("A=\xff\xfe"), entry("\xe9=1"), entry("B="), entry("C=a=b"), `443d${every}`];
    const raw = ["clearenv", ...odd.map((bytes) => `rawenv=${bytes}`)];
    expect(await seen(prepared(subject, ...raw), "env", [])).toEqual(odd);
  });

  it("come with variables that begin with any byte, and none changes the init", async () => {
    const entry = (first: number, rest: string): string => {
      return hex(Buffer.concat([Buffer.from([first]), Buffer.from(rest)]));
    };
    const bytes = Array.from({ length: 255 }, (_, index) => index + 1);
    const names = [
      "NODE_OPTIONS=--no-such-option",
      "BUN_OPTIONS=--no-such-option",
      "TSINIT_KEPT=",
      "TSINIT_OPTIONS=-z",
      "TSINIT_LAUNCHED=0",
      "BUN_BE_BUN=1",
      "BUN_INSPECT=ws://127.0.0.1:1/x",
      "LD_DEBUG=all",
      "==",
      "PATH=/nosuch",
    ];
    const odd = [
      ...bytes.filter((byte) => byte !== 0x3d).map((byte) => entry(byte, "_=1")),
      ...names.map((name) => entry(name.charCodeAt(0) | 0x80, name.slice(1))),
      entry(0x54, "SINIT_KEPT="),
      entry(0x54, "SINIT_KEPT_=1"),
      entry(0x4e, "ODE_OPTIONS=--no-such"),
    ];
    const raw = ["clearenv", ...odd.map((one) => `rawenv=${one}`)];
    expect(await seen(prepared(subject, ...raw), "env", [])).toEqual(odd);
  });

  it("come with an environment entry that may be 100 kB long", async () => {
    const long = `BIG=${"y".repeat(100_000)}`;
    expect(await seen(prepared(subject, "clearenv", `set=${long}`), "env", [])).toEqual([
      hex(Buffer.from(long)),
    ]);
  });

  it("come with no environment at all when there was none", async () => {
    expect(await seen(prepared(subject, "clearenv"), "env", [])).toEqual([]);
  });
});

describeHosts("the options", (host) => {
  it.each([
    [["echo", "-g", "-v", "--version", "hi"], "-g -v --version hi\n"],
    [["--", "echo", "-g", "--", "-x"], "-g -- -x\n"],
    [["-s", "echo", "-s", "--", "x"], "-s -- x\n"],
    [["-g", "--", "echo", "--"], "--\n"],
    [["-e", "5", "printf", "%s", "-e"], "-e"],
    [["-w", "-p", "TERM", "echo", "-p"], "-p\n"],
  ])("stop at the first word that is not one: %j", async (words, out) => {
    const first = await new Run([...host.command, ...words], { env: { PATH: "/bin" } }).ended;
    expect(first).toMatchObject({ status: 0, out });
  });

  it("stop at --, after which a program may be named like an option", async () => {
    const folder = scratch();
    await new Run([
      "sh",
      "-c",
      'printf "#!/bin/sh\\necho $0" >"$1/-v"; chmod 755 "$1/-v"',
      "sh",
      folder,
    ]).ended;
    const path = `${folder}:${process.env["PATH"]}`;
    const { status, out } = await run(host, ["--", "-v"], { env: { PATH: path } });
    expect({ status, out }).toEqual({ status: 0, out: "sh\n" });
  });

  it("name the program to itself by the very word that was given", async () => {
    const { out } = await run(host, ["sh", "-c", 'tr "\\0" "\\n" </proc/$$/cmdline | head -1; :']);
    expect(out).toBe("sh\n");
  });
});
