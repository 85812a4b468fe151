/** The recipes of the README for pods: each manifest is run as it is. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Result } from "../support/run.ts";
import { report, table } from "../support/zombies.ts";
import { describePodman, type Scenario } from "./podman.ts";
import { pause } from "./pods.ts";

/** Plays a manifest, whose pods have the pause that these words start, and then the script. */
async function play(
  scenario: Scenario,
  manifest: string,
  script: string,
  words = '["/tsinit","-P"]',
): Promise<Result> {
  const MANIFEST = fileURLToPath(new URL(manifest, import.meta.url));
  return await scenario(
    `${pause(words)}
    ready() { until podman logs "$1" | grep -q '^\\(ready\\|made\\)'; do :; done; }
    ${script}`,
    { env: { MANIFEST } },
  );
}

/** The image of tsinit alone, and one of a program that leaves 50 orphans, without tsinit in it. */
const images = `
  tar -C "$FOLDER/image" -c tsinit |
    podman import --quiet --change 'ENTRYPOINT ["/tsinit","--"]' - tsinit >/dev/null
  tar -C "$FOLDER/image" --exclude ./tsinit -c . |
    podman import --quiet --change 'CMD ["/orphans","now","50"]' - leaking >/dev/null`;

describePodman("any-image.yaml", (scenario) => {
  it("gives an image that has no init one, and its 50 zombies are none any more", async () => {
    const { status, out, err } = await play(
      scenario,
      "any-image.yaml",
      `${images}
      podman play kube "$MANIFEST" >/dev/null || exit 98
      podman exec any-image-before /tsinit --version 2>/dev/null && exit 97
      zombies() { podman exec "any-image-$1" /init/tsinit --zombies; }
      until zombies before | grep -q '^zombies: 50 '; do :; done
      until zombies after >/dev/null; do :; done
      zombies before
      echo "status $?"
      zombies after
      podman logs any-image-after`,
    );
    const [before, after] = out.split("status 1\n") as [string, string];
    expect(table(before)).toMatchObject({ total: 50, parents: "50 of orphans[1]" });
    expect(after).toMatch(/^zombies: 0; pids: .*\nready \d+\nmade 50\n$/);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });
});

describePodman("shared.yaml", (scenario) => {
  it("leaves no orphan to a pause that reaps none, and says nothing", async () => {
    const { status, out, err } = await play(
      scenario,
      "shared.yaml",
      `
      podman play kube "$MANIFEST" >/dev/null || exit 98
      ready shared-keeper; ready shared-reaper
      until podman exec shared-reaper /tsinit --zombies >/dev/null; do :; done
      podman exec shared-keeper ps -o pid,ppid,args
      podman logs shared-keeper; podman logs shared-reaper`,
      '["/bin/sleep","1000"]',
    );
    const [, orphan] = /^orphan (\d+)$/m.exec(out) as RegExpExecArray;
    const [, parent] = new RegExp(`^ *${orphan} +(\\d+) /record`, "m").exec(out) as RegExpExecArray;
    expect(out).toMatch(new RegExp(`^ *${parent} +0 /tsinit -- /record orphan$`, "m"));
    expect(out).toMatch(/^ *1 +0 \/bin\/sleep 1000$/m);
    expect(out).toContain("\nmade 50\n");
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });
});

describePodman("probe.yaml", (scenario) => {
  it("finds the container with the init well, and the one without ill", async () => {
    // Podman would have systemd repeat it, and says so where there is none.
    const { out } = await play(
      scenario,
      "probe.yaml",
      `
      podman play kube "$MANIFEST" >/dev/null 2>&1 || exit 98
      ready probe-well; ready probe-ill
      until podman healthcheck run probe-well >/dev/null; do :; done
      until podman exec probe-ill /tsinit --zombies | grep -q '^zombies: 50 '; do :; done
      podman healthcheck run probe-well; echo "well $?"
      podman healthcheck run probe-ill >/dev/null; echo "ill $?"
      podman inspect --format '{{.Config.Healthcheck.Test}}' probe-ill`,
    );
    expect(out).toMatch(/^well 0\nill 1\n\[CMD.* \/tsinit --zombies\b.*\n$/);
  });
});

describePodman("stop.yaml", (scenario) => {
  it("ends by the grace period of tsinit, before that of Kubernetes is over", async () => {
    // Podman knows nothing of preStop and the grace period: they are kept as the kubelet would.
    const { status, out, err } = await play(
      scenario,
      "stop.yaml",
      `
      podman play kube "$MANIFEST" >/dev/null || exit 98
      ready stop-server
      limit=$(sed -n 's/.*terminationGracePeriodSeconds: //p' "$MANIFEST")
      before=$(sed -n '/preStop/,/command/s/.*command: //p' "$MANIFEST" | tr -d '[],"')
      podman exec stop-server $before || exit 97
      echo "$before, then $((limit -= \${before##* })) s"
      podman stop --time "$limit" stop-server
      podman inspect --format '{{.State.ExitCode}}' stop-server
      podman logs stop-server`,
    );
    expect(out).toBe("/bin/sleep 2, then 13 s\nstop-server\n137\nready\n");
    expect(err).toBe("tsinit: warning: grace period over: SIGKILL to all\n");
    expect(status).toBe(0);
  });
});

describePodman("zombies of a pod", (scenario) => {
  it("are found from the node, with their parent, container and pod", async () => {
    const { out, err } = await play(
      scenario,
      "any-image.yaml",
      `${images}
      podman play kube "$MANIFEST" >/dev/null || exit 98
      until "$INIT" --zombies | grep -q ' 50 of orphans\\|(50 of orphans'; do :; done
      podman ps --quiet --filter name=any-image-before
      podman ps --quiet --no-trunc --filter name=any-image-before
      podman pod ps --quiet --no-trunc
      "$INIT" --zombies --json
      echo
      "$INIT" --zombies`,
    );
    const [short, long, pod, ...rest] = out.split("\n");
    const [json, plain] = rest.join("\n").split("\n\n") as [string, string];
    const ours = report(`${json}\n`).zombies.filter(({ container }) => container === long);
    expect(ours).toHaveLength(50);
    expect(new Set(ours.map(({ parent, command }) => `${parent} ${command}`))).toEqual(
      new Set(["orphans orphans"]),
    );
    expect(new Set(ours.map((zombie) => zombie.pod))).toEqual(new Set([pod]));
    const { rows, parents } = table(plain);
    expect(rows.filter(({ container }) => container === short)).toHaveLength(50);
    expect(rows.filter((row) => row.pod === pod?.slice(0, 12))).toHaveLength(50);
    expect(parents).toContain(`50 of orphans[${ours[0]?.ppid}]`);
    expect(err).toBe("");
  });
});
