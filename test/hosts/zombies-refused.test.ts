// --zombies where /proc tells nothing or not all, and where standard output takes nothing or late.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeCore,
  type Host,
  initOf,
  probe,
  type Result,
  Run,
  scratch,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { report, table } from "../support/zombies.ts";
import { make } from "./zombie-maker.ts";

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);
const unshared = ["unshare", "--fork", "--pid", "--mount", "--kill-child", "sh", "-c"];

describeCore("--zombies without a /proc", (host) => {
  const text = "tsinit: fatal: cannot list processes: no such file or directory\n";
  it.skipIf(!met).each([
    ["that is not mounted", "umount -l /proc"],
    ["but an empty folder", 'mount --bind "$FOLDER" /proc'],
  ])(`%s cannot tell: status 2${suffix}`, async (_, how) => {
    const look = async (...options: string[]): Promise<Result> => {
      const command = [...unshared, `${how}; exec "$@"`, "sh", ...host.command, ...options];
      return await new Run(command, { env: { FOLDER: scratch() } }).ended;
    };
    const refused = { status: 2, out: "", err: text };
    expect(await look("--zombies")).toEqual(refused);
    const json = await look("--zombies", "--json");
    expect(json).toMatchObject({ status: 2, out: "" });
    expect(JSON.parse(json.err)).toMatchObject({ level: 60, name: "tsinit", errno: 2 });
  });
});

/** PID 1 is root's, so that it is hidden from others; the script runs as nobody. */
function hidden(host: Host, option: string, uid: number, script: string): Run {
  const mounting = `mount -t proc -o ${option} proc /proc || exit 90; "$@"; exit $?`;
  const command = [
    ...unshared,
    mounting,
    "sh",
    probe("prep"),
    `uid=${uid}`,
    "--",
    "sh",
    "-c",
    script,
    probe("zombies"),
    ...host.command,
    "--zombies",
  ];
  return new Run(command, { input: "" });
}

const making = '"$0" 616263 >/dev/null & until "$@" | grep -q abc; do :; done; "$@"';

describeCore("--zombies under a /proc mounted with", (host) => {
  const told = "tsinit: fatal: cannot tell: /proc hides processes\n";
  it.skipIf(!met).each(["hidepid=1", "hidepid=2"])(
    `%s cannot tell, where it sees none: status 2${suffix}`,
    async (option) => {
      const { status, out, err } = await hidden(host, option, 65534, 'exec "$@"').ended;
      expect(table(out)).toMatchObject({ total: 0 });
      expect({ status, err }).toEqual({ status: 2, err: told });
    },
  );

  it.skipIf(!met).each(["hidepid=1", "hidepid=2"])(
    `%s tells of those that it sees: status 1${suffix}`,
    async (option) => {
      const { status, out, err } = await hidden(host, option, 65534, making).ended;
      expect(table(out).rows).toMatchObject([{ parent: "zombies", command: "abc" }]);
      expect(status).toBe(1);
      expect(err.endsWith(told)).toBe(true);
    },
  );

  it.skipIf(!met)(`hidepid=2 can tell as root, from whom nothing is hidden${suffix}`, async () => {
    const { status, out, err } = await hidden(host, "hidepid=2", 0, 'exec "$@"').ended;
    expect(table(out)).toMatchObject({ total: 0 });
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });
});

/** More rows than a pipe has room for. */
const many = 2000;

/** The host, whose output nobody reads before a line of input, once it cannot go on. */
async function stuck(
  host: Host,
  prefix: readonly string[],
  ...options: string[]
): Promise<{ run: Run; init: number }> {
  const script = 'exec 3<&0; { "$@"; echo "ended $?" >&2; } | { read go <&3; cat; }';
  const command = [...prefix, ...host.command, "--zombies", ...options];
  const run = new Run(["sh", "-c", script, "sh", ...command], { input: "" });
  const init = await initOf(run, host);
  await until(() => proc.state(init) === "S", "a full pipe");
  return { run, init };
}

describeCore("--zombies whose reader", (host) => {
  const place = { host, prefix: [] };
  it.each([
    ["is slow", []],
    ["is slow, and the pipe one that does not block", ["nonblock=1"]],
  ])("%s gets all rows", async (_, operations) => {
    const { zombies } = await make(place, ...Array<string>(many).fill("61"));
    const prefix = operations.length > 0 ? [probe("prep"), ...operations, "--"] : [];
    for (const options of [[], ["--json"]]) {
      const { run } = await stuck(host, prefix, ...options);
      run.write("go\n");
      const { out, err } = await run.ended;
      const seen = options.length > 0 ? report(out).zombies : table(out).rows;
      const pids = new Set(seen.map(({ pid }) => pid));
      expect(zombies.filter((pid) => !pids.has(pid))).toEqual([]);
      expect(err).toBe("ended 1\n");
    }
  });

  it("goes away after a line does not hold it up, and nothing is said", async () => {
    await make(place, `many=${many}`);
    const words = ["sh", "-c", '"$@" | head -1', "sh", ...host.command, "--zombies"];
    const { status, out, err } = await new Run(words).ended;
    expect(out).toMatch(/^PID +PPID +PARENT .*\n$/);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it.each([
    ["INT", 2],
    ["TERM", 15],
  ])("never reads is no reason to outlive SIG%s", async (_, number) => {
    await make(place, `many=${many}`);
    const { run, init } = await stuck(host, []);
    signal(init, number);
    await until(() => run.err.endsWith(`ended ${128 + number}\n`), "its end");
  });
});

describeCore("--zombies with standard output", (host) => {
  it.each([
    ["closed", '"$@" >&-', "bad file descriptor"],
    ["full", '"$@" >/dev/full', "no space left on device"],
  ])("%s cannot tell, and says why: status 2", async (_, script, cause) => {
    const { zombies } = await make({ host, prefix: [] }, "many=3", "61");
    expect(zombies).toHaveLength(1);
    for (const options of [[], ["--json"]]) {
      const words = ["sh", "-c", script, "sh", ...host.command, "--zombies", ...options];
      const { status, out, err } = await new Run(words).ended;
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toContain(`cannot write: ${cause}`);
      expect(err.match(/\n/g)).toHaveLength(1);
    }
  });
});

describeCore("--zombies where the listing of /proc", (host) => {
  const { met, suffix } = machine.strace;
  it.skipIf(!met).each([
    [1, "EIO"],
    [12, "EIO"],
    [12, "ENOENT"],
    [12, "ENOMEM"],
  ])(
    `breaks off at call %i with %s cannot tell: status 2, and one line${suffix}`,
    async (call, error) => {
      // One call lists about twenty, and the first few no process.
      await make({ host, prefix: [] }, "many=500");
      const tracer = [
        "strace",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        "trace=getdents64",
        "-e",
        `inject=getdents64:error=${error}:when=${call}`,
      ];
      const { status, out, err } = await new Run([...tracer, ...host.command, "--zombies"]).ended;
      expect(err).toMatch(/^tsinit: fatal: cannot list processes: [a-z /]+\n$/);
      expect(status).toBe(2);
      expect(out === "").toBe(call === 1);
    },
  );
});

describeCore("--zombies with no", (host) => {
  it.skipIf(!met).each([
    ["/proc/uptime", ["uptime"], / - +abc /, /pids: \d+ of \d+\n$/],
    ["/proc/loadavg", ["loadavg"], / \d+s +abc /, /pids: (- of \d+|\d+ of \d+)\n$/],
    [
      "of these and no pid_max",
      ["uptime", "loadavg", "sys/kernel/pid_max"],
      / - +abc /,
      /pids: (- of -|\d+ of \d+)\n$/,
    ],
  ])(`%s shows what it does not know as such${suffix}`, async (_, names, row, summary) => {
    const empty = join(scratch(), "empty");
    writeFileSync(empty, "");
    const hiding = names.map((name) => `mount --bind ${empty} /proc/${name} &&`).join(" ");
    const script = `mount -t proc proc /proc && ${hiding} "$0" 616263 >/dev/null &
      until "$@" | grep -q abc; do :; done; "$@"; "$@" --json`;
    const { out } = await new Run(
      [...unshared, script, probe("zombies"), ...host.command, "--zombies"],
      { input: "" },
    ).ended;
    const [text, json] = out.split(/(?=\{"zombies")/);
    expect(text).toMatch(row);
    expect(text).toMatch(summary);
    const read = report(json!);
    const isHidden = names.includes("uptime");
    expect(read.zombies).toMatchObject([{ age: isHidden ? null : (expect.any(Number) as number) }]);
    expect(table(text!).pids).toBe(`${read.pids.current ?? "-"} of ${read.pids.max ?? "-"}`);
  });
});
