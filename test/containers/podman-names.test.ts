/** tsinit in catatonit's place under Podman, by each way there is, and beside catatonit itself. */
import { expect, it } from "vitest";
import { pathOf } from "../support/machine.ts";
import * as needs from "./needs.ts";
import { describePodman, type Scenario } from "./podman.ts";

/** Each way ends in a command "start", which is `podman run` with the init in its place. */
const ways = [
  ["--init-path with a copy named catatonit", "catatonit", 'start() { run "$@"; }'],
  ["--init-path with a copy named podman-init", "podman-init", 'start() { run "$@"; }'],
  [
    "init_path of containers.conf",
    "catatonit",
    `
    printf 'init_path = "%s"\\n' "$INIT" >>"$CONTAINERS_CONF"
    start() { plain "$@"; }`,
  ],
] as const;

function replaces(scenario: Scenario): void {
  it.each(ways)(
    "is the very PID 1 with %s: reaps, forwards, ends as its child",
    async (_, named, way) => {
      const { status, out, err } = await scenario(
        `${way}
      got() { until podman logs one 2>&1 | grep -q "^$1"; do :; done; }
      start --name one --detach --volume "$INIT:/copy:ro" bare sh -c '
        busybox cmp /proc/1/exe /copy && ps -o pid,ppid,args
        for i in 1 2 3 4 5 6 7 8 9 10; do sh -c "sleep 0 & sleep .1 &"; done
        exec /record until=37:4' >/dev/null
      got ready
      seen() { podman exec one ps -o stat,comm | grep -v ' ps$'; }
      until [ "$(seen | wc -l)" = 3 ]; do :; done
      seen
      podman kill --signal HUP one >/dev/null; got 'got 1 '
      podman kill --signal TERM one >/dev/null; got 'got 15 '
      podman kill --signal 37 one >/dev/null
      podman wait one
      podman logs one`,
        { named },
      );
      expect({ status, err }).toEqual({ status: 0, err: "" });
      expect(out).toMatch(/^STAT COMMAND\nS +podman-init\nS +record\n4\n/);
      expect(out).toMatch(/^ +1 +0 \/run\/podman-init -- sh -c/m);
      expect(out.match(/^(got \d+|ready)/gm)).toEqual(["ready", "got 1", "got 15", "got 37"]);
    },
  );
}

/** What a caller of `podman run --init` can tell: the status and each line, PIDs aside. */
const visible = `
  told() {
    "$@" >"$FOLDER/told" 2>&1; echo "$?"
    sed 's/(catatonit:[0-9]*)/(catatonit)/' "$FOLDER/told"
  }
  told run bare sh -c 'echo out; exit 42'
  told run bare sh -c 'kill -KILL $$'
  told run bare no-such-program
  told run bare /plain
  run --name stopped --detach bare sh -c 'trap "sleep .1; exit 9" TERM; echo ready;
    while :; do sleep .1; done' >/dev/null
  until podman logs stopped | grep -q ready; do :; done
  podman stop --time 60 stopped >/dev/null
  podman wait stopped`;

describePodman("podman run --init with tsinit in the place of catatonit", replaces);

describePodman(
  "podman run --init beside catatonit",
  (scenario) => {
    it("has the same statuses and lines: of the program, of a failed exec, of a stop", async () => {
      const original = await scenario(visible, { init: pathOf("catatonit") ?? "" });
      expect(original.out).toMatch(/^42\nout\n137\n1\nERROR \(catatonit\): /);
      expect(original.out).toMatch(/\n9\n$/);
      expect(await scenario(visible, { named: "catatonit" })).toEqual(original);
    });
  },
  needs.beside("catatonit", needs.podman),
);
