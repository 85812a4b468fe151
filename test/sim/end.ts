/** Owns the invariants of the end: the status is the child's, and what had to be done is done. */
import type { SimKernel } from "./kernel.ts";
import type { Wish } from "./wish.ts";

/** 0 to 255, or 128+n when signal n killed it (wait(2)). */
export function shellStatus(waitStatus: number): number {
  const signal = waitStatus & 0x7f;
  return signal === 0 ? (waitStatus >> 8) & 0xff : 128 + signal;
}

export function checkEnd(kernel: SimKernel, wish: Wish, status: number): void {
  const { child, world, openFiles } = kernel;
  let wanted = 0;
  if (!wish.pause) {
    if (child === null || child.state !== "zombie")
      throw new Error("the core ended while the child lives");
    if (world.processes.has(child.pid))
      throw new Error("the core ended without the child's status");
    if (wish.onExit !== "leave" && world.hasChildren())
      throw new Error("the core left a descendant");
    const own = shellStatus(child.status);
    wanted = wish.remaps.get(own) ?? own;
  }
  if (status !== wanted) throw new Error(`the exit status is ${status}, not ${wanted}`);
  if (openFiles !== 0) throw new Error(`${openFiles} descriptors were left open`);
  for (const { outside, pid, got } of world.processes.values()) {
    if (outside && got.length > 0) throw new Error(`${pid} is outside the tree and got ${got}`);
  }
}
