/** Owns the duties of an init, in order. */
import {
  HELP,
  INSTALL,
  LICENSE,
  NO_PROGRAM,
  PAUSE,
  RUN,
  VERSION,
  WRONG_USE,
  WRONG_VALUE,
  ZOMBIES,
} from "./command-line/actions.ts";
import { CommandLine } from "./command-line/command-line.ts";
import { Options } from "./command-line/options.ts";
import { Dialect, DUMB_INIT, TSINIT } from "./dialects/dialect.ts";
import * as messages from "./dialects/keys.ts";
import { Installer } from "./install/installer.ts";
import { Kernel } from "./kernel.ts";
import { ProcFile } from "./linux/proc-file.ts";
import { FAILED } from "./linux/status.ts";
import { Log, STDERR, STDOUT } from "./messages/log.ts";
import { Descendants } from "./supervise/descendants.ts";
import { Parent } from "./supervise/parent.ts";
import { HEAD_LIMIT, Program } from "./supervise/program.ts";
import { Supervisor } from "./supervise/supervisor.ts";
import { Terminal } from "./supervise/terminal.ts";
import { Cursor } from "./text/cursor.ts";
import { Zombies } from "./zombies/zombies.ts";

/** No PID is above it (proc(5), pid_max). */
const PROCESS_LIMIT: i32 = 4194304;

/** No exit status: the child runs. */
export const STARTED: i32 = -1;

/** Does all that an init does: its exit status. Every signal is blocked before and throughout. */
export function run(kernel: Kernel): i32 {
  return new Init(kernel).run();
}

/** All that tsinit ever needs, made before it looks at the world. */
export class Init {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly options: Options;
  private readonly commandLine: CommandLine;
  private readonly parent: Parent;
  private readonly terminal: Terminal;
  private readonly program: Program;
  readonly supervisor: Supervisor;
  private readonly zombies: Zombies;
  private readonly installer: Installer;
  private readonly word: Cursor;

  constructor(kernel: Kernel) {
    const bytes = new Uint8Array(HEAD_LIMIT);
    const log = new Log(kernel, new Dialect(), bytes);
    const options = new Options(kernel, log);
    const terminal = new Terminal(kernel, log);
    const parent = new Parent(kernel, options, log);
    this.kernel = kernel;
    this.log = log;
    this.options = options;
    this.commandLine = new CommandLine(kernel, log, options);
    this.parent = parent;
    this.terminal = terminal;
    this.word = new Cursor(kernel);
    const file = new ProcFile(kernel, bytes, log.line);
    const descendants = new Descendants(kernel, file);
    this.program = new Program(kernel, log, bytes);
    this.supervisor = new Supervisor(kernel, options, log, terminal, parent, file, descendants);
    this.zombies = new Zombies(kernel, log, file);
    this.installer = new Installer(kernel, log, file, options.destination);
  }

  /** The duties, in order. */
  run(): i32 {
    const status = this.begin();
    return status == STARTED ? this.goOn() : status;
  }

  /** The duties until the child runs: `STARTED`, or the exit status when there is none. */
  begin(): i32 {
    this.parent.note();
    const action = this.commandLine.read();
    if (action == ZOMBIES) return this.zombies.run();
    if (action == INSTALL) return this.installer.run();
    if (action != RUN && action != PAUSE) return this.show(action);
    const error = this.kernel.maskError();
    if (error > 0) return this.failed(messages.NO_MASK, error);
    if (this.log.dialect.kind == DUMB_INIT && this.options.session) {
      this.options.rewrites.stopByForce();
    }
    this.becomeSubreaper();
    const orphaned = this.parent.watch();
    this.supervisor.reapInherited();
    if (action == RUN) {
      const failure = this.start();
      if (failure != STARTED) return failure;
    }

    // The point of no return: from here on nothing is allocated, nothing waits but for a signal,
    // no error is fatal, and only the child's end (or a pause's) is tsinit's end.
    this.kernel.letGo();
    if (orphaned) this.supervisor.handle(this.options.parentDeathSignal);
    return STARTED;
  }

  /**
   * From the point of no return to the end: the exit status. A host that can fail within comes
   * back to here.
   */
  goOn(): i32 {
    const supervisor = this.supervisor;
    while (!supervisor.isOver()) supervisor.step(this.kernel.next(supervisor.patience()));
    return this.end();
  }

  /** When the supervisor's work is over: the exit status. */
  end(): i32 {
    this.terminal.takeBack(this.supervisor.child);
    return this.options.remaps.get(this.supervisor.ending.status);
  }

  private failed(key: i32, errno: i32): i32 {
    this.log.say(key, 0, 0, errno);
    return FAILED;
  }

  /** Help, version and licence are not messages; a wrong use has had its message. */
  private show(action: i32): i32 {
    const log = this.log;
    const dialect = log.dialect;
    let fine = false;
    if (action == HELP) fine = log.print(dialect.help, dialect.helpStream);
    else if (action == VERSION) fine = log.print(dialect.version, dialect.versionStream);
    else if (action == LICENSE) fine = log.print(dialect.license, STDOUT);
    else if (action == NO_PROGRAM) log.print(dialect.moreOnNoProgram, STDERR);
    else if (action == WRONG_USE) log.print(dialect.moreOnWrongUse, STDERR);
    else if (action == WRONG_VALUE) log.print(dialect.moreOnWrongValue, STDERR);
    return fine ? 0 : FAILED;
  }

  /**
   * PID 1 gets its namespace's orphans anyway; another process has to ask (PR_SET_CHILD_SUBREAPER,
   * prctl(2)), which may be refused, and is no news unless it was asked for.
   */
  private becomeSubreaper(): void {
    const log = this.log;
    const asked = this.options.subreaper;
    if (this.kernel.processId() == 1 && !asked) return;
    const error = this.kernel.becomeSubreaper();
    if (!asked && log.dialect.kind != TSINIT) return;
    if (error >= 0) log.tell(messages.SUBREAPER);
    else if (asked || !log.isQuiet()) log.say(messages.NO_SUBREAPER, 0, 0, -error);
  }

  /** Starts the child: `STARTED`, or the exit status for the failure. */
  private start(): i32 {
    const log = this.log;
    const place = this.terminal.placeChild(this.options.session);
    this.changeEnvironment();
    const child = this.kernel.spawn(log.event.program, place);
    if (child < 0) {
      this.terminal.takeBack(0);
      if (this.kernel.cloneRefused()) return this.failed(messages.CANNOT_CLONE, -child);
      if (this.options.session) this.terminal.tellOfSession();
      return this.supervisor.ending.fail(this.program.explain(-child));
    }
    this.supervisor.begin(child);
    log.tell(messages.STARTED, 0, child);
    if (this.options.session) this.terminal.tellOfSession();
    return STARTED;
  }

  /**
   * What names tsinit as the process that is meant is to name the child: who gets the sockets
   * (sd_listen_fds(3)), who is to send keep-alives (sd_watchdog_enabled(3)), who was started
   * (systemd.exec(5)). The number of a pidfd that goes with LISTEN_PID cannot be known before the
   * child runs, and is left out: without it LISTEN_PID alone decides.
   */
  private changeEnvironment(): void {
    if (this.nameChild("LISTEN_PID=") && this.word.findVariable("LISTEN_PIDFDID=")) {
      this.kernel.withhold(this.word.index);
    }
    this.nameChild("WATCHDOG_PID=");
    this.nameChild("SYSTEMD_EXEC_PID=");
  }

  /** The variable `name` (with its `=`), when it names tsinit, is to name the child: true then. */
  private nameChild(name: string): bool {
    const word = this.word;
    if (!word.findVariable(name)) return false;
    const named = word.number(PROCESS_LIMIT);
    if (word.peek() != 0 || named != this.kernel.processId()) return false;
    this.kernel.nameChild(word.index);
    return true;
  }
}
