/** The intended differences between a dialect and its original, each with its reason. */
import { faults, numberOf } from "./dialect-numbers.ts";

export type Name = "tini" | "dumb-init" | "catatonit";

export interface Difference {
  readonly names: readonly Name[];
  readonly original: string;
  readonly reason: string;
}

export const SAFER = {
  faults: {
    names: ["tini", "catatonit"],
    original: "dies of SEGV, BUS, FPE, ILL, TRAP, SYS and ABRT that another process sent to it",
    reason: "what a process sends belongs to the child; only a true fault of the init is its own",
  },
  terminalStops: {
    names: ["tini", "catatonit"],
    original: "takes TTIN and TTOU (catatonit TSTP too) and forwards them to nobody",
    reason: "no signal that a process sends is lost",
  },
  subreaper: {
    names: ["tini", "dumb-init"],
    original: "reaps no orphans unless it is PID 1 or was asked to; tini warns in three lines",
    reason: "every orphan is reaped everywhere, so there is nothing to warn of",
  },
  mask: {
    names: ["dumb-init", "catatonit"],
    original: "empties the mask (dumb-init), or leaves TSTP, TTIN and TTOU blocked (catatonit)",
    reason: "the child starts with exactly the mask of the caller",
  },
  dispositions: {
    names: ["dumb-init"],
    original: "makes the child forget which signals the caller ignores",
    reason: "the child starts with exactly the dispositions of the caller, as under nohup",
  },
  childSignalIgnored: {
    names: ["tini", "catatonit"],
    original: "hangs (tini) or refuses to start (catatonit) when SIGCHLD is ignored",
    reason: "the status of the child is reported all the same",
  },
  refusals: {
    names: ["tini", "catatonit"],
    original: "ends, and with it the container, when setpgid, prctl or a forwarded kill is refused",
    reason: "an init never dies of its work: EPERM while forwarding is a warning",
  },
  descriptors: {
    names: ["tini", "dumb-init"],
    original: "keeps every descriptor above 2 open",
    reason: "an init holds nothing: pipes and sockets of the caller close when the child ends",
  },
  workingDirectory: {
    names: ["tini", "catatonit"],
    original: "stays in its working directory",
    reason: "an init holds no file system busy",
  },
  permutation: {
    names: ["tini", "catatonit"],
    original: "takes option words from behind the program, unless -- or POSIXLY_CORRECT stops it",
    reason: "all that follows the program is the program's",
  },
  ownGroup: {
    names: ["dumb-init"],
    original: "leaves the child of -c in its own process group",
    reason: "a terminal's signals reach the child once, and a stop of the init stops no caller",
  },
  strictNumbers: {
    names: ["tini", "dumb-init"],
    original: "reads numbers with blanks, signs, or a tail, no number as 0, too large ones wrapped",
    reason: "bad input gets one clear line and nothing is started",
  },
  signalWords: {
    names: ["tini", "dumb-init"],
    original: "takes 28 names for -p and no number (tini), or numbers and no name (dumb-init)",
    reason: "a signal is written alike in every dialect; what the original takes stays valid",
  },
  listenPid: {
    names: ["tini", "dumb-init"],
    original: "leaves a LISTEN_PID that names it as it is",
    reason: "socket activation works under an init",
  },
  idleLines: {
    names: ["tini"],
    original: 'wakes up each second and says so with -vvv; says "Registered" twice when exec fails',
    reason: "an init sleeps; the doubled line is a buffer that two processes flush",
  },
  jobControl: {
    names: ["tini", "catatonit"],
    original: "goes on when Ctrl-Z has stopped the child; that of catatonit cannot even be stopped",
    reason: "the shell above gets its prompt back, and fg and bg work on the whole",
  },
} as const satisfies Record<string, Difference>;

/** The signals that the original keeps from the child and tsinit does not. */
export function savedSignals(name: Name): readonly number[] {
  if (name === "dumb-init") return [];
  const stops = name === "tini" ? ["TTIN", "TTOU"] : ["TSTP", "TTIN", "TTOU"];
  return [...faults, ...stops.map(numberOf)];
}
