/** What `docker stop` and `docker kill` do to a program under the init, and without one. */
import { expect, it } from "vitest";
import { type Docker, describeDocker } from "./docker.ts";

// Far more than any end can take: a stop that came to its kill shows 137 and not its length.
const patient = ["--time", "60"];

function programs(docker: Docker): void {
  it("ends a program that leaves SIGTERM at its default, with status 143", async () => {
    const { name, run } = docker.container(["tsinit", "sleep", "1000"]);
    await docker.settles(name, 2);
    await docker.get("stop", ...patient, name);
    expect(await run.ended).toEqual({ status: 143, out: "", err: "" });
  });

  it("needs its kill for the same program as PID 1 itself, without an init", async () => {
    const { name, run } = docker.container(["bare", "sleep", "1000"]);
    await docker.settles(name, 1);
    await docker.get("stop", "--time", "1", name);
    expect((await run.ended).status).toBe(137);
  });

  it("ends a shell script that a shell as PID 1 would keep alive", async () => {
    const script = "echo ready; while :; do sleep 1000; done";
    const { name, run } = docker.container(["tsinit", "sh", "-c", script]);
    await run.line(/^ready/m);
    await docker.get("stop", ...patient, name);
    expect((await run.ended).status).toBe(143);
  });

  it("gives the status of a program that catches SIGTERM and ends by itself", async () => {
    const { name, run } = docker.container(["tsinit", "/record", "until=15:3"]);
    await run.line(/^ready/m);
    await docker.get("stop", ...patient, name);
    expect(await run.ended).toMatchObject({ status: 3, out: expect.stringMatching(/^got 15 /m) });
  });

  it("stops a container that docker restart has started again", async () => {
    const { name, run } = docker.container(["tsinit", "sleep", "1000"]);
    await docker.settles(name, 2);
    await docker.get("restart", ...patient, name);
    await docker.settles(name, 2);
    await docker.get("stop", ...patient, name);
    expect(await docker.get("wait", name)).toBe("143");
    expect((await run.ended).err).toBe("");
  });
}

function stopSignals(docker: Docker): void {
  it("sends STOPSIGNAL SIGRTMIN+3 of the image to the program", async () => {
    await docker.build("rtmin3", ["FROM tsinit", "STOPSIGNAL SIGRTMIN+3"]);
    const { name, run } = docker.container(["rtmin3", "/record", "until=37:5"]);
    await run.line(/^ready/m);
    await docker.get("stop", ...patient, name);
    const { status, out } = await run.ended;
    expect({ status, got: out.match(/^got \d+/gm) }).toEqual({ status: 5, got: ["got 37"] });
  });

  it("ends a program by STOPSIGNAL SIGRTMIN+3 that leaves it at its default", async () => {
    const words = ["--stop-signal", "SIGRTMIN+3", "tsinit", "sleep", "1000"];
    const { name, run } = docker.container(words);
    await docker.settles(name, 2);
    await docker.get("stop", ...patient, name);
    expect((await run.ended).status).toBe(128 + 37);
  });

  it("sends what -r makes of SIGTERM", async () => {
    const words = ["--entrypoint", "/tsinit", "bare", "-r", "TERM:QUIT", "/record", "until=3:6"];
    const { name, run } = docker.container(words);
    await run.line(/^ready/m);
    await docker.get("stop", ...patient, name);
    const { status, out } = await run.ended;
    expect({ status, got: out.match(/^got \d+/gm) }).toEqual({ status: 6, got: ["got 3"] });
  });

  it("ends the whole group with -g", async () => {
    const script =
      'trap "exit 8" TERM; sh -c "trap \\"echo helper; exit\\" TERM; echo ready;' +
      ' sleep 1000 & wait" & wait; wait; exit 1';
    const words = ["--entrypoint", "/tsinit", "bare", "-g", "--", "sh", "-c", script];
    const { name, run } = docker.container(words);
    await run.line(/^ready/m);
    await docker.get("stop", ...patient, name);
    expect((await run.ended).status).toBe(8);
  });
}

describeDocker("docker stop", (docker) => {
  programs(docker);
  stopSignals(docker);
});

describeDocker("docker kill", (docker) => {
  const signals = [
    ["HUP", 1],
    ["INT", 2],
    ["QUIT", 3],
    ["ABRT", 6],
    ["USR1", 10],
    ["SEGV", 11],
    ["TSTP", 20],
    ["WINCH", 28],
    ["PWR", 30],
    ["RTMIN", 34],
    ["RTMIN+3", 37],
    ["RTMAX", 64],
  ] as const;

  it(`forwards ${signals.map(([name]) => name).join(", ")}, each once`, async () => {
    const { name, run } = docker.container(["tsinit", "/record", "until=15"]);
    await run.line(/^ready/m);
    for (const [signal, number] of signals) {
      await docker.get("kill", "--signal", signal, name);
      await run.line(new RegExp(`^got ${number} `, "m"));
    }
    await docker.get("kill", "--signal", "TERM", name);
    const { status, out } = await run.ended;
    const got = [...signals.map(([, number]) => number), 15];
    expect(out.match(/(?<=^got )\d+/gm)?.map(Number)).toEqual(got);
    expect(status).toBe(0);
  });

  it("reports 128+n for HUP, ABRT, SEGV and RTMIN left at their default", async () => {
    for (const [signal, number] of [
      ["HUP", 1],
      ["ABRT", 6],
      ["SEGV", 11],
      ["RTMIN", 34],
    ]) {
      const { name, run } = docker.container(["tsinit", "sleep", "1000"]);
      await docker.settles(name, 2);
      await docker.get("kill", "--signal", String(signal), name);
      expect(await run.ended).toEqual({ status: 128 + Number(number), out: "", err: "" });
    }
  });

  it("reports 137 when SIGKILL ends the init itself", async () => {
    const { name, run } = docker.container(["tsinit", "sleep", "1000"]);
    await docker.settles(name, 2);
    await docker.get("kill", name);
    expect((await run.ended).status).toBe(137);
  });
});
