/**
 * tsinit as the init binary that the daemon itself puts into containers for `docker run --init`.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { checkout, type Docker, describeDocker, init } from "./docker.ts";

const manifest = JSON.parse(readFileSync(`${checkout}/package.json`, "utf8")) as {
  version: string;
};

function runs(docker: Docker): void {
  it("starts the program as the only child of PID 1", async () => {
    const { status, out, err } = await docker.result("--init", "bare", "ps", "-o", "pid,args");
    expect(out).toMatch(/^ +1 \/sbin\/docker-init -- ps -o pid,args\n +\d+ ps -o pid,args\n$/m);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it("is the very binary that the daemon was given", async () => {
    const script = "cat /proc/1/exe";
    const { run } = docker.container(["--init", "bare", "sh", "-c", script]);
    await run.ended;
    expect(Buffer.from(run.out, "latin1").equals(readFileSync(init))).toBe(true);
  });

  it("ends with the status of the program", async () => {
    const words = ["--init", "bare", "sh", "-c", "exit 42"];
    expect(await docker.result(...words)).toEqual({ status: 42, out: "", err: "" });
  });

  it("reports 127 for a program that is not there and 126 for one that cannot run", async () => {
    expect((await docker.result("--init", "bare", "no-such-program")).status).toBe(127);
    expect((await docker.result("--init", "bare", "/plain")).status).toBe(126);
  });

  it("is forwarded the stop signal, and docker stop ends at once with status 143", async () => {
    const { name, run } = docker.container(["--init", "bare", "sleep", "1000"]);
    await docker.settles(name, 2);
    await docker.get("stop", "--time", "60", name);
    expect(await run.ended).toEqual({ status: 143, out: "", err: "" });
  });

  it("is configured by TINI_KILL_PROCESS_GROUP of the container", async () => {
    const words = ["--init", "--env", "TINI_KILL_PROCESS_GROUP=1", "bare", "/record", "helper"];
    const { name, run } = docker.container(words);
    await run.line(/^helper ready/m);
    await run.line(/^ready/m);
    await docker.get("kill", "--signal", "USR1", name);
    await run.line(/^got 10 /m);
    await run.line(/^helper 10$/m);
  });
}

function shows(docker: Docker): void {
  it("shows its version in docker version", async () => {
    const format = '{{range .Server.Components}}{{.Name}} {{.Version}}{{"\\n"}}{{end}}';
    const components = (await docker.get("version", "--format", format)).split("\n");
    expect(components).toContain(`${basename(init)} ${manifest.version}`);
  });

  it("is accepted by docker info, which shows its path and what names its build", async () => {
    const line = await docker.finish([init, "--version"]);
    const build = / - git\.([^.\s]+)$/m.exec(line.split("\n")[0] as string)?.[1] ?? "";
    const format = "{{.InitBinary}} {{.InitCommit.ID}}";
    expect(await docker.get("info", "--format", format)).toBe(`${init} ${build}`.trim());
  });
}

describeDocker("docker run --init with tsinit as the init-path of the daemon", (docker) => {
  runs(docker);
  shows(docker);
});
