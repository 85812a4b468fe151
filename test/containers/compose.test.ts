/**
 * The init for every container: "init: true" of a compose file, and the same in the daemon's own.
 */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeDocker } from "./docker.ts";
import * as needs from "./needs.ts";

describeDocker(
  "compose.yaml",
  (docker) => {
    const compose = (...words: string[]): string[] => {
      const file = fileURLToPath(new URL("compose.yaml", import.meta.url));
      return ["docker-compose", "--project-name", "test", "--file", file, ...words];
    };

    it("runs a service under tsinit, which reaps all that it leaves", async () => {
      await docker.finish(compose("up", "--detach"));
      await docker.settles("test_app_1", 2);
      const { out } = await docker.run(["exec", "test_app_1", "/tsinit", "--zombies"]);
      expect(out).toMatch(/^zombies: 0; /);
      expect(await docker.processes("test_app_1")).toEqual([
        expect.stringMatching(/^S +\/sbin\/docker-init -- \/orphans now 50$/),
        expect.stringMatching(/^S +\/orphans now 50$/),
      ]);
      await docker.finish(compose("down"));
    });

    it("gives tsinit the options of the environment", async () => {
      const words = compose(
        "run",
        "--rm",
        "-e",
        "TSINIT_OPTIONS=-e 3",
        "app",
        "sh",
        "-c",
        "exit 3",
      );
      expect((await docker.begin(words).ended).status).toBe(0);
    });
  },
  needs.compose,
);

describeDocker(
  '"init": true beside the init-path in daemon.json',
  (docker) => {
    it("runs a container under tsinit that does not ask for it", async () => {
      const { name, run } = docker.container(["bare", "/orphans", "now", "50"]);
      await run.line(/^made 50$/m);
      await docker.settles(name, 2);
      expect((await docker.processes(name))[0]).toMatch(
        / \/sbin\/docker-init -- \/orphans now 50$/,
      );
    });

    it("leaves one alone that says no", async () => {
      const { out } = await docker.result("--init=false", "bare", "ps", "-o", "pid,args");
      expect(out).toMatch(/^ +1 ps -o pid,args\n$/m);
    });
  },
  needs.docker,
  { everywhere: true },
);
