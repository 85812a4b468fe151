/**
 * What the daemon's init is by the name of docker-init or tini-static: tini, and tsinit's messages.
 */
import { expect, it } from "vitest";
import { type Docker, describeDocker } from "./docker.ts";
import * as needs from "./needs.ts";

/** Runs a program to its end with these variables, and gives what Docker kept of its streams. */
async function logged(
  docker: Docker,
  variables: readonly string[],
  script: string,
): Promise<string[]> {
  const { name, run } = docker.container([
    "--init",
    ...variables.flatMap((text) => ["-e", text]),
    "bare",
    "sh",
    "-c",
    script,
  ]);
  await run.ended;
  // The client puts what the container wrote to standard error on its own.
  const { out, err } = await docker.run(["logs", name]);
  return `${out}${err}`
    .replace(/(?<=pid:? '|"process":)\d+/g, "N")
    .split("\n")
    .slice(0, -1);
}

function isTini(docker: Docker): void {
  it("has the messages of tini with TINI_VERBOSITY and TINI_SUBREAPER", async () => {
    const lines = await logged(docker, ["TINI_VERBOSITY=4", "TINI_SUBREAPER=1"], "exit 3");
    expect(lines).toEqual([
      "[TRACE tini (1)] Registered as child subreaper",
      "[INFO  tini (1)] Spawned child process 'sh' with pid 'N'",
      "[DEBUG tini (1)] Received SIGCHLD",
      "[DEBUG tini (1)] Reaped child with pid: 'N'",
      "[INFO  tini (1)] Main child exited normally (with status '3')",
      "[TRACE tini (1)] No child to wait",
      "[TRACE tini (1)] Exiting: child has exited",
    ]);
  });

  it("is silent, and its program too, with TINI_VERBOSITY=0", async () => {
    expect(await logged(docker, ["TINI_VERBOSITY=0"], "exit 3")).toEqual([]);
  });

  it("takes tini's -e, as it takes all options, from TSINIT_OPTIONS", async () => {
    const words = ["--init", "-e", "TSINIT_OPTIONS=-e 143 -g", "bare", "/record", "helper"];
    const { name, run } = docker.container(words);
    await run.line(/^helper ready/m);
    await run.line(/^ready/m);
    await docker.get("kill", "--signal", "USR1", name);
    await run.line(/^got 10 /m);
    await run.line(/^helper 10$/m);
    const other = docker.container([...words.slice(0, -2), "sleep", "1000"]);
    await docker.settles(other.name, 2);
    await docker.get("stop", "--time", "60", other.name);
    expect(await other.run.ended).toEqual({ status: 0, out: "", err: "" });
  });
}

function writesJson(docker: Docker): void {
  it("gives docker logs lines of JSON with TSINIT_OPTIONS=--log-format=json -v", async () => {
    const options = "TSINIT_OPTIONS=--log-format=json -v";
    const before = Date.now();
    const lines = await logged(docker, [options], 'echo "{}"; exit 3');
    const told = lines
      .filter((line) => line !== "{}")
      .map((line) => {
        return JSON.parse(line.replace(/:N\b/, ":0")) as { time: number };
      });
    expect(lines).toHaveLength(told.length + 1);
    expect(told).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: 1,
        name: "tsinit",
        process: 0,
        msg: "Spawned child process 'sh' with pid 'N'",
      },
      {
        level: 30,
        time: expect.any(Number),
        pid: 1,
        name: "tsinit",
        status: 3,
        msg: "Main child exited normally (with status '3')",
      },
    ]);
    for (const { time } of told) expect(time >= before && time <= Date.now()).toBe(true);
  });

  it("quotes whatever the name of a program has in it", async () => {
    const words = ["--init", "-e", "TSINIT_OPTIONS=--log-format=json", "bare"];
    const { status, err } = await docker.result(...words, 'no"such\nthing\\é');
    expect(err).toMatch(/^\{.*\}\n$/);
    const { level, msg } = JSON.parse(Buffer.from(err, "latin1").toString()) as {
      level: number;
      msg: string;
    };
    expect({ status, level, msg }).toEqual({
      status: 127,
      level: 60,
      msg: 'exec no\\"such\\x0athing\\\\é failed: No such file or directory',
    });
  });
}

function isAccepted(docker: Docker, called: string): void {
  it("fills the lines of docker version and docker info", async () => {
    const told = await docker.finish([docker.init, "--version"]);
    const [, version, build] = /^tini version (\d+\.\d+\.\d+) - git\.(\S+)\n/.exec(told) ?? [];
    expect(build).toBe("tsinit");
    const format = '{{range .Server.Components}}{{.Name}} {{.Version}}{{"\\n"}}{{end}}';
    const components = (await docker.get("version", "--format", format)).split("\n");
    expect(components).toContain(`${called} ${version}`);
    const info = (await docker.get("info")).split("\n").map((line) => line.trim());
    expect(info).toContain(`init version: ${build}`);
    expect(info).toContain(`Init Binary: ${docker.init}`);
  });
}

for (const called of ["docker-init", "tini-static"]) {
  describeDocker(
    `docker run --init with a copy named ${called} as the init-path`,
    (docker) => {
      isAccepted(docker, called);
      isTini(docker);
      if (called === "docker-init") writesJson(docker);
    },
    needs.docker,
    { named: called },
  );
}
