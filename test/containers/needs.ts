/** What a machine must offer before an engine can be started on it. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { both, type Need, pathOf, root } from "../support/machine.ts";

function need(met: () => boolean, reason: string): Need {
  return met() ? { met: true, suffix: "" } : { met: false, suffix: ` (skipped: ${reason})` };
}

/** The first need that is not met speaks; those after it are not even looked at. */
function all(first: Need, ...others: (() => Need)[]): Need {
  return others.reduce((sum, next) => (sum.met ? both(sum, next()) : sum), first);
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A dynamic program names its interpreter near the start of the file. */
function isStatic(program: string): boolean {
  const path = pathOf(program);
  return path !== null && !/\/ld-(linux|musl)/.test(readFileSync(path).toString("latin1", 0, 4096));
}

const packaged = (program: string, name: string) => (): Need => {
  return need(() => pathOf(program) !== null, `no ${program}: install the package ${name}`);
};

const namespaces = (): Need =>
  need(() => {
    const words = ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--mount-proc", "true"];
    return spawnSync("unshare", words, { stdio: "ignore" }).status === 0;
  }, "unshare cannot make the namespaces of a container here");

const cgroups = (): Need => {
  return need(() => writable("/sys/fs/cgroup"), "the control groups cannot be written here");
};

const busybox = (): Need => {
  return need(() => isStatic("busybox"), "no static busybox: install the package busybox-static");
};

const anyEngine = all(root, packaged("runc", "runc"), busybox, namespaces, cgroups);

export const docker = all(
  anyEngine,
  packaged("docker", "docker.io"),
  packaged("dockerd", "docker.io"),
  packaged("containerd", "containerd"),
);

export const compose = all(docker, packaged("docker-compose", "docker-compose"));

export const podman = all(anyEngine, packaged("podman", "podman"));

/** An original to hold beside tsinit; tini is the static one of its package. */
export function beside(original: "tini-static" | "dumb-init" | "catatonit", engine: Need): Need {
  return all(engine, packaged(original, original === "tini-static" ? "tini" : original));
}

/** The builder image is put together from this machine's Debian packages. */
export const builder = all(
  docker,
  packaged("apt-cache", "apt"),
  packaged("dpkg", "dpkg"),
  packaged("npm", "npm"),
  packaged("gcc", "gcc"),
);
