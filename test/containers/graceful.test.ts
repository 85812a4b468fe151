/** `docker stop` with --on-exit and --grace: who gets time to clean up, and who gets none. */
import { expect, it } from "vitest";
import type { Run } from "../support/run.ts";
import { type Docker, describeDocker } from "./docker.ts";

const patient = ["--time", "60"];

/** Cleans up for 2 s when it gets SIGTERM; the program that started it ends at once. */
const cleaner =
  'trap "echo cleaning; sleep 2; echo cleaned; exit" TERM; echo ready;' +
  " while :; do sleep .1; done 2>/dev/null";
const program = (start: string): string => {
  return `trap "exit 3" TERM; ${start} sh -c '${cleaner}' & while :; do sleep .1; done 2>/dev/null`;
};
// In a session of its own it is out of reach of the signals to a group.
const daemon = program("busybox setsid");
const helper = program("");

const stubborn = 'trap "echo ignored" TERM; echo ready; while :; do sleep .1; done 2>/dev/null';

type Started = { name: string; run: Run };

async function begin(docker: Docker, words: readonly string[], script: string): Promise<Started> {
  const one = docker.container([...words, "sh", "-c", script]);
  await one.run.line(/^ready/m);
  return one;
}

/** With an init of its own, which is given these options. */
const under = (...options: string[]): string[] => {
  return ["--entrypoint", "/tsinit", "bare", ...options, "--"];
};

/** Stops the container and gives the status that its end had for Docker, and what it said. */
async function stop(docker: Docker, { name, run }: Started): Promise<object> {
  await docker.get("stop", ...patient, name);
  const { out, err } = await run.ended;
  return { status: await docker.get("inspect", "--format", "{{.State.ExitCode}}", name), out, err };
}

const cleaned = { status: "3", out: "ready\ncleaning\ncleaned\n", err: "" };

function waits(docker: Docker): void {
  it.each([
    ["a daemon", ["--forward=all", "--on-exit=wait"], daemon],
    ["a daemon", ["--on-exit=stop"], daemon],
    ["a helper of the group", ["-g", "--on-exit=wait"], helper],
    ["a helper of the group", ["--on-exit=stop", "--grace=30s"], helper],
  ])("lets %s clean up for 2 s with %j", async (_, options, script) => {
    expect(await stop(docker, await begin(docker, under(...options), script))).toEqual(cleaned);
  });

  it("lets a daemon clean up under docker run --init, with TSINIT_OPTIONS", async () => {
    const options = "TSINIT_OPTIONS=--forward=all --on-exit=wait";
    const words = ["--init", "--env", options, "bare"];
    expect(await stop(docker, await begin(docker, words, daemon))).toEqual(cleaned);
  });

  it.each([
    ["a daemon", [], daemon],
    ["a daemon", ["--forward=all"], daemon],
    ["a helper of the group", ["-g"], helper],
  ])("does not let %s clean up with %j", async (_, options, script) => {
    const ended = await stop(docker, await begin(docker, under(...options), script));
    expect(ended).toMatchObject({ status: "3", out: expect.not.stringContaining("cleaned") });
  });
}

function kills(docker: Docker): void {
  const told = "tsinit: warning: grace period over: SIGKILL to";

  it("ends a program that ignores SIGTERM with --grace=1s: 137, by tsinit", async () => {
    const one = await begin(docker, under("--grace=1s"), stubborn);
    expect(await stop(docker, one)).toEqual({
      status: "137",
      out: expect.stringContaining("ignored"),
      err: expect.stringMatching(new RegExp(`^${told} \\d+\\n$`)),
    });
    expect(await docker.get("logs", one.name)).toContain("ignored");
  });

  it("ends all that is left with --grace=1s --on-exit=wait", async () => {
    const loop = "while :; do sleep .1; done 2>/dev/null";
    const deaf = `sh -c 'trap "" TERM; echo ready; ${loop}'`;
    const script = `trap "exit 3" TERM; busybox setsid ${deaf} & ${loop}`;
    const options = under("--grace=1s", "--forward=all", "--on-exit=wait");
    expect(await stop(docker, await begin(docker, options, script))).toEqual({
      status: "3",
      out: "ready\n",
      err: `${told} all\n`,
    });
  });

  it("does the same with TSINIT_OPTIONS under docker run --init", async () => {
    const words = ["--init", "--env", "TSINIT_OPTIONS=--grace=1s", "bare"];
    const ended = await stop(docker, await begin(docker, words, stubborn));
    expect(ended).toMatchObject({ status: "137", out: expect.stringContaining("ignored") });
  });

  it("says nothing, and needs the kill of Docker, without --grace", async () => {
    const one = await begin(docker, under(), stubborn);
    await docker.get("stop", "--time", "2", one.name);
    expect(await one.run.ended).toMatchObject({ status: 137, err: "" });
  });

  it("keeps a program that obeys in its grace period", async () => {
    const script =
      'trap "sleep 1; exit 4" TERM; echo ready;' + " while :; do sleep .1; done 2>/dev/null";
    const one = await begin(docker, under("--grace=30s"), script);
    expect(await stop(docker, one)).toEqual({ status: "4", out: "ready\n", err: "" });
  });
}

describeDocker("docker stop with --on-exit", waits);
describeDocker("docker stop with --grace", kills);
