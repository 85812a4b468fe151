/** The simulated system keeps the rules of the real one that the core relies on. */
import { describe, expect, it } from "vitest";
import { CHLD, CONT, ECHILD, EPERM, ESRCH, KILL, STOP, TERM, TSTP, TTIN } from "./numbers.ts";
import { Random } from "./random.ts";
import type { Process } from "./world.ts";
import { World } from "./world.ts";

function made(): { world: World; child: Process; other: Process } {
  const world = new World(new Random(1));
  const child = world.fork(world.init, 0);
  return { world, child, other: world.fork(child.pid, child.group) };
}

function drain(world: World): number[] {
  const found: number[] = [];
  for (let info = world.pending.take(); info !== undefined; info = world.pending.take())
    found.push(info.signal);
  return found;
}

describe("pending signals", () => {
  it("below 32 they coalesce, with what was known of the first; from 32 on they queue", () => {
    const { world } = made();
    for (const sender of [5, 6, 7])
      for (const signal of [40, TERM, 33]) world.raise(signal, 0, sender);
    expect(world.pending.take()).toEqual({ signal: TERM, code: 0, sender: 5 });
    expect(drain(world)).toEqual([33, 33, 33, 40, 40, 40]);
    expect(world.pending.merged).toBe(2);
  });

  it("a continue discards pending stops, and a stop a pending continue", () => {
    const { world } = made();
    for (const signal of [TSTP, TTIN, TERM, CONT]) world.raise(signal, 0, 5);
    expect(drain(world)).toEqual([TERM, CONT]);
    for (const signal of [CONT, TSTP]) world.raise(signal, 0, 5);
    expect(drain(world)).toEqual([TSTP]);
  });

  it("many ends raise one SIGCHLD", () => {
    const { world } = made();
    for (let i = 0; i < 5; i++) world.end(world.fork(world.init, 0), 0);
    expect(drain(world)).toEqual([CHLD]);
  });
});

describe("processes", () => {
  it("an end makes a zombie that can be reaped once, and its children tsinit's", () => {
    const { world, child, other } = made();
    world.end(child, 3 << 8);
    expect(other.parent).toBe(world.init);
    expect(world.wait(-1)).toBe(child);
    expect(world.wait(-1)).toBe(0);
    expect(world.wait(child.pid)).toBe(-ECHILD);
    world.end(other, KILL);
    expect(world.wait(other.pid)).toBe(other);
    expect(world.wait(-1)).toBe(-ECHILD);
  });

  it("another's zombie is nobody else's to reap, until its parent ends too", () => {
    const { world, child, other } = made();
    world.end(other, 0);
    expect(drain(world)).toEqual([]);
    expect(world.wait(-1)).toBe(0);
    world.end(child, 0);
    expect(drain(world)).toEqual([CHLD]);
    expect([world.wait(-1), world.wait(-1)].sort()).toEqual([child, other].sort());
  });

  it("a stop is told once, and not at all when it is continued before", () => {
    const { world, child } = made();
    world.stop(child, TSTP);
    expect(world.peek(false)).toBeUndefined();
    expect(world.wait(-1)).toBe(child);
    expect(child.status).toBe((TSTP << 8) | 0x7f);
    expect(world.wait(-1)).toBe(0);
    world.resume(child);
    world.stop(child, STOP);
    world.resume(child);
    expect(world.wait(-1)).toBe(0);
    expect(drain(world)).toEqual([CHLD]);
  });

  it("a stopped process that is killed is a zombie and no news of a stop", () => {
    const { world, child } = made();
    world.stop(child, TSTP);
    expect(world.kill(child.pid, KILL)).toBe(0);
    expect(world.wait(-1)).toBe(child);
    expect(child.state).toBe("zombie");
    expect(world.wait(-1)).toBe(0);
  });
});

describe("kill", () => {
  it("reaches a process, a zombie, a group; or says ESRCH, EPERM", () => {
    const { world, child, other } = made();
    expect(world.kill(-child.pid, TERM)).toBe(0);
    expect([child.got, other.got]).toEqual([[TERM], [TERM]]);
    world.end(other, 0);
    expect(world.kill(other.pid, TERM)).toBe(0);
    expect(world.kill(999_999, 0)).toBe(-ESRCH);
    expect(world.kill(-999_999, TERM)).toBe(-ESRCH);
    child.protected = true;
    expect(world.kill(child.pid, TERM)).toBe(-EPERM);
    expect(world.kill(-child.pid, TERM)).toBe(0);
  });
});

describe("a tree and what is outside it", () => {
  it("an orphan in the tree is tsinit's, one outside is PID 1's", () => {
    const world = new World(new Random(1));
    world.init = 70;
    world.add(1, 0, "systemd");
    const [middle, outer] = [world.fork(70, 0), world.fork(1, 0)];
    const [inside, outside] = [world.fork(middle.pid, 0), world.fork(outer.pid, 0)];
    expect([inside.outside, outside.outside]).toEqual([false, true]);
    expect([world.isDescendant(inside), world.isDescendant(outside)]).toEqual([true, false]);
    for (const one of [middle, outer]) world.end(one, 0);
    expect([inside.parent, outside.parent]).toEqual([70, 1]);
    expect(world.isDescendant(inside)).toBe(true);
  });

  it("kill(-1) reaches all but PID 1", () => {
    const { world, child, other } = made();
    expect(world.kill(-1, TERM)).toBe(0);
    expect([child.got, other.got]).toEqual([[TERM], [TERM]]);
  });

  it("a stopped process dies of SIGTERM when it is continued, of SIGKILL at once", () => {
    const { world, child, other } = made();
    for (const one of [child, other]) {
      one.mortal = true;
      world.stop(one, STOP);
    }
    world.kill(other.pid, TERM);
    expect(other.state).toBe("stopped");
    world.kill(other.pid, CONT);
    expect([other.state, other.status]).toEqual(["zombie", TERM]);
    world.kill(child.pid, KILL);
    expect([child.state, child.status]).toEqual(["zombie", KILL]);
  });
});

describe("chance", () => {
  it("the same seed gives the same numbers, another seed others", () => {
    const numbers = (seed: number): number[] => {
      const random = new Random(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
  });

  it("its numbers are spread evenly", () => {
    const random = new Random(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[random.below(10)]!++;
    for (const count of counts) expect(count).toBeGreaterThan(850);
  });
});
