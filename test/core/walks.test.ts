/** The walks through /proc to every descendant: what one misses, the next finds. */
import { expect, it } from "vitest";
import { CHILD_END, sends, tsinit } from "../sim/scenario.ts";
import type { Process } from "../sim/world.ts";

it("a walk that met the child alone is followed by one for what it has forked meanwhile", () => {
  let late: Process | undefined;
  const { status } = tsinit(["--forward=all", "program"], {
    pid: 70,
    steps: [sends(10), ({ world }, child) => world.end(child, CHILD_END)],
    prepare: (kernel) => {
      const kill = kernel.kill.bind(kernel);
      // Its number is below those that the walk has come to.
      kernel.kill = (target, signal) => {
        late ??= kernel.world.add(2, target, "late");
        return kill(target, signal);
      };
    },
  });
  expect([status, late?.got]).toEqual([7, [10]]);
});
