/** What the tests of Docker share: a daemon for each file, its images, and containers by name. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, vi } from "vitest";
import type { Need } from "../support/machine.ts";
import type { Options, Run } from "../support/run.ts";
import { Daemon, eventually } from "./daemon.ts";
import { fill, init, install } from "./images.ts";
import * as needs from "./needs.ts";

export { eventually } from "./daemon.ts";
export { checkout, fillScratch, init } from "./images.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

// No container needs a network, and none gets one.
const detached = ["run", "--network", "none"] as const;

export interface Setting {
  /** The init of the daemon is a copy by this name, and not tsinit where it is. */
  readonly named?: string;
  /** Every container gets the init without asking for it. */
  readonly everywhere?: boolean;
}

export class Docker extends Daemon {
  private readonly setting: Setting;
  private containers = 0;

  constructor(setting: Setting = {}) {
    super(init, setting.everywhere ?? false);
    this.setting = setting;
  }

  /** The init that the daemon puts into containers. */
  get init(): string {
    return this.initPath;
  }

  /** Makes the images: "bare" has no entry point, "tsinit" has the one that the README names. */
  async prepare(): Promise<void> {
    if (this.setting.named !== undefined) {
      this.initPath = join(this.ground.make("inits"), this.setting.named);
      install(init, this.initPath);
    }
    await this.start();
    const root = fill(this.ground.make("root"));
    await this.get("import", await this.packed(root), "bare");
    await this.build("tsinit", ["FROM bare", 'ENTRYPOINT ["/tsinit","--"]']);
  }

  private async packed(folder: string): Promise<string> {
    const archive = this.ground.path("root.tar");
    await this.finish(["tar", "-C", folder, "-cf", archive, "."]);
    return archive;
  }

  /** Runs a command on this machine that must succeed. */
  async finish(words: readonly string[], options?: Options): Promise<string> {
    const { status, out, err } = await this.begin(words, options).ended;
    if (status !== 0) throw new Error(`${words.join(" ")}: ${status}: ${out}${err}`);
    return out;
  }

  /** Builds an image from these lines and the files of the folder. */
  async build(tag: string, lines: readonly string[], folder?: string): Promise<void> {
    const context = folder ?? this.ground.make("context", tag);
    const file = this.ground.path(`${tag}.Dockerfile`);
    writeFileSync(file, `${lines.join("\n")}\n`);
    await this.get("build", "--network", "none", "--tag", tag, "--file", file, context);
  }

  /** Starts a container in the foreground, so that the run's streams and status are its own. */
  container(words: readonly string[], options?: Options): { name: string; run: Run } {
    const name = `c${++this.containers}`;
    const command = ["docker", ...detached, "--name", name, ...words];
    return { name, run: this.begin(command, options) };
  }

  /** The status and the two streams of a container that ends by itself. */
  async result(...words: readonly string[]): ReturnType<Daemon["run"]> {
    return await this.run([...detached, ...words]);
  }

  /** What ps shows inside a container, state first, but for ps itself. */
  async processes(name: string): Promise<string[]> {
    const { out } = await this.run(["exec", name, "ps", "-o", "stat,args"]);
    return out
      .split("\n")
      .slice(1, -1)
      .filter((line) => !/ ps -o /.test(line));
  }

  /** Waits until a container has so many processes, and no zombie among them. */
  async settles(name: string, count: number): Promise<void> {
    await eventually(async () => {
      const seen = await this.processes(name);
      return seen.length === count && !seen.some((line) => line.startsWith("Z"));
    }, `${count} processes and no zombie in ${name}`);
  }

  async removeContainers(): Promise<void> {
    const all = await this.get("ps", "--all", "--quiet");
    if (all !== "") await this.get("rm", "--force", ...all.split("\n"));
  }
}

/** A suite with a daemon of its own, which is gone with all its containers when the suite ends. */
export function describeDocker(
  title: string,
  body: (docker: Docker) => void,
  need: Need = needs.docker,
  setting: Setting = {},
): void {
  describe.skipIf(!need.met)(`${title}${need.suffix}`, () => {
    const docker = new Docker(setting);
    beforeAll(() => docker.prepare());
    afterEach(() => docker.removeContainers());
    afterAll(() => docker.stop());
    body(docker);
  });
}
