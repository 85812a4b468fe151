/** Owns what can happen in a simulated world by chance: each function is one kind of event. */
import type { SimKernel } from "./kernel.ts";
import {
  CHLD,
  CONT,
  FAULTS,
  KILL,
  LAST_SIGNAL,
  PIPE,
  STOP,
  TSTP,
  TTIN,
  TTOU,
  XFSZ,
} from "./numbers.ts";
import { COMMANDS, parentOf, randomEnd, sender, someone } from "./people.ts";

type Event = (kernel: SimKernel) => void;

/** Somebody sends any signal that can be sent to an init. */
function signal(kernel: SimKernel): void {
  const { random } = kernel.world;
  let number = 1 + random.below(LAST_SIGNAL);
  while (number === KILL || number === STOP) number = 1 + random.below(LAST_SIGNAL);
  const code = random.pick([0, 0, 0, -1, -6]);
  const times = random.oneIn(4) ? 1 + random.below(5) : 1;
  for (let i = 0; i < times; i++) kernel.world.raise(number, code, sender(kernel));
}

/** A parent ends and leaves many children, some of them zombies already. */
function flood(kernel: SimKernel): void {
  const { world } = kernel;
  const above = parentOf(kernel);
  if (above === undefined) return;
  const parent = world.fork(above.pid, above.group, world.random.pick(COMMANDS));
  const isCrowded = world.processes.size > 60;
  const size = world.random.oneIn(12) && !isCrowded ? 200 : 12;
  for (let left = 1 + world.random.below(size); left > 0; left--) {
    const orphan = world.fork(parent.pid, parent.group, world.random.pick(COMMANDS));
    if (world.random.oneIn(2)) world.end(orphan, randomEnd(kernel));
  }
  world.end(parent, 0);
  if (world.random.oneIn(2)) world.collect(parent);
}

function fork(kernel: SimKernel): void {
  const { random } = kernel.world;
  const parent = random.oneIn(2) ? someone(kernel) : parentOf(kernel);
  if (parent === undefined) return;
  const made = kernel.world.fork(parent.pid, parent.group, random.pick(COMMANDS));
  made.mortal = random.oneIn(3);
  made.slow = random.oneIn(6);
  made.protected = random.oneIn(15);
}

/** As daemon(3): a child that leads its own session outlives its parent. */
function daemonise(kernel: SimKernel): void {
  const { world } = kernel;
  const above = parentOf(kernel);
  if (above === undefined) return;
  const middle = world.fork(above.pid, 0, "middle");
  world.fork(middle.pid, 0, "daemon").mortal = world.random.oneIn(2);
  world.end(middle, 0);
  world.collect(middle);
}

function end(kernel: SimKernel): void {
  const process = someone(kernel);
  if (process === undefined) return;
  kernel.world.end(process, randomEnd(kernel));
  const parent = kernel.world.processes.get(process.parent);
  if (parent !== undefined && kernel.world.random.oneIn(2)) kernel.world.collect(process);
}

function stopOther(kernel: SimKernel): void {
  const process = someone(kernel);
  if (process !== undefined) kernel.world.stop(process, kernel.world.random.pick([STOP, TSTP]));
}

function resumeOther(kernel: SimKernel): void {
  const process = someone(kernel);
  if (process !== undefined) kernel.world.resume(process);
}

function stopChild(kernel: SimKernel): void {
  kernel.world.stop(kernel.child!, kernel.world.random.pick([STOP, TSTP, TSTP, TTIN, TTOU]));
}

function resumeChild(kernel: SimKernel): void {
  kernel.world.resume(kernel.child!);
}

function endChild(kernel: SimKernel): void {
  const { child, world } = kernel;
  if (world.random.oneIn(6) && child!.state === "running") world.end(child!, randomEnd(kernel));
}

/** What tsinit's own writing raises: the kernel names the writer as sender. */
function ownWriting(kernel: SimKernel): void {
  kernel.world.raise(kernel.world.random.pick([PIPE, XFSZ]), 0, kernel.world.init);
}

function breakStderr(kernel: SimKernel): void {
  kernel.brokenStderr = !kernel.brokenStderr;
}

function fault(kernel: SimKernel): void {
  const { random } = kernel.world;
  kernel.world.raise(random.pick(FAULTS), random.pick([1, 2, 0x80]), 0);
}

function resumeInit(kernel: SimKernel): void {
  kernel.world.raise(CONT, 0, sender(kernel));
}

/** Somebody sends SIGCHLD though no child has news. */
function falseAlarm(kernel: SimKernel): void {
  kernel.world.raise(CHLD, 0, sender(kernel));
}

function moveForeground(kernel: SimKernel): void {
  const { world } = kernel;
  if (world.foreground === null) return;
  world.foreground = world.random.pick([world.initGroup, kernel.child?.pid ?? 1, 50_000]);
}

const EVENTS: readonly Event[] = [
  signal,
  signal,
  signal,
  signal,
  signal,
  signal,
  flood,
  flood,
  fork,
  fork,
  daemonise,
  end,
  end,
  end,
  stopOther,
  resumeOther,
  stopChild,
  stopChild,
  resumeChild,
  resumeInit,
  resumeInit,
  endChild,
  ownWriting,
  breakStderr,
  fault,
  falseAlarm,
  moveForeground,
];

/** What happens where there is no child, or none any more. */
const LATE_EVENTS: readonly Event[] = [
  signal,
  signal,
  end,
  end,
  fork,
  flood,
  daemonise,
  stopOther,
  resumeOther,
  resumeInit,
  ownWriting,
  breakStderr,
  fault,
  falseAlarm,
];

export function happen(kernel: SimKernel): void {
  const { child, world } = kernel;
  const lives = child !== null && child.state !== "zombie";
  world.random.pick(lives ? EVENTS : LATE_EVENTS)(kernel);
}
