/** What a host on a runtime says on a machine that lacks what it needs. */
import { copyFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { beside, hosts, prepared, Run, run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const runtimes = hosts.filter(({ name }) => name !== "static").map(beside);

describe("a part that is missing", () => {
  const node = dirname(process.execPath);
  const copy = (...names: string[]): string => {
    const folder = scratch();
    for (const name of names) copyFileSync(join(dist, name), join(folder, name));
    return folder;
  };
  const expectFailure = async (command: string[], text: string, path = node): Promise<void> => {
    const env = { PATH: [path, "/usr/bin", "/bin"].join(delimiter) };
    const { status, out, err } = await new Run([...command, "--", "echo", "hi"], { env }).ended;
    expect({ status, out, err }).toEqual({ status: 1, out: "", err: `tsinit: fatal: ${text}\n` });
  };

  it("is one clear line: the library", async () => {
    const folder = copy("tsinit.mjs", "tsinit-ffi.node");
    await expectFailure(
      [process.execPath, join(folder, "tsinit.mjs")],
      "tsinit-native.so is missing; npm run build makes it",
    );
  });

  it("is one clear line: ffi-rs", async () => {
    const folder = copy("tsinit.mjs", "tsinit-native.so");
    writeFileSync(join(folder, "tsinit-ffi.node"), "no library");
    await expectFailure(
      [process.execPath, join(folder, "tsinit.mjs")],
      `ffi-rs cannot be loaded: ${join(folder, "tsinit-ffi.node")}: file too short`,
    );
  });

  it("is one clear line: the script", async () => {
    const folder = copy("tsinit-node");
    await expectFailure([join(folder, "tsinit-node")], "tsinit.mjs is not beside this program");
  });

  it.skipIf(!machine.root.met)(`is one clear line: Node${machine.root.suffix}`, async () => {
    const folder = copy("tsinit-node", "tsinit.mjs");
    await expectFailure(
      [machine.pathOf("chroot") ?? "chroot", folder, "/tsinit-node"],
      "cannot run node: it is neither in PATH nor in /usr/local/bin, /usr/bin, /bin",
    );
  });

  it.skipIf(!machine.root.met)(`is one clear line: /proc${machine.root.suffix}`, async () => {
    const script = 'mount -t tmpfs none /proc && exec "$@"';
    await expectFailure(
      ["unshare", "--mount", "sh", "-c", script, "sh", join(dist, "tsinit-bun")],
      "Bun needs /proc; use the static tsinit there",
    );
  });

  it("is one line of Bun's: the working directory", async () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
    const command = ["sh", "-c", script, "sh", join(dist, "tsinit-bun"), "--", "echo", "hi"];
    const { status, out, err } = await new Run(command, { cwd: scratch() }).ended;
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toMatch(/^error: The current working directory was deleted.*\n$/);
  });

  it.each(runtimes)("is the end before the program: room for descriptors ($name)", async (host) => {
    const words = ["echo", "hi"];
    const { status, out } = await run(prepared(host, "limit=7:5:5"), words, { cwd: scratch() });
    expect(status).not.toBe(0);
    expect(out).toBe("");
  });

  const hasNode = runtimes.some(({ name }) => name === "node");
  it.skipIf(!machine.root.met || !hasNode)(
    `does not hold Node up for ever: room for its threads${machine.root.suffix}`,
    async () => {
      const node = runtimes.find(({ name }) => name === "node")!;
      // Root has no limit of processes, and another user may have some already.
      const few = prepared(node, "limit=6:4:4", `uid=${100_000 + process.pid}`);
      const { status, out, err } = await run(few, ["echo", "hi"]);
      expect(status).not.toBe(0);
      expect(out).toBe("");
      // Some threads Node itself asserts.
      if (status === 1) expect(err).toMatch(/^tsinit: fatal: Node does not start: [ -~]+\n$/);
    },
  );

  it("is one clear line: room for a file in memory", async () => {
    const { prefix } = prepared(beside(hosts[0]!), "limit=1:0:0");
    await expectFailure(
      [...prefix, join(dist, "tsinit-bun")],
      "no file in memory can be made " + "(Error: EFBIG: file too large, write); use another host",
    );
  });
});
