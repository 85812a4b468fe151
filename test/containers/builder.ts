/**
 * A builder image without a registry: this machine's own Node, npm and gcc, and a full npm cache.
 */
import {
  copyFileSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { type Need, pathOf } from "../support/machine.ts";
import { checkout, type Docker } from "./docker.ts";

/** The machine that this one compiles for where it has the compiler: as Docker and gcc call it. */
export const foreign =
  process.arch === "x64" ? { docker: "arm64", gcc: "aarch64" } : { docker: "amd64", gcc: "x86_64" };
const compiler = `${foreign.gcc}-linux-gnu-gcc`;
const crossPackage = `gcc-${foreign.gcc.replace("_", "-")}-linux-gnu`;

export const cross: Need = {
  met: pathOf(compiler) !== null,
  suffix: pathOf(compiler) === null ? ` (skipped: no ${compiler}: install ${crossPackage})` : "",
};

const packages = ["gcc", "libc6-dev", "dash", "coreutils", ...(cross.met ? [crossPackage] : [])];
const unread = /^\/usr\/share\/(doc|man|info|locale|lintian)\//;

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The same file by the name that has no link above it, as it must be in the archive. */
function named(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/** A path and what it links to, step by step. */
function withTargets(path: string): string[] {
  const found = named(path);
  return lstatSync(found).isSymbolicLink() ? [found, realpathSync(found)] : [found];
}

/** The files of the packages and of all that they depend on. */
async function packaged(docker: Docker): Promise<string[]> {
  const depends = await docker.finish([
    "apt-cache",
    "depends",
    "--recurse",
    "--installed",
    "--no-recommends",
    "--no-suggests",
    "--no-conflicts",
    "--no-breaks",
    "--no-replaces",
    "--no-enhances",
    ...packages,
  ]);
  const names = depends.split("\n").filter((line) => /^[a-z0-9]/.test(line));
  const listed = await docker.finish(["dpkg", "--listfiles", ...new Set(names)]);
  const files = listed.split("\n").filter((line) => line.startsWith("/") && !unread.test(line));
  return files.filter(
    (file) => isThere(file) && !statSync(file, { throwIfNoEntry: false })?.isDirectory(),
  );
}

/** Libraries of a program that may not come from any package. */
async function libraries(docker: Docker, program: string): Promise<string[]> {
  return (await docker.finish(["ldd", program])).match(/\/\S+/g) ?? [];
}

/** On a merged system /bin, /lib and so on are links, and the loader's path goes through one. */
function rootLinks(): string[] {
  return readdirSync("/")
    .map((name) => `/${name}`)
    .filter((path) => lstatSync(path).isSymbolicLink() && /^\/(bin|sbin|lib)/.test(path));
}

/** Fetches the packages of the lock file with this machine's npm, into a cache of our own. */
async function fillCache(docker: Docker): Promise<string> {
  const cache = docker.ground.make("npm-cache");
  const folder = docker.ground.make("warm");
  for (const file of ["package.json", "package-lock.json"]) {
    copyFileSync(join(checkout, file), join(folder, file));
  }
  await docker.finish(
    ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", cache],
    { cwd: folder },
  );
  return cache;
}

/** Imports the image; npm in it finds all it asks for in the cache, and needs no network. */
export async function importBuilder(docker: Docker, tag: string): Promise<void> {
  const node = process.execPath;
  const npm = pathOf("npm") as string;
  const compilers = ["/usr/bin/cc", "/usr/bin/gcc"].filter(isThere).flatMap(withTargets);
  const links = ["/etc/alternatives/cc"].filter(isThere);
  const files = [
    node,
    npm,
    ...compilers,
    ...links,
    ...(await packaged(docker)),
    ...(await libraries(docker, node)).flatMap(withTargets),
  ].map(named);
  const list = docker.ground.path("builder.list");
  const names = [...rootLinks(), ...new Set(files)].map((path) => `.${path}`);
  writeFileSync(list, `${names.join("\n")}\n`);
  const archive = docker.ground.path("builder.tar");
  const cache = await fillCache(docker);
  await docker.finish([
    "tar",
    "-cf",
    archive,
    "-C",
    "/",
    "--no-recursion",
    "-T",
    list,
    "--recursion",
    `.${dirname(dirname(realpathSync(npm)))}`,
    "-C",
    dirname(cache),
    `./${basename(cache)}`,
  ]);
  const registry = (await docker.finish(["npm", "config", "get", "registry"])).trim();
  const path = [...new Set([dirname(node), dirname(npm), "/usr/bin", "/bin"])].join(delimiter);
  await docker.get(
    "import",
    "--change",
    `ENV PATH=${path} HOME=/ npm_config_offline=true` +
      ` npm_config_cache=/${basename(cache)} npm_config_registry=${registry}`,
    archive,
    tag,
  );
}
