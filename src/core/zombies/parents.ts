/** Owns the count of zombies by parent. */
import { Name } from "../linux/name.ts";
import { Report } from "./report.ts";

/** Parents that are told apart. */
const LIMIT: i32 = 256;

/** Parents that are named, those with most zombies first. */
const NAMED: i32 = 8;

export class Parents {
  total: i32 = 0;
  private readonly report: Report;
  private readonly name: Name;
  private readonly processes: Int32Array = new Int32Array(LIMIT);
  private readonly counts: Int32Array = new Int32Array(LIMIT);

  constructor(report: Report, name: Name) {
    this.report = report;
    this.name = name;
  }

  /** One more zombie of `parent`. */
  count(parent: i32): void {
    this.total++;
    for (let i = 0; i < LIMIT; i++) {
      if (this.counts[i] == 0) this.processes[i] = parent;
      if (this.processes[i] != parent) continue;
      this.counts[i]++;
      return;
    }
  }

  /** Writes how many there are, and by whom; the counts are used up. */
  write(): void {
    const report = this.report;
    let rest = this.total;
    report.text("zombies: ", '],"parents":[');
    if (!report.isJson) report.line.number(rest);
    for (let named = 0; named < NAMED && rest > 0; named++) {
      const most = this.most();
      const count = this.counts[most];
      if (named > 0) report.text(", ", ",");
      else report.text(" (", "");
      this.writeOne(this.processes[most], count);
      this.counts[most] = 0;
      rest -= count;
    }
    if (rest > 0 || report.isJson) {
      report.text(", ", '],"others":');
      report.line.number(rest);
      report.text(" of others", "");
    }
    if (this.total > 0) report.text(")", "");
  }

  private writeOne(parent: i32, count: i32): void {
    const report = this.report;
    report.text("", '{"pid":');
    report.line.number(report.isJson ? parent : count);
    report.text(" of ", ',"name":');
    this.name.read(parent);
    report.name(this.name);
    report.text("[", ',"zombies":');
    report.line.number(report.isJson ? count : parent);
    report.text("]", "}");
    if (report.isJson) report.put();
  }

  private most(): i32 {
    let most = 0;
    for (let i = 1; i < LIMIT; i++) if (this.counts[i] > this.counts[most]) most = i;
    return most;
  }
}
