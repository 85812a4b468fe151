/** The search in PATH, element by element, as execvp does it. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeHosts, prepared, run, scratch } from "../support/harness.ts";

/** A folder with an executable script in it that says where it stands. */
function folderWith(name: string, content: string | null = null, mode = 0o755): string {
  const folder = scratch();
  writeFileSync(join(folder, name), content ?? `#!/bin/sh\necho ${folder}\n`);
  chmodSync(join(folder, name), mode);
  return folder;
}

describeHosts("the search in PATH", (host) => {
  it("takes the first folder that has the program", async () => {
    const [one, other] = [folderWith("prog"), folderWith("prog")];
    const env = { PATH: `/nosuch:${one}:${other}` };
    expect(await run(host, ["prog"], { env })).toEqual({ status: 0, out: `${one}\n`, err: "" });
  });

  it("uses the default path when PATH is unset", async () => {
    const subject = prepared(host, "unset=PATH");
    expect((await run(subject, ["sh", "-c", "exit 6"])).status).toBe(6);
    expect((await run(subject, ["no-such-program"])).status).toBe(127);
  });

  it.each(["", ":", "/nosuch:", ":/nosuch", "/nosuch::/nosuch", "."])(
    'takes an empty element as the working directory: PATH="%s"',
    async (path) => {
      const cwd = folderWith("prog");
      const { status, out } = await run(prepared(host, `set=PATH=${path}`), ["prog"], { cwd });
      expect({ status, out }).toEqual({ status: 0, out: `${cwd}\n` });
    },
  );

  it("does not look into the working directory when PATH is unset", async () => {
    const cwd = folderWith("prog");
    expect((await run(prepared(host, "unset=PATH"), ["prog"], { cwd })).status).toBe(127);
  });

  it("goes on after what cannot be run: no permission, a directory, no folder", async () => {
    const [closed, good] = [folderWith("prog", "x", 0o644), folderWith("prog")];
    const withDirectory = scratch();
    mkdirSync(join(withDirectory, "prog"));
    const env = { PATH: `${closed}:${withDirectory}:/etc/passwd:/nosuch:${good}` };
    expect(await run(host, ["prog"], { env })).toEqual({ status: 0, out: `${good}\n`, err: "" });
  });

  it("reports 126 when all that it found was not runnable", async () => {
    const closed = folderWith("prog", "x", 0o644);
    const { status, err } = await run(host, ["prog"], { env: { PATH: `${closed}:/nosuch` } });
    expect(status).toBe(126);
    expect(err).toBe('tsinit: fatal: cannot run "prog": permission denied\n');
  });
});

describeHosts("the search in an odd PATH", (host) => {
  it("finds nothing through a PATH of elements that are no folders", async () => {
    const { status } = await run(host, ["sh"], { env: { PATH: "/etc/passwd:/nosuch" } });
    expect(status).toBe(127);
  });

  it("is left out for a name with a slash", async () => {
    const folder = folderWith("prog");
    mkdirSync(join(folder, "below"));
    expect((await run(host, ["below/prog"], { env: { PATH: folder } })).status).toBe(127);
    const { out } = await run(host, ["./prog"], { cwd: folder, env: { PATH: "/nosuch" } });
    expect(out).toBe(`${folder}\n`);
  });

  it("reaches the last of ten thousand elements", async () => {
    const folder = folderWith("prog");
    const env = { PATH: `${"/nosuch/x:".repeat(10_000)}${folder}` };
    expect((await run(host, ["prog"], { env })).out).toBe(`${folder}\n`);
  });

  it("passes over an element that is longer than any path", async () => {
    const folder = folderWith("prog");
    const env = { PATH: `/${"x/".repeat(10_000)}:${folder}` };
    expect((await run(host, ["prog"], { env })).out).toBe(`${folder}\n`);
  });

  it("is the PATH of the environment, the first when there are two", async () => {
    const folder = folderWith("prog");
    const twice = prepared(
      host,
      "clearenv",
      "rawenv=504154483d2f6e6f73756368",
      `set=PATH=${folder}`,
    );
    expect((await run(twice, ["prog"])).out).toBe(`${folder}\n`);
  });
});
