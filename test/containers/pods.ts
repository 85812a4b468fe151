// The control groups of Podman's pods, which lie where no option of `podman play kube` reaches.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeGroup } from '../hosts/groups.ts';
import { until } from '../hosts/run.ts';

const parent = 'libpod_parent';

function parents(): string[] {
  return ['.', ...readdirSync('/sys/fs/cgroup')].map((tree) => join('/sys/fs/cgroup', tree, parent))
    .filter((path) => existsSync(path));
}

function pods(): string[] {
  return parents().flatMap((path) => readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name)));
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
