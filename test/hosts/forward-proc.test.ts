/** --forward=all where /proc shows nothing, or shows other processes than those that are there. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { everybody, Family, family, kin } from "../support/family.ts";
import {
  childOf,
  describeCore,
  describeHosts,
  type Host,
  initOf,
  namespace,
  probe,
  Run,
  type Subject,
  scratch,
  signal,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { faulty } from "../support/tracers.ts";

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);
const last = 64;

/** The host in a mount namespace of its own, after a script that changes /proc there. */
function after(host: Host, script: string): Subject {
  const shell = ["unshare", "--mount", "sh", "-c", `${script} && exec "$@"`, "sh"];
  return { ...host, pid1: false, prefix: shell };
}

describeHosts("--forward=all", (host) => {
  it.skipIf(!met).each([
    ["is an empty folder", "mount -t tmpfs none /proc"],
    [
      "cannot be read",
      "mount -t tmpfs -o mode=0 none /proc" +
        ' && set -- setpriv --reuid 1 --clear-groups --inh-caps=-all --bounding-set=-all -- "$@"',
    ],
  ])(`takes signals to the group when /proc %s${suffix}`, async (_, script) => {
    const one = await family(after(host, script), ["--forward=all"], kin);
    for (const number of [10, last]) {
      signal(one.init, number);
      await one.reached(["child", "member"], number);
    }
    expect(one.all(["child", "member"])).toEqual({ child: [10, last], member: [10, last] });
    expect(one.started.err).toBe("");
  });

  it.skipIf(!met)(`takes signals to the group where there is no /proc${suffix}`, async () => {
    const root = scratch();
    for (const file of [host.command[0]!, probe("tree_family")]) cpSync(file, join(root, file));
    const subject = { ...host, pid1: false, prefix: ["chroot", root] };
    const one = await family(subject, ["--forward=all"], kin);
    signal(one.init, last);
    await one.reached(["child", "member"], last);
    expect(one.started.err).toBe("");
  });

  it.skipIf(!met)(`with --on-exit=stop still stops the group then${suffix}`, async () => {
    const subject = after(host, "mount -t tmpfs none /proc");
    const one = await family(subject, ["--on-exit=stop"], ["end=12:7", "leave=15", "member"]);
    signal(await one.pid("child"), 12);
    expect((await one.started.ended).status).toBe(7);
    expect(one.got("member")).toEqual([15]);
  });
});

/** A family below an init that has neighbours in the same PID namespace. */
async function among(
  host: Host,
  place: readonly string[],
  how: string,
  options: readonly string[],
  words: readonly string[],
): Promise<Family> {
  const program = [...host.command, ...options, "--", probe("tree_family"), ...words];
  const started = new Run([...place, probe("tree_ids"), how, ...program], { input: "" });
  await started.line(/^ready$/m);
  await initOf(started, host);
  const above = await until(
    () =>
      proc.descendants(started.pid).find((pid) => {
        return proc.words(pid)[0] === host.command[0];
      }),
    "the init",
  );
  return new Family(started, above);
}

describeHosts("nobody outside the tree", (host) => {
  it.skipIf(!met)(`is signalled when /proc is another PID namespace's${suffix}`, async () => {
    const place = namespace.filter((word) => word !== "--mount-proc");
    const one = await among(host, place, "beside", ["--forward=all"], ["member"]);
    for (const number of [10, last]) signal(one.init, number);
    await one.reached(["child", "member"], last);
    expect(one.all(["outsider", "child"])).toEqual({ outsider: [], child: [10, last] });
  });

  it.skipIf(!met)(`is signalled because it has got the child's PID since${suffix}`, async () => {
    const options = ["-g", "--on-exit=wait"];
    const one = await among(host, namespace, "again", options, ["end=12:7", "leave=15", "daemon"]);
    signal(await childOf(one.init), 12);
    const own = (await one.started.line(/^child is (\d+)$/m))[1]!;
    await until(() => proc.descendants(one.init).length === 1, "the end of the child");
    one.started.write(`${own}\n`);
    await one.started.line(new RegExp(`^outsider is ${own}$`, "m"));
    signal(one.init, 10);
    await one.reached(["daemon"], 10);
    signal(one.init, 15);
    one.started.process.stdin?.end();
    expect((await one.started.ended).status).toBe(7);
    expect(one.got("outsider")).toEqual([]);
  });
});

const traced = machine.both(machine.strace, machine.x86);

// A runtime lists folders of its own, and does not start where it cannot.
describeCore("--forward=all where the list of /proc breaks off", (host) => {
  it.skipIf(!traced.met).each([["1"], ["1+"], ["2"], ["2+"], ["3"]])(
    `(at read %s) nobody gets a signal twice${traced.suffix}`,
    async (when) => {
      const prefix = [...faulty(`getdents64:error=EIO:when=${when}`), "-f"];
      const one = await family({ ...host, pid1: false, prefix }, ["--forward=all"], kin);
      for (const number of [10, last]) {
        signal(one.init, number);
        await one.reached(["child"], number);
      }
      for (const got of Object.values(one.all([...everybody]))) {
        expect(new Set(got).size).toBe(got.length);
      }
    },
  );
});
