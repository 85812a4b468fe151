// --install where it cannot: one line that says why, status 1, and nothing left behind.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeCore,
  prepared,
  type Result,
  Run,
  run,
  type Subject,
  scratch,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";

const refusal = (path: string, cause: string): Result => {
  return { status: 1, out: "", err: `tsinit: fatal: cannot install "${path}": ${cause}\n` };
};

describeCore("--install fails", (host) => {
  it("where there is no folder", async () => {
    const path = join(scratch(), "none/init");
    const cause = "no such file or directory";
    expect(await run(host, ["--install", path])).toEqual(refusal(path, cause));
  });

  it("where a file is in the place of a folder", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "file"), "kept");
    const path = join(folder, "file/init");
    expect(await run(host, ["--install", path])).toEqual(refusal(path, "not a directory"));
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("where the folder has a folder called tsinit, and leaves that alone", async () => {
    const folder = scratch();
    mkdirSync(join(folder, "tsinit"));
    writeFileSync(join(folder, "tsinit/kept"), "");
    const result = await run(host, ["--install", folder]);
    expect(result).toEqual(refusal(folder, "is a directory"));
    expect(readdirSync(folder)).toEqual(["tsinit"]);
    expect(readdirSync(join(folder, "tsinit"))).toEqual(["kept"]);
  });

  it.each([256, 254])(
    "where the name is too long for one, or for the one beside it: %i",
    async (length) => {
      const folder = scratch();
      const path = join(folder, "n".repeat(length));
      const { status, out, err } = await run(host, ["--install", path]);
      expect(err).toMatch(/^tsinit: fatal: cannot install "[^"]+"[.]*: file name too long\n$/);
      expect({ status, out, left: readdirSync(folder) }).toEqual({ status: 1, out: "", left: [] });
    },
  );

  it("where the path is longer than any can be, in one line of bounded length", async () => {
    const { status, err } = await run(host, ["--install", "/tmp".repeat(3000)]);
    expect(err).toMatch(/^tsinit: fatal: cannot install "[^\n]{1,300}: file name too long\n$/);
    expect(status).toBe(1);
  });

  it.each([
    [0, "file too large"],
    [5000, "file too large"],
    [4096, "no space left on device"],
  ])("where a limit of the size of files forbids it: %i", async (limit, cause) => {
    const folder = scratch();
    const path = join(folder, "init");
    const result = await run(prepared(host, `limit=1:${limit}:${limit}`), ["--install", path]);
    expect(result).toEqual(refusal(path, cause));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("and keeps to one line whatever the place is called", async () => {
    const { status, err } = await run(host, ["--install", '/none/a\nb"\x1b']);
    expect(err).toBe(
      'tsinit: fatal: cannot install "/none/a\\x0ab\\"\\x1b":' + " no such file or directory\n",
    );
    expect(status).toBe(1);
  });

  const { met, suffix } = machine.root;
  it.skipIf(!met)(
    `where the user may not write, and keeps the file that is there${suffix}`,
    async () => {
      const folder = scratch();
      const path = join(folder, "init");
      writeFileSync(path, "kept", { mode: 0o666 });
      const result = await run(prepared(host, "uid=65534"), ["--install", path]);
      expect(result).toEqual(refusal(path, "permission denied"));
      expect(readdirSync(folder)).toEqual(["init"]);
      expect(readFileSync(path, "utf8")).toBe("kept");
    },
  );
});

/** Runs it where a small file system is mounted at the folder: its result, and the names there. */
async function onMount(host: Subject, script: string, folder: string): Promise<Result> {
  const enclosed = `mount -t tmpfs -o size=8k none "$0" && ${script}; status=$?; ls -A "$0"
    exit $status`;
  const words = [...host.command, "--install", join(folder, "tsinit")];
  return await new Run(["unshare", "--mount", "sh", "-c", enclosed, folder, ...words]).ended;
}

/** Runs it to `path` with a system call of it refused: the first, or the `when`-th. */
async function traced(host: Subject, fault: string, path: string): Promise<Result> {
  const call = fault.split(":")[0]!;
  const tracer = [
    "strace",
    "-qq",
    "-o",
    "/dev/null",
    "-e",
    `trace=${call}`,
    "-e",
    `inject=${fault}`,
  ];
  return await new Run([...tracer, ...host.command, "--install", path]).ended;
}

describeCore("--install is told by a file system", (host) => {
  const { met, suffix } = machine.strace;
  const lost = [
    ["EIO", "input/output error"],
    ["ENOSPC", "no space left on device"],
    ["EDQUOT", "disk quota exceeded"],
  ] as const;
  const faults = ["fsync", "close"].flatMap((call) => {
    return lost.map(([error, cause]) => [call, error, cause] as const);
  });

  it.skipIf(!met).each(faults)(
    `at %s that the copy is lost: %s, and keeps the file that is there${suffix}`,
    async (call, error, cause) => {
      const folder = scratch();
      const path = join(folder, "init");
      writeFileSync(path, "kept");
      expect(await traced(host, `${call}:error=${error}:when=1`, path)).toEqual(
        refusal(path, cause),
      );
      expect(readdirSync(folder)).toEqual(["init"]);
      expect(readFileSync(path, "utf8")).toBe("kept");
    },
  );

  it.skipIf(!met).each(lost)(
    `that the copy's name may be lost: %s${suffix}`,
    async (error, cause) => {
      const folder = scratch();
      const path = join(folder, "init");
      expect(await traced(host, `fsync:error=${error}:when=2`, path)).toEqual(refusal(path, cause));
      expect(readdirSync(folder)).toEqual(["init"]);
    },
  );

  it.skipIf(!met).each(["EINVAL", "EROFS", "ENOSYS", "EOPNOTSUPP", "EPERM", "EACCES"])(
    `that there is no way to wait for the disk, no failure: %s${suffix}`,
    async (error) => {
      const folder = scratch();
      const result = await traced(host, `fsync:error=${error}`, join(folder, "init"));
      expect(result).toEqual({ status: 0, out: "", err: "" });
      expect(readFileSync(join(folder, "init"))).toEqual(readFileSync(host.command[0]!));
      expect(readdirSync(folder)).toEqual(["init"]);
    },
  );
});

describeCore("--install replaces no", (host) => {
  const special = (path: string): Result => ({
    status: 1,
    out: "",
    err: `tsinit: fatal: cannot install "${path}": a device, FIFO or socket is there\n`,
  });

  it("FIFO, and does not wake who waits at it", async () => {
    const folder = scratch();
    const path = join(folder, "tsinit");
    execFileSync("mkfifo", [path]);
    const waiting = new Run(["sh", "-c", 'echo ready; echo woken >"$0"; echo gone on', path]);
    await waiting.line(/^ready$/m);
    await until(() => proc.state(waiting.pid) === "S", "it to wait");
    for (const place of [path, folder])
      expect(await run(host, ["--install", place])).toEqual(special(place));
    expect([lstatSync(path).isFIFO(), readdirSync(folder)]).toEqual([true, ["tsinit"]]);
    expect(waiting.out).toBe("ready\n");
    expect(readFileSync(path, "utf8")).toBe("woken\n");
  });

  it("socket", async () => {
    const path = join(scratch(), "socket");
    const server = createServer().listen(path);
    await once(server, "listening");
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect(lstatSync(path).isSocket()).toBe(true);
    server.close();
  });

  it("link to a device, a terminal or a pipe, as /dev/stdout is one", async () => {
    const path = join(scratch(), "null");
    symlinkSync("/dev/null", path);
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect([readlinkSync(path), statSync("/dev/null").isCharacterDevice()]).toEqual([
      "/dev/null",
      true,
    ]);
    expect(await run(host, ["--install", "/proc/self/fd/1"])).toEqual(special("/proc/self/fd/1"));
  });

  const { met, suffix } = machine.root;
  it.skipIf(!met)(`device${suffix}`, async () => {
    const path = join(scratch(), "null");
    execFileSync("mknod", [path, "c", "1", "3"]);
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
  });
});

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

describeCore("--install fails on a file system", (host) => {
  it.skipIf(!met)(`that is read-only${suffix}`, async () => {
    const folder = scratch();
    const result = await onMount(host, 'mount -o remount,ro "$0" && "$@"', folder);
    expect(result).toEqual(refusal(join(folder, "tsinit"), "read-only file system"));
  });

  it.skipIf(!met)(`that has no space left, and keeps the file that is there${suffix}`, async () => {
    const folder = scratch();
    const script = 'echo kept >"$0/tsinit" && "$@"; status=$?; cat "$0/tsinit"; (exit $status)';
    const result = await onMount(host, script, folder);
    const refused = refusal(join(folder, "tsinit"), "no space left on device");
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

describeCore("--install is wrong use", (host) => {
  const help = "see tsinit --help\n";
  it("without a value", async () => {
    expect(await run(host, ["--install"])).toEqual({
      status: 1,
      out: "",
      err: `tsinit: fatal: --install: needs a value; ${help}`,
    });
  });

  it.each([[["--install", "/none/init"]], [["--zombies"]], [["-P"]]])(
    "with a program: %j",
    async (words) => {
      const { status, out, err } = await run(host, [...words, "--", "sh", "-c", "echo started"]);
      expect({ status, out, err }).toEqual({
        status: 1,
        out: "",
        err: `tsinit: fatal: -P, --zombies and --install take no program; ${help}`,
      });
    },
  );
});
