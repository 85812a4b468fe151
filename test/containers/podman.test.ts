/** tsinit under Podman: put into containers by its --init, and stopped by it. */
import { expect, it } from "vitest";
import { describePodman } from "./podman.ts";

describePodman("podman run --init", (scenario) => {
  it("starts the program as the only child of tsinit and ends with its status", async () => {
    const { status, out, err } = await scenario('run bare sh -c "ps -o pid,ppid,args; exit 5"');
    expect(out).toMatch(/^ +1 +0 \S*podman-init -- sh -c .*\n +\d+ +1 sh -c /m);
    expect({ status, err }).toEqual({ status: 5, err: "" });
  });

  it("leaves no zombie of 1000 orphans", async () => {
    // The last line of input keeps the maker alive until every orphan has gone.
    const { status, out } = await scenario(`
      mkfifo "$FOLDER/orders"
      run --name made --interactive bare /orphans 1000 <"$FOLDER/orders" >"$FOLDER/out" &
      exec 7>"$FOLDER/orders"
      echo >&7
      until grep -q '^made 1000' "$FOLDER/out"; do :; done
      until [ "$(podman exec made ps -o args | grep -c -v ' -o ')" = 3 ]; do :; done
      podman exec made ps -o stat,args | grep -v ' -o '
      exec 7>&-
      wait $!`);
    expect(out).toMatch(/^STAT COMMAND\nS +\S*podman-init.*\nS +\/orphans 1000\n$/);
    expect(status).toBe(0);
  });

  it("ends with status 143 at podman stop, which needs no kill", async () => {
    const { out } = await scenario(`
      run --name stopped --detach bare sleep 1000 >/dev/null
      until podman exec stopped ps -o args | grep -q '^sleep 1000$'; do :; done
      podman stop --time 60 stopped >/dev/null
      podman wait stopped`);
    expect(out).toBe("143\n");
  });

  it("is forwarded SIGHUP, SIGABRT and SIGRTMIN+3 by podman kill", async () => {
    const { out } = await scenario(`
      got() { until podman logs killed | grep -q "^$1"; do :; done; }
      run --name killed --detach bare /record until=37:6 >/dev/null
      got ready
      podman kill --signal HUP killed >/dev/null; got 'got 1 '
      podman kill --signal ABRT killed >/dev/null; got 'got 6 '
      podman kill --signal 37 killed >/dev/null
      podman wait killed
      podman logs killed`);
    expect(out.match(/^(\d+$|got \d+)/gm)).toEqual(["6", "got 1", "got 6", "got 37"]);
  });
});
