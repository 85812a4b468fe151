/**
 * The one list of what a host on a runtime cannot do as the static binary does: each with its
 * reason. The test that it names is run all the same, and must fail: an exception that has gone is
 * to be taken off the list.
 */
import { beforeEach, type TestContext } from "vitest";

export interface Exception {
  readonly hosts: readonly string[];
  /** The end of the test's title, its suites before it. */
  readonly title: RegExp;
  readonly reason: string;
}

const both = ["node", "bun"];

export const exceptions: readonly Exception[] = [
  {
    hosts: both,
    title: /the init holds no descriptor above 2$|not taken by anything that the init opens$/,
    reason: "A runtime keeps descriptors of its own (epoll, eventfd), and breaks without them.",
  },
  {
    hosts: ["bun"],
    title: /where \/proc is missing .*$|when \/proc (is an|cannot) .*$|stops the group then$/,
    reason: "Bun finds its own file, and what is in it, in /proc.",
  },
  {
    hosts: both,
    title: /of a new process is a failure before the start: 1$/,
    reason: "A runtime cannot start without threads.",
  },
  {
    hosts: ["node"],
    title: /of the signal mask is survived, or a failure before the start$/,
    reason: "Node gives up when it may not set its own mask.",
  },
  {
    hosts: both,
    title: /-p when the thread ends that started the init .* and not before$/,
    reason: "Signals 32 and 33, which tell a parent from its thread, are the C library's own.",
  },
  {
    hosts: both,
    title: /where there is no \/proc$/,
    reason: "A runtime is linked to a libc, which the empty root of that test does not have.",
  },
];

/**
 * What the dynamic linker and the runtimes themselves ask of the system may not be refused: they
 * break, before there is a tsinit. These calls are only refused to the static binary.
 */
const needed = ["openat", "close", "read", "rt_sigaction", "write", "fcntl", "lseek", "pipe2"];

/** Those of the calls that a host can do without, in faults as strace takes them. */
export function dispensable(host: { name: string }, faults: readonly string[]): string[] {
  return faults.filter((fault) => host.name === "static" || !needed.includes(fault.split(":")[0]!));
}

function titleOf(task: TestContext["task"]): string {
  const names = [task.name];
  for (let { suite } = task; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return names.join(" > ");
}

/** Turns the result of a test around when it is one that its host cannot pass. */
export function expectExceptions(): void {
  beforeEach(({ task }) => {
    const title = titleOf(task);
    const isOf = (host: string): boolean => title.includes(`('${host}')`);
    const isExpected = exceptions.some((one) => one.hosts.some(isOf) && one.title.test(title));
    if (isExpected) (task as { fails?: boolean }).fails = true;
  });
}
