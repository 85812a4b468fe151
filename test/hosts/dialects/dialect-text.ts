/** What two transcripts of the same run may differ in, taken out: PIDs, paths, versions, races. */
import type { Name } from "./dialect-safer.ts";

/** Where each program tells the PID of its child. */
const announcement: Record<Name, RegExp> = {
  tini: /Spawned child process '.*' with pid '(\d+)'/,
  "dumb-init": /Child spawned with PID (\d+)\./,
  catatonit: /pid1 \((\d+)\) spawned/,
};

const prefix = /^(\[\w+ +tini \(|[A-Z]+ \(catatonit:)\d+(?=\))/gm;
const told = /(pid1 \(|pid '|pid: '|pid=|PID |process )(\d+)(?=[)'. ]|$)/gm;

/** Names the PIDs in a text by role: the child, and the others in the order they appear. All that
 * was said is looked at first, because only one line tells which PID is the child's. */
export function processNamer(name: Name, all: string): (text: string) => string {
  const roles = new Map<string, string>();
  const child = announcement[name].exec(all)?.[1];
  if (child !== undefined) roles.set(child, "CHILD");
  let others = 0;
  const rename = (_: string, before: string, pid: string): string => {
    const role = roles.get(pid) ?? `OTHER${(others += 1)}`;
    roles.set(pid, role);
    return before + role;
  };
  return (text) => text.replace(prefix, "$1PID").replace(told, rename);
}

export function plainVersions(text: string): string {
  return text.replace(/(tini version |dumb-init v)\d+\.\d+\.\d+( - .*)?/g, "$1N");
}

/** An explanation of several lines is in words of our own: that it is one is the same. */
export function plainExplanations(text: string): string {
  const line = /^(Usage: -r option takes |[^\n]*dumb-init: -r takes )[^\n]*$/gm;
  return text.replace(line, "takes -r so");
}

/** Lines that the original prints by chance (a flushed buffer, an idle second) or that no dialect
 * of ours can need, by the name of the difference that explains them. */
const dropped: Record<Name, readonly RegExp[]> = {
  tini: [
    /^\[WARN {2}tini \(\w+\)\] Tini is not running as PID 1 /,
    /^Zombie processes will not be re-parented to Tini/,
    /^To fix the problem, use the -s option/,
    /tcsetpgrp failed: no (tty|such device) \(ok to proceed\)$/,
  ],
  "dumb-init": [],
  catatonit: [],
};

const once = [/Registered as child subreaper$/];
const notTwiceInARow = [/No child to reap$/];

/** What the child says before its exec; whether the PID in front is its own does not matter. */
const childSays: Record<Name, RegExp> = {
  tini: /^\[\w+ +tini \(PID\)\] (exec .* failed|setpgid failed|tcsetpgrp failed): /,
  "dumb-init": /^\[dumb-init\] (Unable to (attach|setsid)|setsid complete|.*: [A-Z][a-z])/,
  catatonit: /^[A-Z]+ \(catatonit:PID\): (using |setting |failed to (exec|create process))/,
};

const initSays: Record<Name, RegExp> = {
  tini: /^\[\w+ +tini \(PID\)\] /,
  "dumb-init": /^\[dumb-init\] /,
  catatonit: /^[A-Z]+ \(catatonit:PID\): /,
};

/** 0 for the init's own lines, 1 for the child's before its exec, 2 for all other output. */
function speaker(name: Name, line: string): number {
  if (!initSays[name].test(line)) return 2;
  return childSays[name].test(line) ? 1 : 0;
}

/** The text without the lines that do not count, before anything in it is named or numbered. */
export function counted(name: Name, text: string): string {
  return text
    .split("\n")
    .filter((line) => {
      return line !== "" && !dropped[name].some((pattern) => pattern.test(line));
    })
    .join("\n");
}

/** The lines by speaker: the two processes race, but each of them keeps its own order. */
export function settle(name: Name, text: string): string[] {
  const kept: string[] = [];
  for (const line of text.split("\n").filter((one) => one !== "")) {
    if (once.some((pattern) => pattern.test(line)) && kept.includes(line)) continue;
    if (notTwiceInARow.some((p) => p.test(line)) && kept.at(-1) === line) continue;
    kept.push(line);
  }
  return [0, 1, 2].flatMap((who) => kept.filter((line) => speaker(name, line) === who));
}

const whole = new RegExp(
  "^[A-Z]+ \\(catatonit:\\d+\\): (pid1 |using |setting |got |child process " +
    "|ignoring |failed |missing |forwarding |received |close_range|CATATONIT_LOG|self-check )",
);

/** catatonit writes a line in pieces, so two processes can tear each other's lines. */
export function torn(name: Name, text: string): boolean {
  if (name !== "catatonit") return false;
  return text.split("\n").some((line) => {
    const marks = line.match(/[A-Z]+ \(catatonit:\d+\): /g) ?? [];
    return marks.length > 1 || (marks.length === 1 && !whole.test(line)) || /^pid1 \(/.test(line);
  });
}
