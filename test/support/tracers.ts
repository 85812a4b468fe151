/** Owns the words that start a tracer before a command: what it writes down, what it refuses. */

/** A tracer that writes what it sees to `log`; each expression is one of strace's `-e`. */
export function tracer(log: string, ...expressions: string[]): string[] {
  return ["strace", "-qq", "-o", log, ...expressions.flatMap((one) => ["-e", one])];
}

/** A tracer that puts faults, as strace injects them, into the system calls of the init alone. */
export function faulty(...faults: string[]): string[] {
  const calls = faults.map((fault) => fault.split(":")[0]).join(",");
  return tracer("/dev/null", `trace=${calls}`, ...faults.map((fault) => `inject=${fault}`));
}
