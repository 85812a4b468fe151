/** --forward=all where /proc does not show all of the tree. */
import { chmodSync, copyFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeHosts, initOf, probe, Run, scratch, signal } from "../support/harness.ts";
import { NOBODY, underHiddenProc } from "../support/hidden-proc.ts";
import * as machine from "../support/machine.ts";
import { pathOf } from "../support/machine.ts";

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

describeHosts("--forward=all where /proc hides the child", (host) => {
  it.skipIf(!met)(`reaches it all the same${suffix}`, async () => {
    // A program that its user may run but not read is hidden from that user.
    const program = join(scratch(), "program");
    copyFileSync(probe("record"), program);
    chmodSync(program, 0o711);
    const command = [...host.command, "--forward=all", "--", program, "until=15:9"];
    const started = new Run(underHiddenProc("hidepid=2", NOBODY, command));
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    for (const number of [10, 64, 15]) {
      signal(init, number);
      await started.line(new RegExp(`^got ${number} `, "m"));
    }
    expect((await started.ended).status).toBe(9);
  });
});

/** PIDFD_GET_INFO, which tells the parent of a hidden process (Linux 6.13). */
const [major = 0, minor = 0] = release().split(".").map(Number);
const tells = major > 6 || (major === 6 && minor >= 13);
const reason = tells ? suffix : " (skipped: the kernel is older than 6.13)";

describeHosts("--forward=all where /proc hides a process below the child", (host) => {
  it.skipIf(!met || !tells)(`reaches what is below that one${reason}`, async () => {
    const shell = join(scratch(), "shell");
    copyFileSync(pathOf("sh")!, shell);
    chmodSync(shell, 0o711);
    const below = `${shell} -c '"$0" until=15:9 & trap : TERM; wait; wait' ${probe("record")}`;
    const command = [
      ...host.command,
      "--forward=all",
      "--",
      "sh",
      "-c",
      `trap : TERM USR1; ${below} & wait; wait; wait`,
    ];
    const started = new Run(underHiddenProc("hidepid=2", NOBODY, command));
    await started.line(/^ready/m);
    signal(await initOf(started, host), 15);
    await started.line(/^got 15 /m);
    await started.ended;
  });
});
