/** Owns the duties of an init, in order. */
import { ARGUMENTS, Cursor } from "./cursor.ts";
import { Kernel } from "./kernel.ts";
import { INFO, Log, WARNING } from "./log.ts";
import { HELP, LICENSE, Options, RUN, VERSION } from "./options.ts";
import { Program } from "./program.ts";
import { Supervisor } from "./supervisor.ts";
import { Terminal } from "./terminal.ts";
import { HELP_TEXT, LICENSE_TEXT, VERSION_TEXT } from "./usage.ts";

/** tsinit's own failure before the start, and wrong use. */
const FAILED: i32 = 1;

/** Does all that an init does: its exit status. Every signal is blocked before and throughout. */
export function run(kernel: Kernel): i32 {
  const parent = kernel.parentId();
  const log = new Log(kernel);
  const options = new Options(kernel, log);
  const terminal = new Terminal(kernel);
  const program = new Program(kernel, log);
  const supervisor = new Supervisor(kernel, options, log, terminal);
  const word = new Cursor(kernel);

  const action = options.read();
  if (action != RUN) return show(action, log);
  becomeSubreaper(kernel, options, log);
  const orphaned = watchParent(kernel, options, log, parent);

  const listenPid = findListenPid(kernel, word);
  const child = kernel.spawn(options.program, terminal.giveAtStart(), listenPid);
  word.moveTo(ARGUMENTS, options.program, 0);
  if (child < 0) {
    terminal.takeBack(0);
    if (!kernel.cloneRefused()) return program.explain(word, -child);
    log.cannotStart(-child);
    return FAILED;
  }

  // The point of no return: from here on nothing is allocated, nothing waits but for a signal,
  // no error is fatal, and only the child's end is tsinit's end.
  log.patient = false;
  kernel.letGo();
  log.started(word, child);
  supervisor.begin(child);
  if (orphaned) supervisor.forward(options.parentDeathSignal);
  const status = supervisor.run();
  terminal.takeBack(child);
  return status;
}

/** Help, version and licence go to standard output; a wrong use has had its message. */
function show(action: i32, log: Log): i32 {
  let fine = false;
  if (action == HELP) fine = log.print(HELP_TEXT);
  else if (action == VERSION) fine = log.print(VERSION_TEXT);
  else if (action == LICENSE) fine = log.print(LICENSE_TEXT);
  return fine ? 0 : FAILED;
}

/**
 * PID 1 gets its namespace's orphans anyway; another process has to ask (PR_SET_CHILD_SUBREAPER,
 * prctl(2)).
 */
function becomeSubreaper(kernel: Kernel, options: Options, log: Log): void {
  if (kernel.processId() == 1 && !options.subreaper) return;
  const error = kernel.becomeSubreaper();
  const level = options.subreaper ? WARNING : INFO;
  if (error < 0) log.refused(level, "cannot become the child subreaper", -error);
}

/** The parent-death signal is only sent for a death to come: true when `parent` has died before. */
function watchParent(kernel: Kernel, options: Options, log: Log, parent: i32): bool {
  if (options.parentDeathSignal == 0) return false;
  const error = kernel.setParentDeathSignal(options.parentDeathSignal);
  if (error < 0) log.refused(WARNING, "cannot set the parent-death signal", -error);
  return kernel.parentId() != parent;
}

/** The environment's entry LISTEN_PID when it names tsinit (sd_listen_fds(3)), or -1. */
function findListenPid(kernel: Kernel, word: Cursor): i32 {
  if (!word.findVariable("LISTEN_PID=")) return -1;
  const named = word.number(0x3fffffff);
  return word.peek() == 0 && named == kernel.processId() ? word.index : -1;
}
