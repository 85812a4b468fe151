/** Owns the count of zombies by parent. */
import { Report } from "./report.ts";

/** Parents that are told apart. */
const LIMIT: i32 = 256;

/** Parents that are named, those with most zombies first. */
const NAMED: i32 = 8;

export class Parents {
  total: i32 = 0;
  private readonly report: Report;
  private readonly processes: Int32Array = new Int32Array(LIMIT);
  private readonly counts: Int32Array = new Int32Array(LIMIT);

  constructor(report: Report) {
    this.report = report;
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
    const line = report.line;
    let rest = this.total;
    report.text("zombies: ", "],\"parents\":[");
    if (!report.isJson) line.number(rest);
    for (let named = 0; named < NAMED && rest > 0; named++) {
      const most = this.most();
      const count = this.counts[most];
      if (count == 0) break;
      this.writeParent(this.processes[most], count, named == 0);
      this.counts[most] = 0;
      rest -= count;
    }
    report.text("", "],\"others\":");
    if (report.isJson) return line.number(rest);
    if (rest > 0) {
      line.text(", ");
      line.number(rest);
      line.text(" of others");
    }
    if (this.total > 0) line.text(")");
  }

  private writeParent(process: i32, count: i32, isFirst: bool): void {
    const report = this.report;
    const line = report.line;
    if (report.isJson) {
      if (!isFirst) line.text(",");
      line.text("{\"pid\":");
      line.number(process);
      line.text(",\"name\":");
      report.name(process);
      line.text(",\"zombies\":");
      line.number(count);
      line.text("}");
      return report.put();
    }
    line.text(isFirst ? " (" : ", ");
    line.number(count);
    line.text(" of ");
    report.name(process);
    line.text("[");
    line.number(process);
    line.text("]");
  }

  private most(): i32 {
    let most = 0;
    for (let i = 1; i < LIMIT; i++) if (this.counts[i] > this.counts[most]) most = i;
    return most;
  }
}
