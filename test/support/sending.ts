/** The signals of Linux by number and name, as the kernel's own headers list them. */
const listed =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD " +
  "CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS";

export const names: readonly string[] = listed.split(" ");

export function numberOf(name: string): number {
  return names.indexOf(name) + 1;
}

const standard = names.map((name) => numberOf(name));
const realTime = Array.from({ length: 31 }, (_, index) => 34 + index);
const kept = ["KILL", "STOP", "CHLD"].map(numberOf);

/** All that an init can forward, with the stop signals and CONT, in the order of their numbers. */
export const forwardable = [...standard, ...realTime].filter((number) => !kept.includes(number));

/** Those whose default action ends a process. */
export const deadly = [...standard, ...realTime].filter((number) => {
  return !["CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "WINCH"]
    .map(numberOf)
    .includes(number);
});

/** Those by which a container is asked to end: with them a grace period begins. */
export const ENDING = [
  { name: "HUP", number: 1 },
  { name: "INT", number: 2 },
  { name: "QUIT", number: 3 },
  { name: "TERM", number: 15 },
  { name: "RTMIN+3", number: 37 },
] as const;
