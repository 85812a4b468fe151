/** The DaemonSet of the README: its pod, under Podman, tells of zombies and pids. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkout } from "./docker.ts";
import { describePodman } from "./podman.ts";

const readme = readFileSync(join(checkout, "README.md"), "utf8");
const daemonSet = /```yaml\n(#[^`]*?kind: DaemonSet\n[^]*?)```/.exec(readme)?.[1] ?? "";

/** A container of the same pod whose program reaps nothing. */
const leaver = `    - name: leaver
      image: localhost/bare
      imagePullPolicy: Never
      command: [/bin/sh, -c, "sleep 0 & exec sleep 1000"]
`;

/**
 * The pod that the DaemonSet has on each node. Podman makes no DaemonSets, and gives no pod the PID
 * namespace of the machine: that of the pod, which its containers share, stands for it.
 */
function podOf(manifest: string): string {
  const [, template = ""] = manifest.split(/^ {2}template:\n/m);
  const pod = template
    .replace(/^ {4}/gm, "")
    .replace(/^metadata:\n/m, "metadata:\n  name: metrics\n")
    .replace(/^ {2}hostPID: true\n/m, "  shareProcessNamespace: true\n  hostNetwork: true\n")
    .replace(/^ *ports: .*\n/m, "")
    .replace(/image: (tsinit-metrics)/, "image: localhost/$1\n      imagePullPolicy: Never")
    .replace('":9464"', '"127.0.0.1:PORT"')
    .replace(/^ {2}volumes:/m, `${leaver}  volumes:`);
  return `apiVersion: v1\nkind: Pod\n${pod}`;
}

// What `npm install --global tsinit` leaves in an image: Node with its libraries, and the package.
const fill = `
  copy() { mkdir -p "$FOLDER/image$(dirname "$1")"; cp -L "$1" "$FOLDER/image$1"; }
  copy "$NODE"
  for library in $(ldd "$NODE" | grep -o '/[^ ]*'); do copy "$library"; done
  mkdir -p "$FOLDER/image/package/dist"
  cp "$CHECKOUT/package.json" "$FOLDER/image/package"
  cp -r "$CHECKOUT/dist/lib" "$FOLDER/image/package/dist"
  printf '#!/bin/sh\\nexec %s /package/dist/lib/tsinitctl.mjs "$@"\\n' "$NODE" \\
    >"$FOLDER/image/bin/tsinitctl"
  chmod 755 "$FOLDER/image/bin/tsinitctl"
  import - tsinit-metrics`;

describePodman("tsinitctl metrics as a DaemonSet", (scenario) => {
  it("tells of the zombies of its PID namespace, and of the pids of each container", async () => {
    const { out, err } = await scenario(
      `${fill}
      port=$(($$ % 10000 + 20000))
      printf '%s' "$MANIFEST" | sed "s/PORT/$port/" >"$FOLDER/pod.yaml"
      podman play kube "$FOLDER/pod.yaml" >/dev/null || exit 98
      until podman top metrics-leaver state 2>/dev/null | grep -q Z; do :; done
      until podman logs metrics-metrics 2>&1 | grep -q listening; do :; done
      "$NODE" -e "fetch('http://127.0.0.1:$port/metrics').then((r) => r.text()).then(console.log)"
      podman stop --time 60 metrics-metrics >/dev/null
      podman inspect --format 'status {{.State.ExitCode}}' metrics-metrics`,
      { env: { NODE: process.execPath, CHECKOUT: checkout, MANIFEST: podOf(daemonSet) } },
    );
    expect(err).toBe("");
    expect(out).toMatch(/^tsinit_zombies\{.*parent="sleep"\} 1$/m);
    expect(out).toMatch(/^tsinit_pids_current\{container="[0-9a-f]{64}",pod="[^"]*"\} \d+$/m);
    expect(out).toMatch(/^status 0$/m);
  });
});
