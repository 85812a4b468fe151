/** tsinitctl install: the right binary, whole, in its place, and checked. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namespace } from "../support/harness.ts";
import { built, machines, pidNamespace, root } from "../support/machine.ts";
import { scratch } from "../support/probes.ts";
import { Run } from "../support/run.ts";
import { ROOT, TSINITCTL, tsinitctl } from "../support/tsinitctl.ts";

/** A package in which something may be broken, with the binary for this machine alone. */
function copyOfPackage(): string {
  const folder = scratch();
  for (const name of ["package.json", "dist/lib", `dist/tsinit-${machines[0]}`]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  return folder;
}

async function installFrom(folder: string, ...words: string[]) {
  const bundle = join(folder, "dist/lib/tsinitctl.mjs");
  return await new Run([process.execPath, bundle, "install", ...words]).ended;
}

describe("tsinitctl install", () => {
  it("puts the binary for this machine there, mode 755, and nothing beside it", async () => {
    const folder = scratch();
    const target = join(folder, "init");
    expect(await tsinitctl(["install", target])).toEqual({ status: 0, out: "", err: "" });
    expect(statSync(target).mode & 0o7777).toBe(0o755);
    expect(readdirSync(folder)).toEqual(["init"]);
    const ran = spawnSync(target, ["sh", "-c", "exit 7"]);
    expect(ran.status).toBe(7);
  });

  it("takes a folder, and the umask does not count", async () => {
    const folder = scratch();
    const words = ["install", folder].map((word) => `'${word}'`).join(" ");
    const script = `umask 077; exec "$0" "$1" ${words}`;
    const bundle = join(ROOT, "dist/lib/tsinitctl.mjs");
    const { status } = await new Run(["sh", "-c", script, process.execPath, bundle]).ended;
    expect(status).toBe(0);
    expect(statSync(join(folder, "tsinit")).mode & 0o7777).toBe(0o755);
  });

  for (const [arch, machine] of [
    ["x64", "x86_64"],
    ["amd64", "x86_64"],
    ["arm64", "aarch64"],
  ] as const) {
    const { met, suffix } = built(machine);
    it.skipIf(!met)(`--arch ${arch} gives the binary for ${machine}${suffix}`, async () => {
      const target = join(scratch(), "tsinit");
      expect((await tsinitctl(["install", "--arch", arch, target])).status).toBe(0);
      const bytes = readFileSync(join(ROOT, "dist", `tsinit-${machine}`));
      expect(readFileSync(target).equals(bytes)).toBe(true);
    });
  }

  it("replaces a binary that runs, which goes on", async () => {
    const target = join(scratch(), "tsinit");
    expect((await tsinitctl(["install", target])).status).toBe(0);
    const run = new Run([target, "sh", "-c", "echo ready; read line; exit 5"], { input: "" });
    await run.line(/^ready/);
    expect((await tsinitctl(["install", target])).status).toBe(0);
    run.write("on\n");
    expect((await run.ended).status).toBe(5);
  });

  it.skipIf(!pidNamespace.met)(
    `as PID 1 is not held up by what a killed one has left${pidNamespace.suffix}`,
    async () => {
      const folder = scratch();
      const command = [...namespace, ...TSINITCTL, "install", folder];
      writeFileSync(join(folder, ".tsinit.1"), "half");
      expect(await new Run(command).ended).toEqual({ status: 0, out: "", err: "" });
      expect(readdirSync(folder)).toEqual([".tsinit.1", "tsinit"]);
    },
  );

  it("replaces a link, not what it leads to", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "other"), "other");
    symlinkSync("other", join(folder, "tsinit"));
    expect((await tsinitctl(["install", join(folder, "tsinit")])).status).toBe(0);
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("other");
  });
});

describe("tsinitctl install says in one line, with status 1,", () => {
  it("that a device, FIFO or socket is there, which is kept", async () => {
    const folder = scratch();
    const target = join(folder, "tsinit");
    execFileSync("mkfifo", [target]);
    for (const place of [target, folder]) {
      expect(await tsinitctl(["install", place])).toEqual({
        status: 1,
        out: "",
        err: `tsinitctl: cannot install to ${place}: a device, FIFO or socket is there\n`,
      });
    }
    expect([statSync(target).isFIFO(), readdirSync(folder)]).toEqual([true, ["tsinit"]]);
  });

  it("that there is no such folder", async () => {
    expect(await tsinitctl(["install", "/nowhere/tsinit"])).toEqual({
      status: 1,
      out: "",
      err: "tsinitctl: cannot install to /nowhere/tsinit: no such file or directory\n",
    });
  });

  it.skipIf(!root.met)(`that the user may not${root.suffix}`, async () => {
    const folder = scratch();
    mkdirSync(join(folder, "closed"), { mode: 0o755 });
    const target = join(folder, "closed/tsinit");
    const command = [
      "setpriv",
      "--reuid",
      "65534",
      "--clear-groups",
      process.execPath,
      join(copyOfPackage(), "dist/lib/tsinitctl.mjs"),
      "install",
      target,
    ];
    expect(await new Run(command).ended).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: cannot install to ${target}: permission denied\n`,
    });
  });

  it("that there is none for the machine", async () => {
    expect(await tsinitctl(["install", "--arch", "riscv64", "/nowhere"])).toEqual({
      status: 1,
      out: "",
      err: "tsinitctl: there is no tsinit for riscv64; there is one for x64 and for arm64\n",
    });
  });

  it("that the binary is not what was built, and installs nothing", async () => {
    const folder = copyOfPackage();
    const target = join(folder, "target");
    const binary = `tsinit-${machines[0]}`;
    writeFileSync(join(folder, "dist", binary), "rubbish");
    const { status, out, err } = await installFrom(folder, target);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err.replace(/[0-9a-f]{64}/g, "HASH")).toBe(
      `tsinitctl: ${binary}: sha256 is HASH, ` + "but HASH was built; install tsinit again\n",
    );
    expect(readdirSync(folder)).not.toContain("target");
  });
});
