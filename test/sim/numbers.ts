/** Owns Linux's numbers, written down once more: the core's own are under test. */

export const EPERM = 1;
export const ENOENT = 2;
export const ESRCH = 3;
export const EINTR = 4;
export const EIO = 5;
export const ENXIO = 6;
export const E2BIG = 7;
export const ENOEXEC = 8;
export const EBADF = 9;
export const ECHILD = 10;
export const EAGAIN = 11;
export const ENOMEM = 12;
export const EACCES = 13;
export const EFAULT = 14;
export const EBUSY = 16;
export const EEXIST = 17;
export const EXDEV = 18;
export const ENODEV = 19;
export const ENOTDIR = 20;
export const EISDIR = 21;
export const EINVAL = 22;
export const ENFILE = 23;
export const EMFILE = 24;
export const ENOTTY = 25;
export const ETXTBSY = 26;
export const EFBIG = 27;
export const ENOSPC = 28;
export const EROFS = 30;
export const EMLINK = 31;
export const EPIPE = 32;
export const ENAMETOOLONG = 36;
export const ENOSYS = 38;
export const ENOTEMPTY = 39;
export const ELOOP = 40;
export const EOVERFLOW = 75;
export const EOPNOTSUPP = 95;
export const ESTALE = 116;
export const EDQUOT = 122;

export const HUP = 1;
export const INT = 2;
export const QUIT = 3;
export const KILL = 9;
export const PIPE = 13;
export const TERM = 15;
export const CHLD = 17;
export const CONT = 18;
export const STOP = 19;
export const TSTP = 20;
export const TTIN = 21;
export const TTOU = 22;
export const XFSZ = 25;
export const LAST_SIGNAL = 64;

/** The lowest signal that queues: the kernel's real-time signals begin below libc's (signal(7)). */
export const FIRST_QUEUED = 32;

/** The names of 1 to 31, as `kill -l` prints them. */
export const NAMES = [
  "HUP",
  "INT",
  "QUIT",
  "ILL",
  "TRAP",
  "ABRT",
  "BUS",
  "FPE",
  "KILL",
  "USR1",
  "SEGV",
  "USR2",
  "PIPE",
  "ALRM",
  "TERM",
  "STKFLT",
  "CHLD",
  "CONT",
  "STOP",
  "TSTP",
  "TTIN",
  "TTOU",
  "URG",
  "XCPU",
  "XFSZ",
  "VTALRM",
  "PROF",
  "WINCH",
  "IO",
  "PWR",
  "SYS",
];

/** As messages name it: SIGTERM, SIGRTMIN+3. */
export function nameOf(signal: number): string {
  return signal < 34 ? `SIG${NAMES[signal - 1] ?? signal}` : `SIGRTMIN+${signal - 34}`;
}

/** The signals that the core forwards when a process sent them. */
export const FORWARDABLE = [...Array(LAST_SIGNAL + 1).keys()].filter(
  (signal) => signal > 0 && ![KILL, STOP, CHLD, 32, 33].includes(signal),
);

/** What asks a program to stop: SIGRTMIN+3 is systemd's. */
export const STOP_SIGNALS = [HUP, INT, QUIT, TERM, 37];

/** The signals that the processor raises for a fault of tsinit's own when si_code is above 0. */
export const FAULTS = [4, 5, 6, 7, 8, 11, 31];

export function isTerminalStop(signal: number): boolean {
  return signal >= TSTP && signal <= TTOU;
}
