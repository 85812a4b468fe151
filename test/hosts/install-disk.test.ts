/** --install to a disk that fails: no copy that is not whole, and the file that was there is kept. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Host } from "../support/harness.ts";
import { describeCore, prepared, type Result, Run, run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { faulty } from "../support/tracers.ts";
import { refusal } from "./install-refusal.ts";

const NO_SPACE = "no space left on device";

const LOSSES = [
  { error: "EIO", cause: "input/output error" },
  { error: "ENOSPC", cause: NO_SPACE },
  { error: "EDQUOT", cause: "disk quota exceeded" },
];

/** An install to `path`, in which the tracer's fault is put into a system call. */
async function failing(host: Host, fault: string, path: string): Promise<Result> {
  return await new Run([...faulty(fault), ...host.command, "--install", path]).ended;
}

describeCore("--install is told by a file system", (host) => {
  const { met, suffix } = machine.strace;

  it
    .skipIf(!met)
    .each(["fsync", "close"].flatMap((call) => LOSSES.map((loss) => ({ call, ...loss }))))(
    `at $call that the copy is lost: $error, and keeps the file that is there${suffix}`,
    async ({ call, error, cause }) => {
      const folder = scratch();
      const path = join(folder, "init");
      writeFileSync(path, "kept");
      const result = await failing(host, `${call}:error=${error}:when=1`, path);
      expect(result).toEqual(refusal(path, cause));
      expect(readdirSync(folder)).toEqual(["init"]);
      expect(readFileSync(path, "utf8")).toBe("kept");
    },
  );

  it.skipIf(!met).each(LOSSES)(
    `that the copy's name may be lost: $error${suffix}`,
    async ({ error, cause }) => {
      const folder = scratch();
      const path = join(folder, "init");
      const result = await failing(host, `fsync:error=${error}:when=2`, path);
      expect(result).toEqual(refusal(path, cause));
      expect(readdirSync(folder)).toEqual(["init"]);
    },
  );

  it.skipIf(!met).each(["lseek", "pwritev2", "sendto"])(
    `nothing by a refused %s, and the copy is whole${suffix}`,
    async (call) => {
      const path = join(scratch(), "init");
      const result = await failing(host, `${call}:error=EPERM`, path);
      expect(result).toEqual({ status: 0, out: "", err: "" });
      expect(readFileSync(path)).toEqual(readFileSync(host.command[0]!));
    },
  );

  it.skipIf(!met).each(["EINVAL", "EROFS", "ENOSYS", "EOPNOTSUPP", "EPERM", "EACCES"])(
    `that there is no way to wait for the disk, no failure: %s${suffix}`,
    async (error) => {
      const folder = scratch();
      const result = await failing(host, `fsync:error=${error}`, join(folder, "init"));
      expect(result).toEqual({ status: 0, out: "", err: "" });
      expect(readFileSync(join(folder, "init"))).toEqual(readFileSync(host.command[0]!));
      expect(readdirSync(folder)).toEqual(["init"]);
    },
  );
});

describeCore("--install fails where a limit of the size of files", (host) => {
  it.each([
    { limit: 0, cause: "file too large" },
    { limit: 5000, cause: "file too large" },
    { limit: 4096, cause: NO_SPACE },
  ])("forbids it: $limit", async ({ limit, cause }) => {
    const folder = scratch();
    const path = join(folder, "init");
    const result = await run(prepared(host, `limit=1:${limit}:${limit}`), ["--install", path]);
    expect(result).toEqual(refusal(path, cause));
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** Runs it where a small file system is mounted at the folder: its result, and the names there. */
async function onMount(host: Host, script: string, folder: string): Promise<Result> {
  const enclosed = `mount -t tmpfs -o size=8k none "$0" && ${script}; status=$?; ls -A "$0"
    exit $status`;
  const words = [...host.command, "--install", join(folder, "tsinit")];
  return await new Run(["unshare", "--mount", "sh", "-c", enclosed, folder, ...words]).ended;
}

describeCore("--install fails on a file system", (host) => {
  const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

  it.skipIf(!met)(`that is read-only${suffix}`, async () => {
    const folder = scratch();
    const result = await onMount(host, 'mount -o remount,ro "$0" && "$@"', folder);
    expect(result).toEqual(refusal(join(folder, "tsinit"), "read-only file system"));
  });

  it.skipIf(!met)(`that has no space left, and keeps the file that is there${suffix}`, async () => {
    const folder = scratch();
    const script = 'echo kept >"$0/tsinit" && "$@"; status=$?; cat "$0/tsinit"; (exit $status)';
    const result = await onMount(host, script, folder);
    const refused = refusal(join(folder, "tsinit"), NO_SPACE);
    expect(result).toEqual({ ...refused, out: "kept\ntsinit\n" });
  });

  it.skipIf(!met)(`without a /proc, where it cannot find itself${suffix}`, async () => {
    const folder = scratch();
    expect(await onMount(host, 'umount -l /proc && "$@"', folder)).toEqual({
      status: 1,
      out: "",
      err: "tsinit: fatal: cannot read /proc/self/exe: no such file or directory\n",
    });
  });
});
