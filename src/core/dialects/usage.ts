/** Owns what is written to standard output: help, version, licence. */

export const HELP_TEXT: string =
  "Usage: tsinit [OPTIONS] [--] PROGRAM [ARG...]\n" +
  "Starts PROGRAM, forwards signals to it, reaps every orphan, ends as it ended.\n" +
  "\n" +
  "  -c, --forward=child         forward signals to the child alone (the default)\n" +
  "  -g, --forward=group         forward signals to the child's process group\n" +
  "      --forward=all           forward signals to every descendant\n" +
  "  -r, --rewrite=FROM:TO       forward signal TO in place of FROM; TO 0 drops it\n" +
  "  -p, --parent-death-signal=SIGNAL\n" +
  "                              forward SIGNAL when the parent ends\n" +
  "      --on-exit=leave|wait|stop  what becomes of the rest\n" +
  "      --grace=TIME            SIGKILL so long after the first stop signal\n" +
  "  -e, --remap-exit=CODE[:TO]  report 0, or TO, in place of CODE\n" +
  "  -s, --subreaper             adopt orphans (done anyway)\n" +
  "  -P, --pause                 run no program: reap, and end on TERM or INT\n" +
  "      --session               the child leads a session of its own\n" +
  "      --dialect=NAME          be tini, dumb-init or catatonit\n" +
  "      --zombies [--json]      list zombies, parents, and PIDs in use\n" +
  "      --install=DEST          copy itself to DEST\n" +
  "  -w, --warn-on-reap          name each orphan reaped\n" +
  "  -v, --verbose               say more; -vvv most\n" +
  "      --log-format=text|json  form of messages\n" +
  "  -h, --help    -V, --version    -l, --license\n" +
  "\n" +
  "SIGNAL: TERM, RTMIN+3, 15; TIME: 10, 10s, 500ms, 2m.\n" +
  "Environment: TSINIT_OPTIONS, TSINIT_DIALECT, TINI_SUBREAPER,\n" +
  "TINI_KILL_PROCESS_GROUP, TINI_VERBOSITY.\n" +
  "Status: PROGRAM's own; 128+N by signal N; 127 not found; 126 not runnable;\n" +
  "1 not started.\n";

/** Docker and Podman read `tini version X.Y.Z - git.COMMIT`; the number is package.json's. */
export const VERSION_TEXT: string = "tini version 1.0.0 - git.tsinit\n";

export const LICENSE_TEXT: string =
  "tsinit: MIT licence; code of AssemblyScript and wasm2c: Apache-2.0\n";
