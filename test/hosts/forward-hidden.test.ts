// --forward=all where /proc does not show all of the tree.
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as machine from './machine.ts';
import { describeHosts, initOf, probe, Run, scratch, signal } from './harness.ts';

const { met, suffix } = machine.both(machine.root, machine.pidNamespace);

describeHosts('--forward=all where /proc hides the child', (host) => {
  it.skipIf(!met)(`reaches it all the same${suffix}`, async () => {
    // A program that its user may run but not read is hidden from that user.
    const program = join(scratch(), 'program');
    copyFileSync(probe('record'), program);
    chmodSync(program, 0o711);
    const script = 'mount -t proc -o hidepid=2 proc /proc || exit 90; "$@"; exit $?';
    const started = new Run(['unshare', '--fork', '--pid', '--mount', '--kill-child', 'sh', '-c',
      script, 'sh', probe('prep'), 'uid=65534', '--', ...host.command, '--forward=all', '--',
      program, 'until=15:9']);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    for (const number of [10, 64, 15]) {
      signal(init, number);
      await started.line(new RegExp(`^got ${number} `, 'm'));
    }
    expect((await started.ended).status).toBe(9);
  });
});
