/**
 * The hosts on Bun and Node as PID 1 of containers: all that they ask of the image is glibc with
 * gcc's support library.
 */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checkout, type Docker, describeDocker } from "./docker.ts";
import { put, putLibraries } from "./images.ts";

const dist = join(checkout, "dist");

const hosts = [
  { name: "bun", program: "tsinit-bun", beside: [] },
  {
    name: "node",
    program: "tsinit-node",
    beside: ["tsinit.mjs", "tsinit-native.so", "tsinit-ffi.node"],
  },
];

/** A context with the host in /opt/tsinit, and with what it runs in. */
function fill(docker: Docker, { name, program, beside }: (typeof hosts)[number]): string {
  const root = docker.ground.make("context", name);
  for (const file of [program, ...beside]) put(join(dist, file), root, "opt/tsinit");
  if (name === "node") put(process.execPath, root, "bin");
  const runtime = name === "node" ? process.execPath : join(dist, program);
  for (const part of [runtime, join(dist, "tsinit-ffi.node")]) putLibraries(part, root);
  return root;
}

describeDocker("on a runtime", (docker) => {
  beforeAll(async () => {
    for (const host of hosts) {
      await docker.build(
        host.name,
        [
          "FROM bare",
          "COPY . /",
          "ENV PATH=/bin",
          `ENTRYPOINT ["/opt/tsinit/${host.program}","--"]`,
        ],
        fill(docker, host),
      );
    }
  });

  describe.each(hosts)("$name", ({ name: image }) => {
    it("docker stop ends the program, whose status is the container's", async () => {
      const { name, run } = docker.container([image, "/record", "until=15:3"]);
      await run.line(/^ready/m);
      await docker.get("stop", "--time", "60", name);
      const { status, err } = await run.ended;
      expect({ status, err }).toEqual({ status: 3, err: "" });
    });

    it("1000 orphans leave no zombie", async () => {
      const words = ["--interactive", image, "/orphans", "1000"];
      const { name, run } = docker.container(words, { input: "\n" });
      await run.line(/^made 1000/m);
      await docker.settles(name, 2);
      expect(run.err).toBe("");
    });

    it("docker exec may leave orphans behind, and ps names the init", async () => {
      const { name, run } = docker.container([image, "/record", "until=15:3"]);
      await run.line(/^ready/m);
      const script = 'for i in 1 2 3 4 5; do sh -c "sleep 0 &"; done; exit 6';
      expect(await docker.run(["exec", name, "sh", "-c", script])).toMatchObject({ status: 6 });
      await docker.settles(name, 2);
      const shown = await docker.run(["exec", name, "ps", "-o", "pid,comm"]);
      expect(shown.out).toMatch(new RegExp(`^ +1 tsinit-${image}$`, "m"));
    });

    it("needs no folder to write to, no capability, and no particular user", async () => {
      const words = [
        "--read-only",
        "--user",
        "65534:65534",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        image,
        "sh",
        "-c",
        "echo x >/tmp/x || exit 5",
      ];
      const { status, err } = await docker.result(...words);
      expect({ status, err }).toEqual({ status: 5, err: expect.stringMatching(/^sh: .*\n$/) });
    });
  });
});
