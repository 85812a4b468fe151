/** A private Docker daemon: its state, its sockets and its containers are one test file's alone. */
import { writeFileSync } from "node:fs";
import { type Options, type Result, Run } from "../support/run.ts";
import { Ground, Service } from "./enclosure.ts";

/** Checks again and again until the condition gives a value that is not false or null. */
export async function eventually<T>(
  condition: () => Promise<T | false | null>,
  what: string,
): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

export class Daemon {
  readonly ground = new Ground();
  protected initPath: string;
  private readonly everywhere: boolean;
  private service: Service | null = null;

  /** The init is for containers that ask for it, or else everywhere. */
  constructor(initPath: string, everywhere: boolean) {
    this.initPath = initPath;
    this.everywhere = everywhere;
  }

  /** Overlays cannot lie on every file system; vfs, which copies, can. */
  async start(): Promise<void> {
    for (const driver of ["overlay2", "vfs"]) {
      if (await this.answers(driver)) return;
    }
    throw new Error(`dockerd does not start here: ${this.service?.output ?? ""}`);
  }

  private async answers(driver: string): Promise<boolean> {
    const { ground } = this;
    const file = this.everywhere ? { init: true, "init-path": this.initPath } : {};
    const given = this.everywhere ? [] : ["--init-path", this.initPath];
    writeFileSync(ground.path("daemon.json"), JSON.stringify(file));
    const service = new Service(
      [
        "dockerd",
        "--config-file",
        ground.path("daemon.json"),
        "--data-root",
        ground.path("data"),
        "--exec-root",
        ground.path("exec"),
        "--pidfile",
        ground.path("pid"),
        "--host",
        `unix://${ground.path("socket")}`,
        "--iptables=false",
        "--bridge=none",
        "--cgroup-parent",
        ground.group,
        "--exec-opt",
        "native.cgroupdriver=cgroupfs",
        "--storage-driver",
        driver,
        ...given,
      ],
      ground.path("log"),
    );
    this.service = service;
    return await eventually(async () => {
      const { status } = await this.run(["version"]);
      if (status === 0) return { good: true };
      return service.alive ? null : { good: false };
    }, "an answer from dockerd").then(({ good }) => good);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.ground.remove();
  }

  private environment(): Record<string, string | undefined> {
    return {
      DOCKER_HOST: `unix://${this.ground.path("socket")}`,
      DOCKER_CONTEXT: undefined,
      DOCKER_CONFIG: this.ground.path("client"),
      DOCKER_BUILDKIT: "0",
      DOCKER_CLI_HINTS: "false",
    };
  }

  /** Starts the client, or a command that will start it. */
  begin(words: readonly string[], options: Options = {}): Run {
    return new Run(words, { ...options, env: { ...this.environment(), ...options.env } });
  }

  async run(words: readonly string[]): Promise<Result> {
    return await this.begin(["docker", ...words]).ended;
  }

  /** The standard output of a client command that must succeed. */
  async get(...words: readonly string[]): Promise<string> {
    const { status, out, err } = await this.run(words);
    if (status !== 0) throw new Error(`docker ${words.join(" ")}: ${status}: ${out}${err}`);
    return out.trim();
  }
}
