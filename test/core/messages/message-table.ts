/** Owns the list of all messages: what leads to each, its level, its text. */

import type { Setup } from "../../sim/scenario.ts";
import { orphanEnds, sends } from "../../sim/scenario.ts";
import { CONT, EAGAIN, ENOENT, EPERM, PIPE, TERM, TSTP } from "../../support/signals.ts";

export interface Message {
  readonly what: string;
  readonly level: number;
  readonly words?: readonly string[];
  readonly setup?: Setup;
  /** N stands for the child's PID, O for an orphan's. */
  readonly text: string;
}

const takesAway: Setup = {
  steps: [
    ({ world }, child) => {
      world.end(child, 0);
      world.wait(child.pid);
    },
  ],
};

const refuses = (method: string): Setup => ({
  pid: 70,
  steps: [sends(1)],
  prepare: (kernel) => {
    kernel.failures = [{ method, call: 1, errno: EPERM, forEver: true }];
  },
});

export const MESSAGES: readonly Message[] = [
  {
    what: "a wrong option",
    level: 0,
    words: ["-z"],
    text: "fatal: -z: no such option; see tsinit --help",
  },
  {
    what: "a wrong value",
    level: 0,
    words: ["-e300"],
    text: "fatal: -e 300: not an exit status; use 0 to 255; see tsinit --help",
  },
  {
    what: "a program not found",
    level: 0,
    setup: { prepare: (kernel) => void (kernel.spawnError = ENOENT) },
    text: 'fatal: cannot run "program": no such file in PATH',
  },
  {
    what: "no process to be had",
    level: 0,
    setup: {
      prepare: (kernel) => void Object.assign(kernel, { spawnError: EAGAIN, refused: true }),
    },
    text: "fatal: cannot start a process: resource temporarily unavailable",
  },
  {
    what: "a signal not forwarded",
    level: 1,
    setup: refuses("kill"),
    text: "warning: SIGHUP not forwarded to N: operation not permitted",
  },
  {
    what: "a signal not forwarded to the group",
    level: 1,
    words: ["-g"],
    setup: refuses("kill"),
    text: "warning: SIGHUP not forwarded to group N: operation not permitted",
  },
  {
    what: "an orphan, with -w",
    level: 1,
    words: ["-w"],
    setup: { steps: [orphanEnds("sleep", TERM)] },
    text: "warning: reaped orphan O (sleep): killed by SIGTERM",
  },
  {
    what: "an orphan whose name is not known, with -w",
    level: 1,
    words: ["-w"],
    setup: { ...refuses("open"), steps: [orphanEnds("sleep", 3 << 8)] },
    text: "warning: reaped orphan O: exit status 3",
  },
  {
    what: "no subreaper though asked for",
    level: 1,
    words: ["-s"],
    setup: refuses("becomeSubreaper"),
    text: "warning: cannot become the child subreaper: operation not permitted",
  },
  {
    what: "no parent-death signal",
    level: 1,
    words: ["-pTERM"],
    setup: refuses("setParentDeathSignal"),
    text: "warning: cannot set the parent-death signal: operation not permitted",
  },
  {
    what: "a status that is lost",
    level: 1,
    setup: takesAway,
    text: "warning: child N is gone: its status was not to be had",
  },
  {
    what: "no subreaper though nobody asked for it",
    level: 2,
    setup: refuses("becomeSubreaper"),
    text: "warning: cannot become the child subreaper: operation not permitted",
  },
  {
    what: "the subreaper",
    level: 3,
    setup: { pid: 70 },
    text: "debug: became the child subreaper",
  },
  { what: "the start", level: 2, text: 'info: started "program" as N' },
  { what: "the end", level: 2, text: "info: child N ended: exit status 7" },
  {
    what: "the end by a signal",
    level: 2,
    setup: { end: 40 },
    text: "info: child N ended: killed by SIGRTMIN+6",
  },
  {
    what: "an orphan",
    level: 3,
    setup: { steps: [orphanEnds("sleep", 9)] },
    text: "debug: reaped orphan O: killed by SIGKILL",
  },
  {
    what: "a signal forwarded",
    level: 3,
    setup: { steps: [sends(37)] },
    text: "debug: SIGRTMIN+3 forwarded to N",
  },
  {
    what: "a signal forwarded to the group",
    level: 3,
    words: ["-g"],
    setup: { steps: [sends(TERM)] },
    text: "debug: SIGTERM forwarded to group N",
  },
  {
    what: "a signal dropped by -r",
    level: 3,
    words: ["-rHUP:0"],
    setup: { steps: [sends(1)] },
    text: "debug: SIGHUP dropped: rewritten to 0",
  },
  {
    what: "a rewritten signal",
    level: 3,
    words: ["-rHUP:USR1"],
    setup: { steps: [sends(1)] },
    text: "debug: SIGUSR1 forwarded to N",
  },
  {
    what: "a reserved signal",
    level: 3,
    setup: { steps: [sends(32)] },
    text: "debug: SIG32 dropped: reserved",
  },
  {
    what: "the child's stop",
    level: 3,
    setup: { steps: [({ world }, child) => world.stop(child, TSTP), sends(CONT)] },
    text: "debug: child N stopped by SIGTSTP",
  },
  {
    what: "a signal taken",
    level: 4,
    setup: { steps: [sends(TERM, 4711)] },
    text: "trace: took SIGTERM from 4711",
  },
  {
    what: "a signal of another PID namespace",
    level: 4,
    setup: { steps: [sends(PIPE, 0)] },
    text: "trace: took SIGPIPE from 0",
  },
];
