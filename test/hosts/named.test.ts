/** Variables by which a manager names the process that it started: they name the child. */
import { expect, it } from "vitest";
import { describeBoth, prepared, probe, run, type Subject } from "../support/harness.ts";

const names = ["LISTEN_PID", "WATCHDOG_PID", "SYSTEMD_EXEC_PID"];

/** The child's own number, and what its environment holds that names one. */
async function seen(subject: Subject): Promise<{ self: string; list: string[] }> {
  const show = ["sh", "-c", 'echo "self $$"; exec env'];
  const { out } = await run(subject, show);
  const list = out.split("\n").filter((line) => /^(LISTEN|WATCHDOG|SYSTEMD)_/.test(line));
  return { self: /^self (\d+)$/m.exec(out)?.[1] ?? "", list: list.toSorted() };
}

describeBoth("a variable that names the init", (subject) => {
  it.each(names)("%s names the child", async (name) => {
    const { self, list } = await seen(prepared(subject, `named=${name}`));
    expect(list).toEqual([`${name}=${self}`]);
  });

  it("is put right beside others, and the number of a pidfd of the init is left out", async () => {
    const odd = prepared(
      subject,
      ...names.map((name) => `named=${name}`),
      "set=LISTEN_FDS=2",
      "set=LISTEN_PIDFDID=4711",
      "set=LISTEN_FDNAMES=a:b",
      "set=WATCHDOG_USEC=5000000",
    );
    const { self, list } = await seen(odd);
    expect(list).toEqual([
      "LISTEN_FDNAMES=a:b",
      "LISTEN_FDS=2",
      `LISTEN_PID=${self}`,
      `SYSTEMD_EXEC_PID=${self}`,
      `WATCHDOG_PID=${self}`,
      "WATCHDOG_USEC=5000000",
    ]);
  });

  it("is found wherever it stands, with the pidfd first or last", async () => {
    const orders = [
      ["set=LISTEN_PIDFDID=1", "named=LISTEN_PID"],
      ["named=LISTEN_PID", "set=LISTEN_PIDFDID=1"],
    ];
    for (const order of orders) {
      for (const cleared of [["clearenv"], []]) {
        const { self, list } = await seen(prepared(subject, ...cleared, ...order));
        expect(list).toEqual([`LISTEN_PID=${self}`]);
      }
    }
  });
});

describeBoth("a variable that names another process, or none,", (subject) => {
  it.each([["99999999"], [""], ["0"], ["x"], ["-1"], ["1x"], [" 1"], ["4194305"]])(
    'stays "%s", and so does the number of a pidfd',
    async (value) => {
      const odd = prepared(
        subject,
        ...names.map((name) => `set=${name}=${value}`),
        "set=LISTEN_PIDFDID=4711",
      );
      const { list } = await seen(odd);
      expect(list).toEqual([
        `LISTEN_PID=${value}`,
        "LISTEN_PIDFDID=4711",
        `SYSTEMD_EXEC_PID=${value}`,
        `WATCHDOG_PID=${value}`,
      ]);
    },
  );

  it("leaves one that names the init to be put right", async () => {
    const odd = prepared(
      subject,
      "set=LISTEN_PID=99999999",
      "set=LISTEN_PIDFDID=4711",
      "named=WATCHDOG_PID",
      "set=SYSTEMD_EXEC_PID=2",
    );
    const { self, list } = await seen(odd);
    expect(list).toEqual([
      "LISTEN_PID=99999999",
      "LISTEN_PIDFDID=4711",
      "SYSTEMD_EXEC_PID=2",
      `WATCHDOG_PID=${self}`,
    ]);
  });

  it("is no variable of a longer or shorter name", async () => {
    const similar = ["LISTEN_PIDS", "WATCHDOG_PID_", "SYSTEMD_EXEC_PI", "LISTEN_PIDFD"];
    const odd = prepared(
      subject,
      "set=PATH=/usr/bin:/bin",
      ...similar.map((name) => `named=${name}`),
    );
    const { self, list } = await seen(odd);
    expect(list).toHaveLength(similar.length);
    expect(list.filter((entry) => entry.endsWith(`=${self}`))).toEqual([]);
  });
});

describeBoth("a program that cannot be run", (subject) => {
  it("is a failure with its status whatever is named", async () => {
    const odd = prepared(subject, ...names.map((name) => `named=${name}`), "set=LISTEN_PIDFDID=1");
    expect((await run(odd, ["no-such-program"])).status).toBe(127);
    expect((await run(odd, [probe("record").replace(/[^/]+$/, "")])).status).toBe(126);
  });
});
