/** The start: silent, with no signal lost, holding nothing, and with LISTEN_PID put right. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  childOf,
  describeBoth,
  describeHosts,
  initOf,
  namespace,
  prepared,
  probe,
  Run,
  run,
  type Subject,
  scratch,
  settled,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { faulty } from "../support/tracers.ts";

describeBoth("after the start", (subject) => {
  it("nothing has been said, and the child is the only child", async () => {
    const started = start(subject, [probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    expect(proc.children(init)).toHaveLength(1);
    await settled(started, init);
    expect(started.err).toBe("");
  });

  it("the init holds no descriptor that it inherited, and stands in /", async () => {
    const odd = prepared(subject, "null=3", "null=9", "pipe=70", "null=500", "null=1000");
    const started = start(odd, [probe("record")], { cwd: "/usr" });
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await until(() => proc.cwd(init) === "/", "the working directory /");
    await until(() => {
      return ![3, 9, 70, 71, 500, 1000].some((fd) => proc.descriptors(init).includes(fd));
    }, "all of them closed");
    expect(proc.descriptors(init)).toEqual(expect.arrayContaining([0, 1, 2]));
    expect(proc.cwd(await childOf(init))).toBe("/usr");
  });

  it("the init holds no descriptor above 2", async () => {
    const started = start(subject, [probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    await settled(started, init);
    expect(proc.descriptors(init)).toEqual([0, 1, 2]);
  });

  it("the child leads a process group of its own", async () => {
    const started = start(subject, [probe("record")]);
    await started.line(/^ready/m);
    const init = await initOf(started, subject);
    const child = await childOf(init);
    expect(proc.groupOf(child)).toBe(child);
    expect(proc.groupOf(init)).not.toBe(child);
  });
});

describeBoth("LISTEN_PID", (subject) => {
  const show = ["sh", "-c", 'echo "$LISTEN_PID $LISTEN_FDS $$"'];
  it("names the child when it named the init", async () => {
    const { out } = await run(prepared(subject, "set=LISTEN_FDS=2", "listenpid"), show);
    expect(out).toMatch(/^(\d+) 2 \1\n$/);
  });

  it("stays as it was when it named another process", async () => {
    const { out } = await run(prepared(subject, "set=LISTEN_FDS=2", "listenpid+1"), ["env"]);
    const without = await new Run([...subject.prefix, "env"]).ended;
    expect(without.out).not.toContain("LISTEN_PID");
    expect(out).toMatch(/^LISTEN_PID=\d+$/m);
    expect(Number(/^LISTEN_PID=(\d+)$/m.exec(out)?.[1])).toBeGreaterThan(1);
  });

  it.each(["", "99999999", "x", "-1", "1x", " 1"])('stays "%s"', async (value) => {
    const { out } = await run(subject, ["env"], { env: { LISTEN_PID: value } });
    expect(out).toContain(`LISTEN_PID=${value}\n`);
  });

  it("is not added to an environment that has none", async () => {
    expect((await run(subject, ["env"])).out).not.toContain("LISTEN_PID");
  });

  it("is not mistaken for a variable whose name only begins or ends so", async () => {
    const own = subject.pid1 ? "1" : "0";
    const env = { LISTEN_PID_X: own, MY_LISTEN_PID: own, LISTEN_PI: own };
    const { out } = await run(subject, ["env"], { env });
    for (const name of Object.keys(env)) expect(out).toContain(`${name}=${own}\n`);
  });
});

describeHosts("a pipe that the init inherited", (host) => {
  it("is not held open by it once the child has closed it", async () => {
    const script = '( exec "$@" 9>&1 >/dev/null ) | cat; echo eof';
    const child = ["sh", "-c", "exec 9>&-; exec sleep 1000"];
    const started = new Run(["sh", "-c", `{ ${script}; }`, "sh", ...host.command, ...child]);
    await until(() => {
      const left = proc.descendants(started.pid).map((pid) => proc.words(pid)[0]);
      return left.includes("sleep") && !left.includes("cat");
    }, "the end of the reader alone");
  });
});

const isolated = machine.both(machine.root, machine.pidNamespace);

describeHosts("as PID 1", (host) => {
  it.skipIf(!isolated.met)(
    `LISTEN_PID may grow by any number of digits${isolated.suffix}`,
    async () => {
      const script = 'echo 31000 >/proc/sys/kernel/ns_last_pid; exec "$@"';
      const show = ["sh", "-c", 'echo "$LISTEN_PID $$"'];
      const { out } = await new Run(
        [...namespace, "sh", "-c", script, "sh", ...host.command, ...show],
        { env: { LISTEN_PID: "1", LISTEN_FDS: "1" } },
      ).ended;
      // The init's own threads have numbers too.
      expect(out).toMatch(/^(310\d\d) \1\n$/);
    },
  );
});

describeHosts("a file system that the init was started in", (host) => {
  it.skipIf(!isolated.met)(
    `can be unmounted once the child has left it${isolated.suffix}`,
    async () => {
      const folder = join(scratch(), "m");
      mkdirSync(folder);
      const child = "cd /; echo left; read x; exit 5";
      const script = `mount -t tmpfs t "$0" && cd "$0" && { "$@"; echo "status $?"; } & cd /
        read x; until umount "$0" 2>/dev/null; do sleep .01; done; echo unmounted; wait`;
      const started = new Run(
        [
          "unshare",
          "-m",
          "sh",
          "-c",
          `exec 3<&0; ${script.replace('"$@";', '"$@" <&3;')}`,
          folder,
          ...host.command,
          "sh",
          "-c",
          child,
        ],
        { input: "" },
      );
      await started.line(/^left$/m);
      started.process.stdin?.end("go\ngo\n");
      await started.line(/^unmounted$/m);
    },
  );
});

/** Starts under a strace that holds every setpgid back, and signals the init in that window. */
async function signalledEarly(host: Subject, options: readonly string[]): Promise<Run> {
  const trace = [...faulty("setpgid,setsid:delay_enter=1000000"), "-f"];
  const started = new Run([...host.prefix, ...trace, ...host.command, ...options, "sleep", "1000"]);
  const init = await initOf(started, host);
  const number = process.arch === "x64" ? "109" : "154";
  await until(
    () =>
      [init, ...proc.children(init)].some((pid) => {
        return proc.systemCall(pid)[0] === number;
      }),
    "the init or its child to stand before setpgid",
  );
  signal(init, 15);
  return started;
}

describeBoth("before the child has its group", (subject) => {
  const { met, suffix } = machine.both(machine.root, machine.strace);
  it.skipIf(!met).each([[[]], [["-g"]]])(
    `a signal is not lost: %j${suffix}`,
    async (options: string[]) => {
      const { status } = await (await signalledEarly(subject, options)).ended;
      expect(status).toBe(143);
    },
  );
});
