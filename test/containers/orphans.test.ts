/** Orphans in a container: reaped under the init, zombies for ever without one. */
import { expect, it } from "vitest";
import type { Run } from "../support/run.ts";
import { type Docker, describeDocker, eventually } from "./docker.ts";

async function zombies(docker: Docker, name: string): Promise<number> {
  return (await docker.processes(name)).filter((line) => line.startsWith("Z")).length;
}

/** Orphans are made as soon as a line is written to the run. */
function maker(docker: Docker, ...words: string[]): { name: string; run: Run } {
  return docker.container(["--interactive", ...words, "/orphans", "1000"], { input: "\n" });
}

describeDocker("1000 orphans", (docker) => {
  it("leave no zombie under tsinit as the entry point", async () => {
    const { name, run } = maker(docker, "tsinit");
    await run.line(/^made 1000/m);
    await docker.settles(name, 2);
    expect(run.err).toBe("");
  });

  it("leave no zombie under docker run --init", async () => {
    const { name, run } = maker(docker, "--init", "bare");
    await run.line(/^made 1000/m);
    await docker.settles(name, 2);
    expect(run.err).toBe("");
  });

  it("are 1000 zombies without an init", async () => {
    const { name, run } = maker(docker, "bare");
    await run.line(/^made 1000/m);
    await eventually(async () => (await zombies(docker, name)) === 1000, "1000 zombies");
  });

  it("leave no zombie where tsinit is not PID 1, with --pid host", async () => {
    const { name, run } = maker(docker, "--pid", "host", "tsinit");
    await run.line(/^made 1000/m);
    await eventually(async () => (await zombies(docker, name)) === 0, "no zombie");
    expect(run.err).toBe("");
    run.process.stdin?.end();
    expect((await run.ended).status).toBe(0);
  });

  it("leave no zombie where another container shares its PID namespace", async () => {
    const { name, run } = docker.container(["tsinit", "/record", "until=15"]);
    await run.line(/^ready/m);
    const guest = maker(docker, "--pid", `container:${name}`, "bare");
    await guest.run.line(/^made 1000/m);
    await docker.settles(name, 3);
  });
});

describeDocker("docker exec", (docker) => {
  it("may leave orphans behind, which are reaped too", async () => {
    const { name, run } = docker.container(["tsinit", "/record", "until=15:3"]);
    await run.line(/^ready/m);
    const script = 'for i in 1 2 3 4 5 6 7 8 9 10; do sh -c "sleep 0 &"; done; exit 6';
    expect(await docker.run(["exec", name, "sh", "-c", script])).toMatchObject({ status: 6 });
    await docker.settles(name, 2);
    await docker.get("stop", "--time", "60", name);
    expect((await run.ended).status).toBe(3);
  });
});
