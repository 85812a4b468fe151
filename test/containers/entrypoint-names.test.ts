/**
 * tsinit as the tini, dumb-init or catatonit of an image, and the originals in the same scenarios.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../support/run.ts";
import { type Docker, describeDocker, eventually } from "./docker.ts";
import * as needs from "./needs.ts";
import { type Kind, kinds, type Name, originals, prepareNames } from "./originals.ts";

const loop = "while :; do sleep .1; done";

/** The helper cleans up when it gets SIGTERM, and the program waits for that. */
const asGroup = `sh -c 'trap "echo helper; exit" TERM; echo ready; ${loop}' 2>/dev/null & helper=$!
  trap 'wait $helper; echo program; exit 8' TERM; ${loop} 2>/dev/null`;

/** The helper gets nothing, so it is there still when the program looks for it. */
const asChild = `sh -c 'trap "echo helper; exit" TERM; echo ready; ${loop}' & helper=$!
  trap 'kill -0 $helper && echo alone; exit 9' TERM; ${loop} 2>/dev/null`;

const toGroup = { status: 8, out: "ready\nhelper\nprogram\n", err: "" };
const toChild = { status: 9, out: "ready\nalone\n", err: "" };

/** What `docker stop` makes of a shell program whose helper is in its group. */
async function stopped(
  docker: Docker,
  words: readonly string[],
  ready = /^ready/m,
): Promise<Result> {
  const { name, run } = docker.container(words);
  await run.line(ready);
  await docker.get("stop", "--time", "60", name);
  return await run.ended;
}

/** The words of `docker run` that put options between the init and the program. */
const having = (image: string, name: Name, ...options: string[]): string[] => {
  return ["--entrypoint", `/${name}`, image, ...options, "--"];
};

/** PIDs are not the same in two runs; which process says why an exec failed is left to each. */
function settled({ status, out, err }: Result): Result {
  const plain = (text: string): string =>
    text.replace(/(?<=(?:tini|catatonit)[ :]\(?)\d+/g, "N").replace(/(?<=pid:? '|PID )\d+/g, "N");
  return { status, out: plain(out), err: plain(err) };
}

function common(docker: Docker, image: string, failed: Result, name: Name): void {
  it("ends with the status of the program, which is its only child", async () => {
    const { status, out } = await docker.result(image, "sh", "-c", "ps -o pid,ppid,args; exit 7");
    expect(out).toMatch(new RegExp(`^ +1 +0 /${name} -- sh -c .*\\n +\\d+ +1 sh -c `, "m"));
    expect(status).toBe(7);
  });

  it("says why a program cannot be run", async () => {
    expect(settled(await docker.result(image, "no-such-program"))).toEqual(failed);
  });
}

function reaps(docker: Docker, image: string): void {
  it("reaps 200 orphans", async () => {
    const words = ["--interactive", image, "/orphans", "200"];
    const { name: container, run } = docker.container(words, { input: "\n" });
    await run.line(/^made 200/m);
    await docker.settles(container, 2);
  });
}

const failures: Record<Name, Result> = {
  tini: {
    status: 127,
    out: "",
    err: "[FATAL tini (N)] exec no-such-program failed: No such file or directory\n",
  },
  "dumb-init": {
    status: 2,
    out: "",
    err: "[dumb-init] no-such-program: No such file or directory\n",
  },
  catatonit: {
    status: 1,
    out: "",
    err: "ERROR (catatonit:N): failed to exec pid1: No such file or directory\n",
  },
};

function tini(docker: Docker, image: string): void {
  it("forwards SIGTERM to the program alone", async () => {
    expect(await stopped(docker, [image, "sh", "-c", asChild])).toEqual(toChild);
  });

  it("forwards SIGTERM to the group with -g and with TINI_KILL_PROCESS_GROUP", async () => {
    const words = [...having(image, "tini", "-g"), "sh", "-c", asGroup];
    expect(await stopped(docker, words)).toEqual(toGroup);
    const variable = ["--env", "TINI_KILL_PROCESS_GROUP=1", image, "sh", "-c", asGroup];
    expect(await stopped(docker, variable)).toEqual(toGroup);
  });

  it("reports 0 for 143 with -e 143, and says so with -v", async () => {
    const words = [...having(image, "tini", "-ve", "143"), "sh", "-c", `echo ready; ${loop}`];
    const { status, out, err } = settled(await stopped(docker, words));
    expect({ status, said: [...out.split("\n"), ...err.split("\n")].sort() }).toEqual({
      status: 0,
      said: [
        "",
        "",
        "[INFO  tini (N)] Main child exited with signal (with signal" + " 'Terminated')",
        "[INFO  tini (N)] Spawned child process 'sh' with pid 'N'",
        "ready",
      ],
    });
  });
}

/** A helper that lives on after its program, in a container that lives on after both. */
const leaves = `sh -c 'trap "echo told >/tmp/told; exit" TERM; echo >/tmp/up; ${loop}' \
  >/dev/null 2>&1 & until [ -e /tmp/up ]; do :; done; exit 3`;

function dumbInit(docker: Docker, image: string): void {
  it("forwards SIGTERM to the whole group, and to the program alone with -c", async () => {
    expect(await stopped(docker, [image, "sh", "-c", asGroup])).toEqual(toGroup);
    const words = [...having(image, "dumb-init", "-c"), "sh", "-c", asChild];
    expect(await stopped(docker, words)).toEqual(toChild);
  });

  it("sends what --rewrite makes of SIGTERM", async () => {
    const words = [...having(image, "dumb-init", "--rewrite", "15:3"), "/record", "until=3:6"];
    const { status, out } = await stopped(docker, words);
    expect({ status, got: out.match(/^got \d+/gm) }).toEqual({ status: 6, got: ["got 3"] });
  });

  it("sends SIGTERM to what its program left behind, when that has ended", async () => {
    const { name } = docker.container([image, "sleep", "1000"]);
    await docker.settles(name, 2);
    const exec = ["exec", name, "/dumb-init", "--", "sh", "-c", leaves];
    expect((await docker.run(exec)).status).toBe(3);
    await docker.settles(name, 2);
    expect(await docker.get("exec", name, "cat", "/tmp/told")).toBe("told");
  });
}

function catatonit(docker: Docker, image: string): void {
  it("forwards SIGTERM to the program alone", async () => {
    expect(await stopped(docker, [image, "sh", "-c", asChild])).toEqual(toChild);
  });

  it("is a pause with -P: reaps what docker exec leaves, and ends with 0 on SIGTERM", async () => {
    const { name, run } = docker.container(["--entrypoint", "/catatonit", image, "-P"]);
    await eventually(async () => (await docker.processes(name)).length === 1, "the pause");
    await docker.get("exec", name, "sh", "-c", 'for i in 1 2 3 4; do sh -c "sleep 0 &"; done');
    await docker.settles(name, 1);
    await docker.get("stop", "--time", "60", name);
    expect(await run.ended).toEqual({ status: 0, out: "", err: "" });
  });
}

/** As newer versions of catatonit do, but not yet the one that Debian 12 has. */
function leavesFolder(docker: Docker, image: string): void {
  it("works in / while its program works where it was put", async () => {
    const script = 'until [ "$(busybox readlink /proc/1/cwd)" = / ]; do :; done; busybox pwd';
    const words = ["--workdir", "/tmp", image, "sh", "-c", script];
    expect(await docker.result(...words)).toEqual({ status: 0, out: "/tmp\n", err: "" });
  });
}

const own = { tini, "dumb-init": dumbInit, catatonit };
const titles = { link: "tsinit by a link", copy: "a copy of tsinit", original: "the original" };

function scenarios(docker: Docker, name: Name, kind: Kind): void {
  const need = kind === "original" ? needs.beside(originals[name], needs.docker) : needs.docker;
  describe.skipIf(!need.met)(`that is ${titles[kind]}${need.suffix}`, () => {
    const image = `${kind}-${name}`;
    common(docker, image, failures[name], name);
    if (kind === "copy") return;
    reaps(docker, image);
    own[name](docker, image);
    if (name === "catatonit" && kind === "link") leavesFolder(docker, image);
  });
}

describeDocker("an image with the entry point", (docker) => {
  for (const name of Object.keys(originals) as Name[]) {
    describe(`/${name}`, () => {
      beforeAll(() => prepareNames(docker, name));
      for (const kind of kinds) scenarios(docker, name, kind);
    });
  }
});
