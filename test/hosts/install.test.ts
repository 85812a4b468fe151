/** --install: a copy of the binary at a file or in a folder, whole or not there at all. */
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import {
  describeCore,
  namespace,
  prepared,
  Run,
  run,
  type Subject,
  scratch,
  start,
} from "../support/harness.ts";
import { pidNamespace } from "../support/machine.ts";

/** The bytes that every copy must have. */
const original = (host: Subject): Buffer => readFileSync(host.command[0]!);
const silent = { status: 0, out: "", err: "" };

/** The copy is whole, everybody may run it, and it stands alone in its folder. */
function expectCopy(host: Subject, path: string): void {
  expect(readFileSync(path).equals(original(host))).toBe(true);
  expect(statSync(path).mode & 0o7777).toBe(0o755);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
}

describeCore("--install", (host) => {
  it("puts a copy at a file, and is silent", async () => {
    const file = join(scratch(), "init");
    expect(await run(host, ["--install", file])).toEqual(silent);
    expectCopy(host, file);
  });

  it("takes the place behind an equals sign too, and relative to the folder it is in", async () => {
    const cwd = scratch();
    expect(await run(host, ["--install=init"], { cwd })).toEqual(silent);
    expectCopy(host, join(cwd, "init"));
  });

  it.each(["", "/"])("puts it into a folder that exists: FOLDER%s", async (slash) => {
    const folder = scratch();
    expect(await run(host, ["--install", `${folder}${slash}`])).toEqual(silent);
    expectCopy(host, join(folder, "tsinit"));
  });

  it("puts it into the folder that a link leads to", async () => {
    const folder = scratch();
    const link = join(scratch(), "link");
    symlinkSync(folder, link);
    expect(await run(host, ["--install", link])).toEqual(silent);
    expectCopy(host, join(folder, "tsinit"));
  });

  it.each(["077", "000", "0777"])("gives it mode 755 with umask %s", async (mask) => {
    const file = join(scratch(), "init");
    expect(await run(prepared(host, `umask=${mask}`), ["--install", file])).toEqual(silent);
    expectCopy(host, file);
  });

  it("makes a copy that runs, and that can make copies itself", async () => {
    const [one, other] = [join(scratch(), "init"), join(scratch(), "other")];
    await run(host, ["--install", one]);
    const copy = { ...host, command: [one] };
    expect(await run(copy, ["--", "sh", "-c", "exit 7"])).toMatchObject({ status: 7 });
    expect(await run(copy, ["--install", other])).toEqual(silent);
    expectCopy(host, other);
  });
});

describeCore("--install in the place of", (host) => {
  it.each([
    ["an old copy", 0o755],
    ["a file that nobody may read or write", 0o000],
  ])("%s leaves the new one", async (_, mode) => {
    const file = join(scratch(), "init");
    writeFileSync(file, "old".repeat(100_000), { mode });
    expect(await run(host, ["--install", file])).toEqual(silent);
    expectCopy(host, file);
  });

  it("a link takes its place, and not what it leads to", async () => {
    const victim = join(scratch(), "victim");
    const file = join(scratch(), "init");
    writeFileSync(victim, "kept");
    symlinkSync(victim, file);
    expect(await run(host, ["--install", file])).toEqual(silent);
    expectCopy(host, file);
    expect(readFileSync(victim, "utf8")).toBe("kept");
  });

  it("a copy that runs does not touch the one that runs", async () => {
    const file = join(scratch(), "init");
    await run(host, ["--install", file]);
    const running = start({ ...host, command: [file] }, ["--", "sh", "-c", "echo ready; read x"], {
      input: "",
    });
    await running.line(/^ready$/m);
    expect(await run(host, ["--install", file])).toEqual(silent);
    // And the one that is started from there, in its own place.
    expect(await run({ ...host, command: [file] }, ["--install", file])).toEqual(silent);
    expectCopy(host, file);
    running.process.stdin?.end("\n");
    expect(await running.ended).toMatchObject({ status: 0, err: "" });
  });
});

describeCore("--install again and again", (host) => {
  const { met, suffix } = pidNamespace;
  it.skipIf(!met)(`by PID 1 of several containers shows no half copy${suffix}`, async () => {
    const file = join(scratch(), "init");
    await run(host, ["--install", file]);
    const script = 'for n in 1 2 3 4 5 6; do "$@" & done; wait';
    const words = ["sh", "-c", script, "sh", ...namespace, ...host.command, "--install", file];
    for (let round = 0; round < 10; round++) {
      const installing = new Run(words);
      while (installing.status === null) {
        expect(statSync(file).size).toBe(original(host).length);
        await new Promise((wake) => setImmediate(wake));
      }
    }
    expectCopy(host, file);
  });

  it("never shows a part of a copy to those who look", async () => {
    const file = join(scratch(), "init");
    await run(host, ["--install", file]);
    const script = 'for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do "$@" || exit; done';
    const words = ["sh", "-c", script, "sh", ...host.command, "--install", file];
    const installing = new Run(words);
    while (installing.status === null) {
      expect(statSync(file).size).toBe(original(host).length);
      await new Promise((wake) => setImmediate(wake));
    }
    expect(await installing.ended).toEqual(silent);
  });

  it("by several at once leaves a whole copy in the end, and nothing beside it", async () => {
    const file = join(scratch(), "init");
    const script = 'for n in 1 2 3 4 5 6 7 8; do "$@" 2>/dev/null & done; wait';
    const words = ["sh", "-c", script, "sh", ...host.command, "--install", file];
    for (let round = 0; round < 10; round++) await new Run(words).ended;
    expectCopy(host, file);
  });
});
