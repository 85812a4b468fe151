/** Zombies where nobody else has any: none under an init, and the sums by parent without one. */
import { expect, it } from "vitest";
import {
  describeHosts,
  namespace,
  probe,
  type Result,
  Run,
  signal,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";
import { report, table } from "../support/zombies.ts";
import { enterable, inside } from "./zombie-maker.ts";

const { met, suffix } = enterable;

describeHosts("--zombies in a namespace", (host) => {
  const words = "--zombies";
  const look = async (pid: number, ...options: string[]): Promise<Result> => {
    return await new Run([...inside(pid), ...host.command, words, ...options]).ended;
  };

  it.skipIf(!met)(`is one line, and status 0, where an init reaps${suffix}`, async () => {
    const maker = [...namespace, ...host.command, "--", probe("orphans"), "50"];
    const started = new Run(maker, { input: "go\n" });
    await started.line(/^made 50$/m);
    const pid = proc.children(started.pid)[0]!;
    await until(() => proc.children(pid).length === 1, "the reaping of all");
    const { status, out, err } = await look(pid);
    expect(out).toMatch(/^zombies: 0; pids: \d+ of \d+\n$/);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const json = await look(pid, "--json");
    expect(report(json.out)).toMatchObject({ zombies: [], parents: [], others: 0 });
    expect(json).toMatchObject({ status: 0, err: "" });
  });

  it.skipIf(!met)(`shows what is left where none does${suffix}`, async () => {
    const started = new Run([...namespace, probe("orphans"), "50"], { input: "go\n" });
    await started.line(/^made 50$/m);
    const pid = proc.children(started.pid)[0]!;
    await until(() => proc.children(pid).every((one) => proc.state(one) === "Z"), "all to end");
    const { status, out } = await look(pid);
    expect(table(out)).toMatchObject({ total: 50, parents: "50 of orphans[1]" });
    expect(status).toBe(1);
  });

  it.skipIf(!met)(`names eight parents, those with most zombies first${suffix}`, async () => {
    const script = 'for n in 1 2 3 4 5 6 7 8 9 10; do "$0" many=$n & done; wait';
    const started = new Run([
      ...namespace,
      ...host.command,
      "--",
      "sh",
      "-c",
      script,
      probe("zombies"),
    ]);
    await until(() => started.out.match(/^ready/gm)?.length === 10, "all ten");
    const pid = proc.children(started.pid)[0]!;
    const { total, parents } = table((await look(pid)).out);
    expect(total).toBe(55);
    expect(parents).toMatch(/^10 of zombies\[\d+\], 9 of .*, 3 of zombies\[\d+\], 3 of others$/);
    const read = report((await look(pid, "--json")).out);
    expect(read.parents.map(({ zombies }) => zombies)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
    expect(read.others).toBe(3);
  });

  it.skipIf(!met)(`does not know a parent outside of it${suffix}`, async () => {
    const started = new Run([...namespace, "sleep", "1000"]);
    const pid = await until(() => proc.children(started.pid)[0], "PID 1");
    await until(() => proc.words(pid)[0] === "sleep", "the program");
    const guest = new Run([...inside(pid), "sleep", "1001"]);
    const child = await until(() => proc.children(guest.pid)[0], "the guest");
    await until(() => proc.words(child)[1] === "1001", "the guest to run");
    signal(guest.pid, 19);
    await until(() => proc.state(guest.pid) === "T", "it to stand still");
    signal(child, 9);
    await until(() => proc.state(child) === "Z", "its end");
    const { rows, parents } = table((await look(pid)).out);
    expect(rows).toMatchObject([{ ppid: 0, parent: "-", command: "sleep" }]);
    expect(parents).toBe("1 of -[0]");
    const read = report((await look(pid, "--json")).out);
    expect(read.zombies).toMatchObject([{ ppid: 0, parent: null }]);
  });
});
