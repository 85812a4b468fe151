/** Owns who takes part in what happens by chance: senders, parents, names, and how one ends. */
import type { SimKernel } from "./kernel.ts";
import { LAST_SIGNAL, STOP } from "./numbers.ts";
import type { Process } from "./world.ts";

export const COMMANDS = [
  "sh",
  "sleep",
  "a b",
  "x)(y",
  "fifteen letters",
  'q"uote\\',
  "bell\x07\x1b[1m",
  "",
  "\xff",
];
const ENDS = [0, 1, 2, 77, 126, 127, 128, 129, 143, 254, 255];

export function randomEnd(kernel: SimKernel): number {
  const { random } = kernel.world;
  if (random.oneIn(2)) return (random.oneIn(2) ? random.pick(ENDS) : random.below(256)) << 8;
  let signal = 1 + random.below(LAST_SIGNAL);
  while (signal === STOP) signal = 1 + random.below(LAST_SIGNAL);
  return signal | (random.oneIn(3) ? 0x80 : 0);
}

/** Some process but the child and PID 1, inside tsinit's tree or not, that has not ended. */
export function someone(kernel: SimKernel): Process | undefined {
  const list = [...kernel.world.processes.values()];
  const found = list.filter(
    (one) => one.state !== "zombie" && one !== kernel.child && one.pid !== 1,
  );
  return found.length === 0 ? undefined : kernel.world.random.pick(found);
}

/** A parent for what is new: the child while it lives, or somebody else in the tree. */
export function parentOf(kernel: SimKernel): { pid: number; group: number } | undefined {
  const { child, world } = kernel;
  if (child !== null && child.state !== "zombie") return child;
  const found = someone(kernel);
  if (found !== undefined && !found.outside) return found;
  return child === null ? { pid: world.init, group: 0 } : undefined;
}

export function sender(kernel: SimKernel): number {
  const { random } = kernel.world;
  if (random.oneIn(3)) return 0;
  return kernel.child !== null && random.oneIn(2) ? kernel.child.pid : 40_000 + random.below(100);
}

/** Processes that were there before: PID 1, siblings of tsinit, and their children. */
export function populate(kernel: SimKernel): void {
  const { world } = kernel;
  if (world.init === 1) return;
  world.add(1, 0, "systemd");
  if (world.parent > 1) world.add(world.parent, 1, "containerd");
  for (let many = world.random.below(6); many > 0; many--) {
    const parent = world.random.pick([...world.processes.keys()]);
    const liar = `a) S ${world.init} (`;
    const one = world.fork(parent, 0, world.random.pick([...COMMANDS, liar, liar]));
    one.mortal = world.random.oneIn(2);
  }
}
