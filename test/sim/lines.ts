/** Owns the invariants of what is said: one message a line, whole, in its format. */
import type { SimKernel } from "./kernel.ts";
import { nameOf } from "./numbers.ts";
import type { Wish } from "./wish.ts";
import type { Process } from "./world.ts";

const PLAIN = /^[^\x00-\x1f\x7f]+\n$/;
const TEXT = /^tsinit: (fatal|warning|info|debug|trace): /;

/** The message of a JSON line. */
function messageOf(line: string): string {
  const { msg } = JSON.parse(Buffer.from(line, "latin1").toString("utf8")) as { msg: string };
  return Buffer.from(msg).toString("latin1");
}

export function checkLines(kernel: SimKernel, wish: Wish): void {
  const lines = [...kernel.stderr, ...kernel.stdout.split(/(?<=\n)/)];
  for (const line of lines) {
    if (line === "") continue;
    let isFine = PLAIN.test(line) && line.length <= 1024;
    if (wish.json) isFine &&= PLAIN.test(`${messageOf(line)}\n`);
    else if (wish.dialect === "tsinit") isFine &&= TEXT.test(line);
    if (!isFine) throw new Error(`not a message: ${JSON.stringify(line)}`);
  }
}

/** `-w` names each orphan once, in the order of reaping; an unread stream shows fewer. */
export function checkOrphanLines(kernel: SimKernel, wish: Wish, orphans: readonly Process[]): void {
  if (kernel.wasBroken) return;
  const start = wish.json ? "" : "tsinit: warning: ";
  const lines = kernel.stderr
    .filter((line) => line.includes("reaped orphan "))
    .map((line) => (wish.json ? messageOf(line) : line.slice(0, -1)));
  if (lines.length !== orphans.length) {
    throw new Error(`${lines.length} of ${orphans.length} orphans were named`);
  }
  orphans.forEach(({ pid, status }, i) => {
    const signal = status & 0x7f;
    const end = signal ? `killed by ${nameOf(signal)}` : `exit status ${(status >> 8) & 0xff}`;
    const line = lines[i]!;
    if (!line.startsWith(`${start}reaped orphan ${pid}`) || !line.endsWith(`: ${end}`))
      throw new Error(`not so: ${line}`);
  });
}
