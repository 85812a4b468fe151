/** --zombies where /proc tells nothing, or not all: it says so, and shows what it does not know. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, type Host, probe, type Result, Run, scratch } from "../support/harness.ts";
import { NOBODY, underHiddenProc, unshared } from "../support/hidden-proc.ts";
import * as machine from "../support/machine.ts";
import { faulty } from "../support/tracers.ts";
import { report, table } from "../support/zombies.ts";
import { make } from "./zombie-maker.ts";

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

describeCore("--zombies without a /proc", (host) => {
  const text = "tsinit: fatal: cannot list processes: no such file or directory\n";
  it.skipIf(!met).each([
    { what: "that is not mounted", how: "umount -l /proc" },
    { what: "but an empty folder", how: 'mount --bind "$FOLDER" /proc' },
  ])(`$what cannot tell: status 2${suffix}`, async ({ how }) => {
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

/** PID 1 is root's, so that it is hidden from others; the script runs as that user. */
function hidden(host: Host, option: string, user: number, script: string): Run {
  const command = ["sh", "-c", script, probe("zombies"), ...host.command, "--zombies"];
  return new Run(underHiddenProc(option, user, command), { input: "" });
}

const making = '"$0" 616263 >/dev/null & until "$@" | grep -q abc; do :; done; "$@"';

describeCore("--zombies under a /proc mounted with", (host) => {
  const told = "tsinit: fatal: cannot tell: /proc hides processes\n";
  it.skipIf(!met).each(["hidepid=1", "hidepid=2"])(
    `%s cannot tell, where it sees none: status 2${suffix}`,
    async (option) => {
      const { status, out, err } = await hidden(host, option, NOBODY, 'exec "$@"').ended;
      expect(table(out)).toMatchObject({ total: 0 });
      expect({ status, err }).toEqual({ status: 2, err: told });
    },
  );

  it.skipIf(!met).each(["hidepid=1", "hidepid=2"])(
    `%s tells of those that it sees: status 1${suffix}`,
    async (option) => {
      const { status, out, err } = await hidden(host, option, NOBODY, making).ended;
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

describeCore("--zombies where the listing of /proc", (host) => {
  const { met, suffix } = machine.strace;
  it.skipIf(!met).each([
    { call: 1, error: "EIO" },
    { call: 12, error: "EIO" },
    { call: 12, error: "ENOENT" },
    { call: 12, error: "ENOMEM" },
  ])(
    `breaks off at call $call with $error cannot tell: status 2, and one line${suffix}`,
    async ({ call, error }) => {
      // One call lists about twenty, and the first few no process.
      await make({ host, prefix: [] }, "many=500");
      const tracer = faulty(`getdents64:error=${error}:when=${call}`);
      const { status, out, err } = await new Run([...tracer, ...host.command, "--zombies"]).ended;
      expect(err).toMatch(/^tsinit: fatal: cannot list processes: [a-z /]+\n$/);
      expect(status).toBe(2);
      expect(out === "").toBe(call === 1);
    },
  );
});

describeCore("--zombies with no", (host) => {
  it.skipIf(!met).each([
    {
      file: "/proc/uptime",
      names: ["uptime"],
      row: / - +abc /,
      summary: /pids: \d+ of \d+\n$/,
    },
    {
      file: "/proc/loadavg",
      names: ["loadavg"],
      row: / \d+s +abc /,
      summary: /pids: (- of \d+|\d+ of \d+)\n$/,
    },
    {
      file: "of these and no pid_max",
      names: ["uptime", "loadavg", "sys/kernel/pid_max"],
      row: / - +abc /,
      summary: /pids: (- of -|\d+ of \d+)\n$/,
    },
  ])(`$file shows what it does not know as such${suffix}`, async ({ names, row, summary }) => {
    const empty = join(scratch(), "empty");
    writeFileSync(empty, "");
    const hiding = names.map((name) => `mount --bind ${empty} /proc/${name} &&`).join(" ");
    const script = `mount -t proc proc /proc && ${hiding} "$0" 616263 >/dev/null &
      until "$@" | grep -q abc; do :; done; "$@"; "$@" --json`;
    const command = [...unshared, script, probe("zombies"), ...host.command, "--zombies"];
    const { out } = await new Run(command, { input: "" }).ended;
    const [text, json] = out.split(/(?=\{"zombies")/);
    expect(text).toMatch(row);
    expect(text).toMatch(summary);
    const read = report(json!);
    const isHidden = names.includes("uptime");
    expect(read.zombies).toMatchObject([{ age: isHidden ? null : (expect.any(Number) as number) }]);
    // Processes come and go on the machine, between the two looks too.
    const [current, max] = table(text!).pids.split(" of ");
    expect(current === "-").toBe(read.pids.current === null);
    expect(max).toBe(`${read.pids.max ?? "-"}`);
  });
});
