/** Owns the malformed options: the words, and what is said of them. */

const NO_OPTION = "no such option";
const NO_VALUE = "needs a value";
const TAKES_NONE = "takes no value";
const NO_SIGNAL = "no such signal; use a name such as SIGTERM, or a number";
const NO_PAIR = "not FROM:TO; use two signals, names or numbers, with TO 0 to drop";
const NEVER = "SIGKILL, SIGSTOP and SIGCHLD are never forwarded";
const NO_STATUS = "not an exit status; use 0 to 255";
const NO_TARGET = "no such target; use child, group or all";

/** The words, what the line says of them, and why. */
export type Row = readonly [words: readonly string[], what: string, cause: string];

export const UNKNOWN: Row[] = [
  [["-z"], "-z", NO_OPTION],
  [["-sz"], "-z", NO_OPTION],
  [["-z", "program"], "-z", NO_OPTION],
  [["-0"], "-0", NO_OPTION],
  [["-=x"], "-=", NO_OPTION],
  [["- "], "- ", NO_OPTION],
  [["-s-"], "-", NO_OPTION],
  [["-\x01"], "-\\x01", NO_OPTION],
  [['-"'], '-\\"', NO_OPTION],
  [["-f"], "-f", NO_OPTION],
  [["-f", "group"], "-f", NO_OPTION],
  [["--nope"], "--nope", NO_OPTION],
  [["--nope=3"], "--nope", NO_OPTION],
  [["--hel"], "--hel", NO_OPTION],
  [["--helpp"], "--helpp", NO_OPTION],
  [["--help "], "--help ", NO_OPTION],
  [["--HELP"], "--HELP", NO_OPTION],
  [["--verbose-"], "--verbose-", NO_OPTION],
  [["--forwar=group"], "--forwar", NO_OPTION],
  [["--=x"], "--", NO_OPTION],
  [["---"], "---", NO_OPTION],
  [["---help"], "---help", NO_OPTION],
  [["--h"], "--h", NO_OPTION],
  [["--g"], "--g", NO_OPTION],
  [["--v"], "--v", NO_OPTION],
  [["--\n\x1b[1m"], "--\\x0a\\x1b[1m", NO_OPTION],
  [["-w", "--nope", "-h"], "--nope", NO_OPTION],
];

export const VALUES: Row[] = [
  ...["p", "r", "e"].flatMap((flag): Row[] => [
    [[`-${flag}`], `-${flag}`, NO_VALUE],
    [[`-s${flag}`], `-${flag}`, NO_VALUE],
  ]),
  ...["parent-death-signal", "rewrite", "remap-exit", "forward"].map(
    (name): Row => [[`--${name}`], `--${name}`, NO_VALUE],
  ),
  ...["help", "version", "license", "subreaper", "verbose", "warn-on-reap", "single-child"].flatMap(
    (name): Row[] => [
      [[`--${name}=x`], `--${name}=x`, TAKES_NONE],
      [[`--${name}=`], `--${name}=`, TAKES_NONE],
      [[`--${name}=a=b`], `--${name}=a=b`, TAKES_NONE],
    ],
  ),
];

const NUMBERS_AND_NAMES = ["65TERM", "99SIGHUP", "77RTMIN", "100IOT"];

const BAD_SIGNALS = [
  "TERMINATE",
  "TER",
  "TERMX",
  "",
  "0",
  "-1",
  "+15",
  "15x",
  " 15",
  "32",
  "33",
  "65",
  "99999999999",
  "SIG",
  "SIGSIGTERM",
  "SIG15",
  "RTMIN+31",
  "RTMIN-1",
  "RTMAX+1",
  "RTMAX-31",
  "RTMIN+",
  "RTMIN+x",
  "RTMAX-",
  "RT",
  "TERM ",
  "TERM,",
  "TERM:",
  "POLLX",
  "IOTA",
  "INT2",
  "USR",
  "USR3",
  "\xc3\xa9",
  "100",
];

export const SIGNALS: Row[] = [...BAD_SIGNALS, ...NUMBERS_AND_NAMES].flatMap((value): Row[] => [
  [["-p", value], `-p ${value}`, NO_SIGNAL],
  [[`--parent-death-signal=${value}`], `--parent-death-signal=${value}`, NO_SIGNAL],
  ...(value === "" ? [] : [[[`-sp${value}`], `-p ${value}`, NO_SIGNAL] satisfies Row]),
]);

export const REWRITES: Row[] = [
  ...[
    "",
    "TERM",
    "TERM=USR1",
    ":",
    ":TERM",
    "0:TERM",
    "NOPE:TERM",
    "TERM USR1",
    "TERM,USR1",
    "65:1",
    "32:TERM",
    "33:TERM",
    "RTMIN+31:TERM",
    "TERMX:HUP",
  ].map((value): Row => [["-r", value], `-r ${value}`, NO_PAIR]),
  ...["KILL:TERM", "STOP:0", "CHLD:TERM", "9:15", "sigstop:TERM", "17:0", "SIGKILL:HUP"].map(
    (value): Row => [[`--rewrite=${value}`], `--rewrite=${value}`, NEVER],
  ),
  ...[
    "TERM:",
    "TERM:NOPE",
    "TERM:65",
    "TERM:32",
    "TERM:USR1:HUP",
    "TERM:-1",
    "TERM:0x",
    "TERM::HUP",
    "TERM:USR1 ",
  ].map((value): Row => [[`-r${value}`], `-r ${value}`, NO_PAIR]),
];

export const STATUSES: Row[] = [
  "",
  "300",
  "256",
  "-1",
  "+1",
  "x",
  "1x",
  " 1",
  "1 ",
  "1:",
  ":1",
  "1:256",
  "1:x",
  "1:2:3",
  "1:-1",
  "0x10",
  "99999999999999999999",
  "1.5",
  "TERM",
  "1,2",
].flatMap((value): Row[] => [
  [["-e", value], `-e ${value}`, NO_STATUS],
  [[`--remap-exit=${value}`], `--remap-exit=${value}`, NO_STATUS],
]);

export const TARGETS: Row[] = [
  "",
  "ALL",
  "Group",
  "groups",
  "children",
  "chil",
  "group ",
  "1",
].flatMap((value): Row[] => [
  [["--forward", value], `--forward=${value}`, NO_TARGET],
  [[`--forward=${value}`], `--forward=${value}`, NO_TARGET],
]);
