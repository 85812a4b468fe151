/**
 * Zombies in containers of Docker: found on the host by container and parent, and in each its own.
 */
import { beforeAll, expect, it } from "vitest";
import type { Zombie } from "../../src/library/zombie-report.ts";
import * as proc from "../support/proc.ts";
import { Run } from "../support/run.ts";
import { report, table } from "../support/zombies.ts";
import { type Docker, describeDocker, eventually, fillScratch, init } from "./docker.ts";

/** A container may have spoken before the engine lists it as running. */
const ids = async (docker: Docker, name: string): Promise<{ short: string; long: string }> => {
  const words = ["ps", "--quiet", "--filter", `name=^${name}$`];
  const short = await eventually(
    async () => (await docker.get(...words)) || null,
    `${name} in docker ps`,
  );
  return { short, long: await docker.get(...words, "--no-trunc") };
};

/** What the host sees of a container, when there are so many zombies in it. */
async function seen(long: string, count: number): Promise<readonly Zombie[]> {
  return await eventually(async () => {
    const { out } = await new Run([init, "--zombies", "--json"]).ended;
    const zombies = report(out).zombies.filter(({ container }) => container === long);
    return zombies.length === count ? zombies : null;
  }, `${count} zombies of ${long}`);
}

const started = async (docker: Docker, ...words: string[]): Promise<string> => {
  const { name, run } = docker.container(words);
  await run.line(/^(ready|made)/m);
  return name;
};

function fromTheHost(docker: Docker): void {
  it("are found with their parent and the container that docker ps shows", async () => {
    const name = await started(docker, "bare", "/orphans", "now", "30");
    const other = await started(docker, "bare", "/zombies", "6f6e65", "74776f");
    const { short, long } = await ids(docker, name);
    const zombies = await seen(long, 30);
    const parent = zombies[0]!.ppid;
    expect(proc.words(parent)).toEqual(["/orphans", "now", "30"]);
    expect(new Set(zombies.map((one) => `${one.ppid} ${one.parent} ${one.command}`))).toEqual(
      new Set([`${parent} orphans orphans`]),
    );
    const { status, out } = await new Run([init, "--zombies"]).ended;
    const { rows, parents } = table(out);
    expect(rows.filter(({ container }) => container === short)).toHaveLength(30);
    expect(parents).toContain(`30 of orphans[${parent}]`);
    const second = await ids(docker, other);
    expect(rows.filter(({ container }) => container === second.short)).toMatchObject([
      { command: "one", parent: "zombies" },
      { command: "two" },
    ]);
    expect(status).toBe(1);
  });

  it("are found with the pod, where the kubelet would put the container", async () => {
    const uid = "c0ffee00-1234-4abc-8def-0123456789ab";
    const group = `/${docker.ground.group}/kubepods/burstable/pod${uid}`;
    const name = await started(docker, "--cgroup-parent", group, "bare", "/zombies", "6f6e65");
    const { short, long } = await ids(docker, name);
    expect(await seen(long, 1)).toMatchObject([{ pod: uid }]);
    const { rows } = table((await new Run([init, "--zombies"]).ended).out);
    expect(rows.filter(({ pod }) => pod === uid)).toMatchObject([{ container: short }]);
  });

  it("are none in a container with an init", async () => {
    const name = await started(docker, "--init", "bare", "/orphans", "now", "30");
    await docker.settles(name, 2);
    await seen((await ids(docker, name)).long, 0);
  });
}

function inside(docker: Docker): void {
  it("are its own alone, by docker exec, and without ps", async () => {
    const name = await started(docker, "bare", "/zombies", "6f6e65", "74776f");
    await started(docker, "bare", "/zombies", "many=20");
    const { status, out, err } = await docker.run(["exec", name, "/tsinit", "--zombies"]);
    const { rows, parents } = table(out);
    expect(rows).toMatchObject([
      { ppid: 1, command: "one" },
      { ppid: 1, command: "two" },
    ]);
    expect({ status, parents, err }).toEqual({ status: 1, parents: "2 of zombies[1]", err: "" });
    // With control groups of version 2 a container does not see where it is.
    const { short } = await ids(docker, name);
    for (const { container } of rows) expect([short, "-"]).toContain(container);
  });

  it("are none where an init reaps: one line and status 0", async () => {
    const name = await started(docker, "tsinit", "/orphans", "now", "30");
    await docker.settles(name, 2);
    const { status, out, err } = await docker.run(["exec", name, "/tsinit", "--zombies"]);
    expect(out).toMatch(/^zombies: 0; pids: \d+ of \d+\n$/);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it("count in the PIDs that docker run --pids-limit grants", async () => {
    const name = await started(docker, "--pids-limit", "77", "bare", "/zombies", "many=40");
    const { out } = await docker.run(["exec", name, "/tsinit", "--zombies", "--json"]);
    const { pids } = report(out);
    expect(pids.max).toBe(77);
    expect(pids.current).toBeGreaterThan(41);
    expect(pids.current).toBeLessThan(77);
  });

  it("are shown by an image of nothing but tsinit, in the PID namespace of another", async () => {
    const name = await started(docker, "bare", "/zombies", "6f6e65");
    const words = ["--pid", `container:${name}`, "--entrypoint", "/tsinit", "alone", "--zombies"];
    const { status, out } = await docker.result(...words);
    expect(table(out).rows).toMatchObject([{ ppid: 1, parent: "zombies", command: "one" }]);
    expect(status).toBe(1);
  });
}

describeDocker("zombies in containers, seen from the host,", fromTheHost);

describeDocker("zombies in a container, seen from within,", (docker) => {
  beforeAll(async () => {
    const folder = fillScratch(docker.ground.make("alone"), "bare");
    await docker.build("alone", ["FROM scratch", "COPY tsinit /tsinit"], folder);
  });
  inside(docker);
});
