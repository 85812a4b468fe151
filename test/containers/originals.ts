/**
 * Images with an init by the name that it replaces: tsinit as a link or a copy, or the original.
 */
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathOf } from "../support/machine.ts";
import type { Docker } from "./docker.ts";
import { init, install } from "./images.ts";

/** By the name in the image: the program of this machine that stands beside it. */
export const originals = {
  tini: "tini-static",
  "dumb-init": "dumb-init",
  catatonit: "catatonit",
} as const;

export type Name = keyof typeof originals;
export type Kind = "link" | "copy" | "original";
export const kinds: readonly Kind[] = ["link", "copy", "original"];

/** The original with the libraries that its loader will look for, at the very same paths. */
async function bring(docker: Docker, name: Name, folder: string): Promise<void> {
  const program = realpathSync(pathOf(originals[name]) as string);
  const { out } = await docker.begin(["ldd", program]).ended;
  for (const library of out.match(/\/\S+/g) ?? []) {
    mkdirSync(join(folder, dirname(library)), { recursive: true });
    install(library, join(folder, library));
  }
  install(program, join(folder, name));
}

/** Makes the images "KIND-NAME", with ["/NAME","--"] as the entry point. */
export async function prepareNames(docker: Docker, name: Name): Promise<void> {
  for (const kind of kinds) {
    if (kind === "original" && pathOf(originals[name]) === null) continue;
    const context = docker.ground.make("context", `${kind}-${name}`);
    if (kind === "original") await bring(docker, name, context);
    else if (kind === "copy") install(init, join(context, name));
    else symlinkSync("tsinit", join(context, name));
    await docker.build(
      `${kind}-${name}`,
      ["FROM bare", "COPY . /", `ENTRYPOINT ["/${name}","--"]`],
      context,
    );
  }
}
