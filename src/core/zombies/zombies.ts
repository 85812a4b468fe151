/** Owns `--zombies`: every zombie in /proc, the programs that leave them, and the PIDs in use. */

import * as messages from "../dialects/keys.ts";
import { Kernel } from "../kernel.ts";
import { EACCES, ENOENT, EPERM, EPIPE, ESRCH } from "../linux/errno.ts";
import { Name } from "../linux/name.ts";
import { ProcFile, UNKNOWN } from "../linux/proc-file.ts";
import { ProcList } from "../linux/proc-list.ts";
import { Log } from "../messages/log.ts";
import { quotient } from "../text/arithmetic.ts";
import { LOWER_D, LOWER_H, LOWER_M, LOWER_S, UPPER_Z } from "../text/characters.ts";
import { Origin } from "./origin.ts";
import { Parents } from "./parents.ts";
import { Pids } from "./pids.ts";
import { Report } from "./report.ts";

/** Exit statuses. */
export const NONE: i32 = 0;
export const SOME: i32 = 1;
export const CANNOT_TELL: i32 = 2;

/** The state of a zombie in /proc/PID/stat. */
const ZOMBIE: i32 = UPPER_Z;

// Behind the blank of this number from the command's parenthesis on: fields 20 and 22 (proc(5)).
const THREADS: i32 = 18;
const START: i32 = 20;

/** Times in stat are in hundredths of a second (sysconf(3), _SC_CLK_TCK). */
const TICK_DIGITS: i32 = 2;

export class Zombies {
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly file: ProcFile;
  private readonly report: Report;
  private readonly origin: Origin;
  private readonly parents: Parents;
  private readonly pids: Pids;
  private readonly command: Name;
  /** The parent that was asked last for its name. */
  private parent: i32 = 0;
  private readonly parentName: Name;
  /** In seconds, or `UNKNOWN`. */
  private uptime: i32 = UNKNOWN;
  private isHidden: bool = false;
  /** The errno (negative) with which a process that is there could not be read, or 0. */
  private unread: i32 = 0;
  private readonly list: ProcList;

  constructor(kernel: Kernel, log: Log, file: ProcFile) {
    this.kernel = kernel;
    this.log = log;
    this.file = file;
    this.list = new ProcList(kernel);
    const report = new Report(kernel, log);
    this.report = report;
    const parentName = new Name(file);
    this.command = new Name(file);
    this.parentName = parentName;
    this.origin = new Origin(file, report);
    this.parents = new Parents(report, parentName);
    this.pids = new Pids(kernel, log, file);
  }

  /** Writes the report: the exit status. Nothing is kept of a process, however many there are. */
  run(): i32 {
    this.kernel.restoreMask();
    if (this.file.isOthers()) {
      this.log.say(messages.PROCESSES_OF_OTHERS);
      return CANNOT_TELL;
    }
    const list = this.list;
    let process = list.first();
    if (process == 0) {
      this.log.say(messages.CANNOT_LIST, 0, 0, -list.error);
      return CANNOT_TELL;
    }
    this.pids.measure();
    this.readUptime();
    this.isHidden = list.isHiding;
    this.report.begin();
    for (; process > 0; process = list.next()) this.look(process);
    this.summarize();
    return this.end(list.error < 0 ? list.error : this.unread);
  }

  /** The exit status, and what there is to say for it: `listed` is what kept it from all or one. */
  private end(listed: i32): i32 {
    const error = this.report.error;
    // Whoever reads no further, as head(1) does, misses nothing.
    const isLost = error < 0 && error != -EPIPE;
    if (listed < 0) this.log.say(messages.CANNOT_LIST, 0, 0, -listed);
    else if (this.isHidden) this.log.say(messages.PROCESSES_HIDDEN);
    if (isLost) this.log.say(messages.CANNOT_WRITE, 0, 0, -error);
    if (listed < 0 || isLost) return CANNOT_TELL;
    if (this.parents.total > 0) return SOME;
    return this.isHidden || error < 0 ? CANNOT_TELL : NONE;
  }

  /**
   * Whoever vanished meanwhile is no news. A leader that has ended before its threads looks like a
   * zombie, but nobody could reap it yet.
   */
  private look(process: i32): void {
    const file = this.file;
    const at = file.readStat(process);
    if (at == -EACCES || at == -EPERM) this.isHidden = true;
    else if (at < 0 && at != -ENOENT && at != -ESRCH) this.unread = at;
    if (at <= 0 || file.bytes[at + 2] != ZOMBIE) return;
    if (file.numberAt(file.behindBlanks(at, THREADS)) > 1) return;
    const parent = file.numberAt(at + 4);
    const start = file.behindBlanks(at, START);
    const seconds = file.countAt(start) < 0 ? UNKNOWN : file.numberAt(start, TICK_DIGITS);
    this.command.takeFromStat(at);
    this.parents.count(parent);
    this.writeRow(process, parent, this.ageOf(seconds));
  }

  private readUptime(): void {
    this.uptime = this.file.readPlain("/proc/uptime") > 0 ? this.file.countAt(0) : UNKNOWN;
  }

  /**
   * The age of what started `start` seconds after the machine, or `UNKNOWN`. Nothing can have
   * started after a look at the clock: a clock that says so is not the machine's but a container's
   * (lxcfs), and tells nothing.
   */
  private ageOf(start: i32): i32 {
    if (start > this.uptime && this.uptime >= 0) {
      this.readUptime();
      if (start > this.uptime) this.uptime = UNKNOWN;
    }
    return start < 0 || this.uptime < 0 ? UNKNOWN : this.uptime - start;
  }

  private writeRow(process: i32, parent: i32, age: i32): void {
    const report = this.report;
    if (parent != this.parent) this.parentName.read(parent);
    this.parent = parent;
    report.beginRow(this.parents.total == 1);
    if (report.isJson) report.line.text('{"pid":');
    report.line.number(process);
    report.key(',"ppid":', 8);
    report.line.number(parent);
    report.key(',"parent":', 16);
    report.name(this.parentName);
    report.key(',"age":', 33);
    this.writeAge(age);
    report.key(',"command":', 38);
    report.name(this.command);
    this.origin.write(process, parent);
    report.endRow();
  }

  /** A count of the largest unit of which there are two; of seconds in JSON. */
  private writeAge(age: i32): void {
    const line = this.report.line;
    if (this.log.json || age < 0) return this.report.count(age);
    let unit = 1;
    let letter = LOWER_S;
    if (age >= 120) {
      unit = 60;
      letter = LOWER_M;
    }
    if (age >= 7200) {
      unit = 3600;
      letter = LOWER_H;
    }
    if (age >= 172800) {
      unit = 86400;
      letter = LOWER_D;
    }
    line.number(quotient(age, unit));
    line.byte(letter);
  }

  /** One line: all zombies, by parent, and the PIDs in use. */
  private summarize(): void {
    const report = this.report;
    this.parents.write();
    report.text("; pids: ", ',"pids":{"current":');
    report.count(this.pids.current);
    report.text(" of ", ',"max":');
    report.count(this.pids.limit);
    report.text("", "}}");
    report.put();
    report.flush();
  }
}
