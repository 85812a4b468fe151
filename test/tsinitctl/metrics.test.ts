/** tsinitctl metrics: what Prometheus collects, and how the server lives and ends. */
import { describe, expect, it } from "vitest";
import { makeLook } from "../../src/tsinitctl/metrics-server.ts";
import { scratch } from "../support/probes.ts";
import { type Run, signal } from "../support/run.ts";
import { CONTAINER, lay, start, tsinitctl } from "../support/tsinitctl.ts";

async function serve(cgroups: string): Promise<{ run: Run; url: string }> {
  const run = start(["metrics", "--listen", "127.0.0.1:0", "--cgroups", cgroups], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await new Promise<string>((done) => run.process.stderr?.once("data", done));
  const url = /^tsinitctl: listening on (http:\/\/127\.0\.0\.1:\d+)\/metrics\n$/.exec(said)?.[1];
  if (url === undefined) throw new Error(said);
  return { run, url };
}

function container(): string {
  const folder = scratch();
  lay(folder, {
    "cgroup.controllers": "pids\n",
    [`docker/${CONTAINER}/pids.current`]: "12\n",
    [`docker/${CONTAINER}/pids.max`]: "max\n",
    [`docker/${"f".repeat(64)}/pids.current`]: "3\n",
    [`docker/${"f".repeat(64)}/pids.max`]: "30\n",
  });
  return folder;
}

describe("tsinitctl metrics", () => {
  it("serves the pids of each container in Prometheus' text format", async () => {
    const { url } = await serve(container());
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toContain("# TYPE tsinit_pids_current gauge\n");
    expect(text).toContain(`tsinit_pids_current{container="${CONTAINER}",pod=""} 12\n`);
    expect(text).toContain(`tsinit_pids_max{container="${"f".repeat(64)}",pod=""} 30\n`);
    expect(text).not.toContain(`tsinit_pids_max{container="${CONTAINER}"`);
    expect(text).toContain("# TYPE tsinit_zombies gauge\n");
  });

  it("forgets a container that has gone", async () => {
    const folder = container();
    const { url } = await serve(folder);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(CONTAINER);
    lay(folder, { [`docker/${CONTAINER}/pids.current`]: "0\n" });
    const ask = async (): Promise<string> => await (await fetch(`${url}/metrics`)).text();
    while ((await ask()).includes(CONTAINER));
  });

  it("looks once a second at most, however many ask", async () => {
    const folder = container();
    let time = 0;
    const { look } = makeLook(folder, () => time);
    const [first] = await Promise.all(Array.from({ length: 50 }, look));
    lay(folder, { [`docker/${CONTAINER}/pids.current`]: "13\n" });
    time = 999;
    expect(await look()).toBe(first);
    time = 1000;
    expect(await look()).toContain(`tsinit_pids_current{container="${CONTAINER}",pod=""} 13\n`);
  });

  it("answers a probe, and nothing else", async () => {
    const { url } = await serve(container());
    const statuses = ["/healthz", "/", "/metrics/x"].map(async (path) => {
      return (await fetch(url + path)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
    expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
  });

  it.each([
    ["SIGTERM", 15],
    ["SIGINT", 2],
  ])("ends with 0 on %s, connections or not", async (_, number) => {
    const { run, url } = await serve(container());
    await (await fetch(`${url}/metrics`)).text();
    signal(run.pid, number);
    expect((await run.ended).status).toBe(0);
  });

  it("says in one line that the address is taken", async () => {
    const { url } = await serve(container());
    const { port } = new URL(url);
    expect(await tsinitctl(["metrics", "--listen", `127.0.0.1:${port}`])).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: cannot listen on 127.0.0.1:${port}: address already in use\n`,
    });
  });

  it.each([
    ["--listen 192.0.2.1:9464", "cannot listen on 192.0.2.1:9464: address not available"],
    [
      "--listen none.invalid:9464",
      "cannot listen on none.invalid:9464: (unknown node or service|temporary failure)",
    ],
    ["--cgroups /nonexistent", "cannot read /nonexistent: no such file or directory"],
  ])("says in one line what is wrong with %s", async (words, message) => {
    expect(await tsinitctl(["metrics", ...words.split(" ")])).toEqual({
      status: 1,
      out: "",
      err: expect.stringMatching(new RegExp(`^tsinitctl: ${message}\n$`)),
    });
  });
});
