/** The init has to work with all that a careful operator takes away from a container. */
import { describe, expect, it } from "vitest";
import { type Docker, describeDocker } from "./docker.ts";

const confinements: readonly (readonly string[])[] = [
  ["--read-only"],
  ["--user", "1000:1000"],
  ["--cap-drop", "ALL"],
  ["--security-opt", "no-new-privileges"],
  ["--pids-limit", "20"],
  ["--memory", "16m"],
  [
    "--read-only",
    "--user",
    "1000:1000",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
  ],
];

/** The whole of an init's work: forward, reap, end as the program ended, and say nothing. */
async function works(docker: Docker, words: readonly string[]): Promise<void> {
  const { name, run } = docker.container([...words, "/record", "orphan", "until=15:4"]);
  await run.line(/^ready/m);
  const orphan = (await run.line(/^orphan (\d+)/m))[1] as string;
  await docker.settles(name, 3);
  await docker.get("exec", name, "kill", "-KILL", orphan);
  await docker.settles(name, 2);
  for (const [signal, number] of [
    ["HUP", 1],
    ["ABRT", 6],
    ["RTMIN+3", 37],
  ] as const) {
    await docker.get("kill", "--signal", signal, name);
    await run.line(new RegExp(`^got ${number} `, "m"));
  }
  await docker.get("stop", "--time", "60", name);
  expect(await run.ended).toMatchObject({ status: 4, err: "" });
}

describeDocker("forwarding, reaping and the status", (docker) => {
  for (const options of confinements) {
    describe(`with ${options.join(" ")}`, () => {
      it("are what they are without, as the entry point", async () => {
        await works(docker, [...options, "tsinit"]);
      });

      it("are what they are without, under docker run --init", async () => {
        await works(docker, [...options, "--init", "bare"]);
      });
    });
  }

  it("are what they are without, where the init is started by another one", async () => {
    const { name, run } = docker.container(["--init", "tsinit", "/record", "until=15:4"]);
    await run.line(/^ready/m);
    await docker.get("stop", "--time", "60", name);
    expect(await run.ended).toMatchObject({ status: 4, err: "" });
  });
});
