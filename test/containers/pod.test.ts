/** tsinit as the pause of a pod: what it reaps for the other containers, and how it ends. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Result } from "../support/run.ts";
import { describePodman } from "./podman.ts";
import { pause } from "./pods.ts";

/** Without an image it makes one of the catatonit that it finds, which is called with -P. */
const helper = `
  printf '[engine]\\nhelper_binaries_dir = ["%s"]\\n' "$FOLDER/inits" >>"$CONTAINERS_CONF"`;

// Each process of the pod in one line; the pause is PID 1, whatever container is asked.
const prelude = `
  seen() { podman exec pod-maker ps -o pid,stat,args | grep -v 'ps -o'; }
  code() { podman inspect --format '{{.State.ExitCode}}' "$1"; }
  ready() { until podman logs "pod-$1" | grep -q '^ready'; do :; done; }
  podman play kube "$MANIFEST" >/dev/null || exit 98
  pause=$(podman pod inspect --format '{{.InfraContainerID}}' pod)
  ready maker; ready guest`;

type Pod = (script: string) => Promise<Result>;

const started = [
  ["tsinit -P in the image of the pause", pause('["/tsinit","-P"]'), "/tsinit -P"],
  ["tsinit in the place of the catatonit that Podman pauses with", helper, "/catatonit -P"],
] as const;

function reaps(scenario: Pod): void {
  it.each(started)("reaps the orphans of another container: %s", async (_, how, command) => {
    const { status, out, err } = await scenario(`${how}${prelude}
      until [ "$(seen | wc -l)" = 4 ]; do :; done
      seen
      podman exec pod-guest sh -c 'sleep 0 & sleep .1 &'
      until [ "$(seen | wc -l)" = 4 ]; do :; done
      podman logs "$pause"`);
    const lines = out.split("\n").map((line) => line.trim().replace(/ +/g, " "));
    expect(lines).toEqual([
      "PID STAT COMMAND",
      `1 S ${command}`,
      expect.stringMatching(/^\d+ S \/record until=15:[45]$/),
      expect.stringMatching(/^\d+ S \/record until=15:[45]$/),
      "",
    ]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it("would leave 100 zombies with a pause that reaps none", async () => {
    const { out } = await scenario(`${pause('["/bin/sleep","1000"]')}${prelude}
      until [ "$(seen | grep -c ' Z ')" = 100 ]; do :; done
      seen`);
    expect(out.match(/ Z +\[sleep\]$/gm)).toHaveLength(100);
    expect(out).toMatch(/^ +1 S +\/bin\/sleep 1000$/m);
  });
}

function ends(scenario: Pod): void {
  it.each(["TERM", "INT"])("ends with status 0 on SIG%s, and is silent", async (signal) => {
    const { out, err } = await scenario(`${pause('["/tsinit","-P"]')}${prelude}
      podman kill --signal HUP "$pause" >/dev/null
      podman kill --signal ${signal} "$pause" >/dev/null
      podman wait "$pause"
      podman logs "$pause"`);
    expect({ out, err }).toEqual({ out: "0\n", err: "" });
  });

  it.each(started)(
    "ends with 0 after the other containers, each with its own status: %s",
    async (_, how) => {
      // A pod that is stopped as a whole loses its pause at any time, and the others die with it.
      const { out, err } = await scenario(`${how}${prelude}
      podman stop --time 60 pod-maker pod-guest >/dev/null
      podman pod stop --time 60 pod >/dev/null 2>&1
      code pod-maker; code pod-guest; code "$pause"`);
      expect({ out, err }).toEqual({ out: "4\n5\n0\n", err: "" });
    },
  );
}

describePodman("a pod with shareProcessNamespace and tsinit as its pause", (any) => {
  const MANIFEST = fileURLToPath(new URL("pod.yaml", import.meta.url));
  const scenario: Pod = (script) => any(script, { named: "catatonit", env: { MANIFEST } });
  describe("what it reaps", () => reaps(scenario));
  describe("how it ends", () => ends(scenario));
});
