/** The project's own Dockerfile, built without a network, and the images that come out of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Result } from "../support/run.ts";
import { cross, foreign, importBuilder } from "./builder.ts";
import { checkout, type Docker, describeDocker } from "./docker.ts";
import { put, putLibraries } from "./images.ts";
import * as needs from "./needs.ts";

const binding = join(checkout, "dist/tsinit-ffi.node");

interface Saved {
  readonly layers: readonly string[];
  readonly config: Record<string, unknown>;
}

/** Unpacks an image, because a container made from it has files that Docker adds. */
async function save(docker: Docker, image: string): Promise<Saved> {
  const archive = docker.ground.path(`${image}.tar`);
  const folder = docker.ground.make("saved", image);
  await docker.get("save", "--output", archive, image);
  await docker.finish(["tar", "-C", folder, "-xf", archive]);
  const [manifest] = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as [
    { Layers: string[]; Config: string },
  ];
  const { config } = JSON.parse(readFileSync(join(folder, manifest.Config), "utf8")) as Saved;
  return { layers: manifest.Layers.map((layer) => join(folder, layer)), config };
}

/** Builds the image that the project's own Dockerfile makes. */
async function build(docker: Docker, tag: string, ...words: string[]): Promise<Result> {
  const bases = ["BUILDER=builder", "LIBC=runtime", "NODE=runtime"];
  return await docker.run([
    "build",
    "--network",
    "none",
    ...words,
    "--tag",
    tag,
    ...bases.flatMap((base) => ["--build-arg", base]),
    checkout,
  ]);
}

/** The bytes of /tsinit in an image that has one layer. */
async function binaryIn(docker: Docker, image: string): Promise<Buffer> {
  const {
    layers: [layer],
  } = await save(docker, image);
  return Buffer.from(await docker.finish(["tar", "-xOf", layer as string, "tsinit"]), "latin1");
}

describeDocker(
  "the image that the Dockerfile of the project makes",
  (docker) => {
    beforeAll(async () => {
      await importBuilder(docker, "builder");
      const root = docker.ground.make("context", "runtime");
      put(process.execPath, root, "bin");
      for (const file of [process.execPath, binding]) putLibraries(file, root);
      await docker.build("runtime", ["FROM bare", "COPY . /", "ENV PATH=/bin"], root);
      for (const target of ["bun", "node"]) {
        expect(await build(docker, `project-${target}`, "--target", target)).toMatchObject({
          status: 0,
        });
      }
      expect(await build(docker, "project")).toMatchObject({ status: 0 });
    });

    it("contains just /tsinit, which root owns and everybody may run", async () => {
      const { layers } = await save(docker, "project");
      const listed = await Promise.all(
        layers.map((layer) => {
          return docker.finish(["tar", "--numeric-owner", "-tvf", layer]);
        }),
      );
      expect(listed.join("")).toMatch(/^-rwxr-xr-x 0\/0 +\d+ \S+ \S+ tsinit\n$/);
    });

    it("has the same bytes in it as dist/tsinit, built elsewhere", async () => {
      const here = readFileSync(join(checkout, "dist/tsinit"));
      expect((await binaryIn(docker, "project")).equals(here)).toBe(true);
    });

    it("is the target called tsinit", async () => {
      expect(await build(docker, "target", "--target", "tsinit")).toMatchObject({ status: 0 });
      expect(await docker.get("images", "--quiet", "target")).toBe(
        await docker.get("images", "--quiet", "project"),
      );
    });

    it.skipIf(!cross.met)(`is for the machine that TARGETARCH names${cross.suffix}`, async () => {
      const words = ["--build-arg", `TARGETARCH=${foreign.docker}`];
      expect(await build(docker, "foreign", ...words)).toMatchObject({ status: 0 });
      const here = readFileSync(join(checkout, `dist/tsinit-${foreign.gcc}`));
      expect((await binaryIn(docker, "foreign")).equals(here)).toBe(true);
    });

    it("is not built for any other machine, and the build says so", async () => {
      const { status, out, err } = await build(docker, "none", "--build-arg", "TARGETARCH=riscv64");
      expect(out + err).toContain("no tsinit for riscv64: TARGETARCH is amd64 or arm64");
      expect(status).not.toBe(0);
    });

    it("starts with tsinit and has no command of its own", async () => {
      const { config } = await save(docker, "project");
      expect(config["Entrypoint"]).toEqual(["/tsinit", "--"]);
      expect(config["Cmd"] ?? null).toBeNull();
    });

    it("answers --version", async () => {
      const words = ["--entrypoint", "/tsinit", "project", "--version"];
      const { status, out } = await docker.result(...words);
      expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/^tini version /) });
    });

    it("gives tsinit to another image with COPY --from", async () => {
      await docker.build("user", [
        "FROM bare",
        "COPY --from=project /tsinit /sbin/tsinit",
        'ENTRYPOINT ["/sbin/tsinit","--"]',
        'CMD ["sh","-c","exit 3"]',
      ]);
      expect(await docker.result("user")).toEqual({ status: 3, out: "", err: "" });
    });

    it.each(["bun", "node"])("has a target that is tsinit on a runtime: %s", async (target) => {
      const image = `project-${target}`;
      expect(await docker.result(image, "sh", "-c", 'echo "$$"; exit 3')).toEqual({
        status: 3,
        out: expect.stringMatching(/^\d+\n$/),
        err: "",
      });
      expect((await docker.result(image, "no-such-program")).err).toBe(
        'tsinit: fatal: cannot run "no-such-program": no such file in PATH\n',
      );
    });

    it("has a builder that the outside world can pull, named without a registry", () => {
      const text = readFileSync(join(checkout, "Dockerfile"), "utf8");
      expect(text).toMatch(/^ARG BUILDER=node:\d+\.\d+\.\d+-\w+$/m);
    });
  },
  needs.builder,
);
