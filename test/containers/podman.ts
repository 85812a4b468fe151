/** What the tests of Podman share: one shell runs a whole scenario, enclosed with its engine. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, describe } from "vitest";
import type { Need } from "../support/machine.ts";
import { type Result, Run, signal } from "../support/run.ts";
import { enclosed, Ground } from "./enclosure.ts";
import { fill, init, install } from "./images.ts";
import * as needs from "./needs.ts";
import { notePods } from "./pods.ts";

// The limits that Podman asks for by default may be above what this machine allows.
const configuration = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
`;

const prelude = `
podman() {
  command podman --root "$FOLDER/root" --runroot "$FOLDER/run" --tmpdir "$FOLDER/tmp" \\
    --storage-driver vfs --runtime runc --cgroup-manager cgroupfs --events-backend file "$@"
}
plain() {
  podman run --network none --cgroup-parent "/$GROUP" --init "$@"
}
run() {
  plain --init-path "$INIT" "$@"
}
# The search path is in the image, because a manifest of Kubernetes takes none from Podman.
import() {
  tar -C "$FOLDER/image" -c . | podman import --quiet --change 'ENV PATH=/bin' "$@" >/dev/null
}
import - bare || exit 99
`;

export interface Setting {
  /** The init is a copy by this name, which is in $FOLDER/inits. */
  readonly named?: string;
  /** The program that is the init in place of tsinit. */
  readonly init?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type Scenario = (script: string, setting?: Setting) => Promise<Result>;

function prepare(ground: Ground, { named, init: program = init }: Setting): string {
  fill(ground.make("image"));
  writeFileSync(ground.path("containers.conf"), configuration);
  if (named === undefined) return program;
  const copy = ground.path("inits", named);
  mkdirSync(dirname(copy));
  install(program, copy);
  return copy;
}

/** A suite whose scenarios know $INIT, $FOLDER and $GROUP, and may add to $CONTAINERS_CONF. */
export function describePodman(
  title: string,
  body: (scenario: Scenario) => void,
  need: Need = needs.podman,
): void {
  describe.skipIf(!need.met)(`${title}${need.suffix}`, () => {
    const ends: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
    });
    body(async (script, setting = {}) => {
      const ground = new Ground();
      const removePods = notePods();
      const INIT = prepare(ground, setting);
      const run = new Run(enclosed(["sh", "-c", prelude + script]), {
        env: {
          CONTAINERS_CONF: ground.path("containers.conf"),
          FOLDER: ground.folder,
          GROUP: ground.group,
          INIT,
          ...setting.env,
        },
      });
      ends.push(async () => {
        // A scenario that took too long still has its containers; they go with the namespace.
        if (run.status === null) signal(run.pid, 9);
        await run.ended;
        await ground.remove();
        await removePods();
      });
      return withoutNotices(await run.ended);
    });
  });
}

/** What Podman tells of its own work: the first it tries again, the second was done already. */
const notices = [
  /^.*Failed to remove cgroup \(will retry\).*\n/gm,
  /^.*Removing container \w+ from database: no container with ID \w+ found in DB.*\n/gm,
];

function withoutNotices(result: Result): Result {
  return { ...result, err: notices.reduce((text, notice) => text.replace(notice, ""), result.err) };
}
