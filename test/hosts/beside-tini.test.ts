/** Side by side with the real tini: where the contract says "as tini", both show the same. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  asPid1,
  beside,
  type Host,
  initOf,
  type Options,
  prepared,
  probe,
  Run,
  type Status,
  type Subject,
  scratch,
  signal,
  start,
  sweeping,
  until,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { deadly, forwardable } from "../support/sending.ts";

const { met, suffix } = machine.both(machine.tini, machine.pidNamespace);
const original: Host = { name: "tini", command: [machine.pathOf("tini") ?? "tini"] };

type Scenario<T> = (subject: Subject) => Promise<T>;

/** Plays a scenario with tini and with a host, in both positions, and compares what came of it. */
async function expectAsTini<T>(host: Host, scenario: Scenario<T>): Promise<void> {
  for (const place of [beside, asPid1]) {
    const expected = await scenario(place(original));
    expect(await scenario(place(host))).toEqual(expected);
  }
}

async function status(
  subject: Subject,
  words: readonly string[],
  options: Options = {},
): Promise<Status> {
  return (await start(subject, words, options).ended).status;
}

/** What the recorder and its helper had taken before the last signal, in the order of arrival. */
async function recorded(
  subject: Subject,
  options: readonly string[],
  sent: readonly number[],
  env = {},
): Promise<Record<string, string[]>> {
  const words = [...options, "--", probe("record"), "helper"];
  const started = start(subject, words, { env });
  await started.line(/^helper ready/m);
  await started.line(/^ready/m);
  const init = await initOf(started, subject);
  for (const number of sent) {
    const before = started.out.length;
    signal(init, number);
    await until(
      () => new RegExp(`^got ${number} `, "m").test(started.out.slice(before)),
      `signal ${number}`,
    );
  }
  const group = started.out.includes("helper 1\n") || started.out.includes("helper 15\n");
  if (group) await started.line(new RegExp(`^helper ${sent.at(-1)}$`, "m"));
  const lines = (who: string): string[] => {
    return [...started.out.matchAll(new RegExp(`^${who} (\\d+)`, "gm"))].map((m) => m[1] ?? "");
  };
  return { child: lines("got"), helper: lines("helper") };
}

/** What tini takes from a process: all but the fault signals, which it keeps for itself. */
const common = forwardable.filter((number) => ![4, 5, 6, 7, 8, 11, 31, 21, 22].includes(number));

describe.skipIf(!met).each([...sweeping])(`ends as tini${suffix} ($name)`, (host) => {
  it("the exit statuses are the same", async () => {
    await expectAsTini(host, async (subject) => {
      const all = [];
      for (const code of [0, 1, 2, 77, 125, 126, 127, 128, 129, 130, 137, 143, 200, 254, 255]) {
        all.push(await status(subject, ["--", "sh", "-c", `exit ${code}`]));
      }
      return all;
    });
  });

  it("the statuses of a child that a signal killed are the same", async () => {
    await expectAsTini(host, async (subject) => {
      const all = [];
      for (const number of deadly) {
        const script = `ulimit -c 0; kill -${number} $$; exit 99`;
        all.push(await status(subject, ["--", "sh", "-c", script]));
      }
      return all;
    });
  });

  it.each([
    [["-e", "143"], "kill -TERM $$"],
    [["-e", "0"], "exit 0"],
    [["-e", "255"], "exit 255"],
    [["-e", "1", "-e", "2"], "exit 2"],
    [["-e", "1", "-e", "2"], "exit 3"],
    [["-e1"], "exit 1"],
    [["-s"], "exit 4"],
    [["-sg"], "exit 4"],
    [["-v"], "exit 4"],
    [["-vvv"], "exit 4"],
    [["-w"], "exit 4"],
    [["-swgvv"], "exit 4"],
    [["-p", "SIGKILL"], "exit 4"],
    [["-p", "SIGTERM"], "exit 4"],
    [["-pSIGTERM"], "exit 4"],
    [["-w"], "(exit 3 &); exit 4"],
  ])('the options %j end "%s" with the same status', async (options, script) => {
    await expectAsTini(host, (subject) => status(subject, [...options, "--", "sh", "-c", script]));
  });
});

describe.skipIf(!met).each([...sweeping])(`refuses as tini${suffix} ($name)`, (host) => {
  it.each(
    [
      ["-z"],
      ["-e", "300", "true"],
      ["-e", "x", "true"],
      ["-e", "-1", "true"],
      ["-e"],
      ["-p"],
      ["-p", "NOSUCH", "true"],
      ["--"],
      ["-g"],
      ["--nosuch", "true"],
    ].map((words) => ({ words, named: words.join(" ") })),
  )("wrong use ends with the same status: $named", async ({ words }) => {
    await expectAsTini(host, (subject) => status(subject, words));
  });

  it.each([["-h"], ["-l"], ["--version"]])("%s ends with the same status", async (flag) => {
    await expectAsTini(host, (subject) => status(subject, [flag]));
  });

  it("a program that cannot be run ends with the same status", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "nx"), "x");
    writeFileSync(join(cwd, "plain"), "exit 6\n");
    chmodSync(join(cwd, "plain"), 0o755);
    for (const name of ["no-such-program", "./no-such", "./nx", "/", "./plain"]) {
      await expectAsTini(host, (subject) => status(subject, ["--", name], { cwd }));
    }
  });
});

const lives = `starts and forwards as tini${suffix} ($name)`;

describe.skipIf(!met).each([...sweeping])(lives, (host) => {
  it("the words after -- are the program and its arguments", async () => {
    await expectAsTini(host, async (subject) => {
      const { out } = await start(subject, ["-s", "--", "echo", "-g", "--", "-x", ""]).ended;
      return out;
    });
  });

  it.each([
    { options: [] as string[], env: {} },
    { options: ["-s"], env: {} },
    { options: ["-g"], env: {} },
    { options: [], env: { TINI_KILL_PROCESS_GROUP: "1" } },
    { options: [], env: { TINI_SUBREAPER: "", TINI_VERBOSITY: "3" } },
  ])("every signal arrives in the same processes: $options $env", async ({ options, env }) => {
    await expectAsTini(host, (subject) => recorded(subject, options, common, env));
  });

  it("the parent-death signal arrives as the same one", async () => {
    await expectAsTini(host, async (subject) => {
      if (subject.pid1) return 0;
      const words = [...subject.command, "-p", "SIGUSR1", "--", probe("record")];
      const started = new Run(["sh", "-c", '"$@" & wait', "sh", ...words]);
      await started.line(/^ready/m);
      signal(started.pid, 9);
      return await until(() => /^got (\d+)/m.exec(started.out)?.[1], "the signal");
    });
  });

  it("the end of the child is the end of the run, whatever else lives", async () => {
    await expectAsTini(host, (subject) => {
      return status(subject, ["--", "sh", "-c", "sleep 1000 >/dev/null 2>&1 & exit 3"]);
    });
  });

  // Not a closed standard input, which is fatal for tini.
  it.each([1, 2])("a closed descriptor %i leaves the status the same", async (fd) => {
    await expectAsTini(host, (subject) => {
      return status(prepared(subject, `close=${fd}`), ["--", "sh", "-c", "exit 7"]);
    });
  });
});
