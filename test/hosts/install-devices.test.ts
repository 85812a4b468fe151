/** --install where something stands that is no file: it is never replaced, nor opened. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, type Result, Run, run, scratch, until } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import * as proc from "../support/proc.ts";
import { refusal } from "./install-refusal.ts";

describeCore("--install replaces no", (host) => {
  const special = (place: string): Result => {
    return refusal(place, "a device, FIFO or socket is there");
  };

  it("FIFO, and does not wake who waits at it", async () => {
    const folder = scratch();
    const path = join(folder, "tsinit");
    execFileSync("mkfifo", [path]);
    const waiting = new Run(["sh", "-c", 'echo ready; echo woken >"$0"; echo gone on', path]);
    await waiting.line(/^ready$/m);
    await until(() => proc.state(waiting.pid) === "S", "it to wait");
    for (const place of [path, folder]) {
      expect(await run(host, ["--install", place])).toEqual(special(place));
    }
    expect([lstatSync(path).isFIFO(), readdirSync(folder)]).toEqual([true, ["tsinit"]]);
    expect(waiting.out).toBe("ready\n");
    expect(readFileSync(path, "utf8")).toBe("woken\n");
  });

  it("socket", async () => {
    const path = join(scratch(), "socket");
    const server = createServer().listen(path);
    await once(server, "listening");
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect(lstatSync(path).isSocket()).toBe(true);
    server.close();
  });

  it("link to a device, a terminal or a pipe, as /dev/stdout is one", async () => {
    const path = join(scratch(), "null");
    symlinkSync("/dev/null", path);
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect(readlinkSync(path)).toBe("/dev/null");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(await run(host, ["--install", "/proc/self/fd/1"])).toEqual(special("/proc/self/fd/1"));
  });

  const { met, suffix } = machine.root;
  it.skipIf(!met)(`device${suffix}`, async () => {
    const path = join(scratch(), "null");
    execFileSync("mknod", [path, "c", "1", "3"]);
    expect(await run(host, ["--install", path])).toEqual(special(path));
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
  });
});
