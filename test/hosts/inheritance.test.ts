/** What the child starts with: all that the init was started with, compared dump by dump. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  prepared,
  probe,
  Run,
  type Subject,
  scratch,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";

/** The state that the dump probe finds itself in, without the init or below it. */
async function dump(
  subject: Subject,
  operations: readonly string[],
  command: readonly string[],
): Promise<string> {
  const folder = scratch();
  const file = join(folder, "dump");
  const { prefix } = prepared(subject, ...operations);
  const started = new Run([...prefix, ...command, probe("dump"), file], {
    stdio: ["ignore", "ignore", "ignore"],
    cwd: "/usr",
  });
  const { status } = await started.ended;
  expect(status).toBe(0);
  return readFileSync(file, "latin1").replaceAll(Buffer.from(folder).toString("hex"), "");
}

async function expectTheSame(subject: Subject, operations: readonly string[]): Promise<void> {
  const without = await dump(subject, operations, []);
  expect(without).toContain("cwd /usr");
  expect(await dump(subject, operations, subject.command)).toBe(without);
}

const range = (from: number, to: number, step = 1): number[] => {
  return Array.from({ length: Math.ceil((to + 1 - from) / step) }, (_, i) => from + i * step);
};
const blockable = range(1, 64).filter((signal) => signal !== 9 && signal !== 19);
// The C library keeps 32 and 33 from being ignored.
const ignorable = blockable.filter((signal) => signal !== 32 && signal !== 33);
const even = (signals: number[]): number[] => signals.filter((signal) => signal % 2 === 0);
const odd = (signals: number[]): number[] => signals.filter((signal) => signal % 2 === 1);
const all = (operation: string, signals: number[]): string[] => {
  return signals.map((signal) => `${operation}=${signal}`);
};

describeBoth("the child starts with", (subject) => {
  const same = async (...operations: string[]) => await expectTheSame(subject, operations);

  it("exactly what the init was started with", async () => await same());

  it("exactly the signal mask of the caller", async () => {
    await same("block=10");
    await same(...all("block", even(blockable)));
    await same(...all("block", odd(blockable)));
    await same(...all("block", blockable));
  });

  it("exactly the dispositions of the caller: ignored signals stay ignored", async () => {
    await same("ignore=1");
    await same(...all("ignore", even(ignorable)));
    await same(...all("ignore", odd(ignorable)));
    await same(...all("ignore", ignorable), ...all("block", blockable));
  });

  it("SIGCHLD ignored when it was ignored", async () => {
    await same("ignore=17");
    await same("ignore=17", "block=17");
  });

  it("the stop signals of a terminal ignored when they were ignored", async () => {
    await same("ignore=20", "ignore=21", "ignore=22");
    await same("ignore=21", "block=22");
  });

  it("the limits of the caller", async () => {
    // 7 is the number of open files, 3 the stack, 1 the file size, 4 the core file.
    await same("limit=7:1500:2000", "limit=3:1048576:2097152");
    await same("limit=1:65536:4194304", "limit=4:0:0");
  });

  it("the descriptors of the caller, inherited ones and no others", async () => {
    await same("null=3", "null=7", "file=20:/dev/null", "pipe=50", "null=200");
  });

  it("the environment of the caller", async () => {
    await same("clearenv");
    await same("set=A=1", "unset=HOME", "set=TINI_VERBOSITY=1", "set=LISTEN_FDS=1");
  });

  it("the umask and the priority of the caller", async () => await same("umask=027", "nice=5"));
});

const streams = range(0, 7).map((bits) => {
  const closed = [0, 1, 2].filter((fd) => (bits & (1 << fd)) !== 0);
  return { closed, named: closed.join(" and ") || "none" };
});

describeBoth("with closed descriptors", (subject) => {
  it.each(streams)("the child has the same ones closed: $named", async ({ closed }) => {
    const operations = closed.map((fd) => `close=${fd}`);
    await expectTheSame(subject, operations);
    await expectTheSame(subject, [...operations, "null=9"]);
  });
});

describeHosts("the child of another user", (host) => {
  it.skipIf(!machine.root.met)(
    `starts with the identity of the caller${machine.root.suffix}`,
    async () => {
      const without = await ids(host, []);
      expect(without).toContain("65534");
      expect(await ids(host, host.command)).toBe(without);
    },
  );
});

async function ids(host: Subject, command: readonly string[]): Promise<string> {
  const { prefix } = prepared(host, "uid=65534");
  const show = ["sh", "-c", 'id; grep -E "^(Cap|NoNew|Groups)" /proc/$$/status'];
  return (await new Run([...prefix, ...command, ...show]).ended).out;
}
