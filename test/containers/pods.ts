/** Podman's pods: where their pause comes from, and the removal of their control groups. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeGroup } from "../support/groups.ts";
import { until } from "../support/run.ts";

/** Podman takes the pause of a pod from an image and starts what is the entry point there. */
export const pause = (words: string): string => `
  import --change 'ENTRYPOINT ${words}' - pause
  printf '[engine]\\ninfra_image = "localhost/pause"\\n' >>"$CONTAINERS_CONF"`;

// No option of `podman play kube` puts them elsewhere.
const parent = "libpod_parent";

function parents(): string[] {
  return [".", ...readdirSync("/sys/fs/cgroup")]
    .map((tree) => join("/sys/fs/cgroup", tree, parent))
    .filter((path) => existsSync(path));
}

function pods(): string[] {
  return parents().flatMap((path) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(path, entry.name)),
  );
}

/** Notes which pods there are, and gives the function that removes the groups of all later ones. */
export function notePods(): () => Promise<void> {
  const kept = new Set([...parents(), ...pods()]);
  return async () => {
    for (const path of [...pods(), ...parents()].filter((each) => !kept.has(each))) {
      await until(() => removeGroup(path), `the end of ${path}`);
    }
  };
}
