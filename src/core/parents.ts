/** Owns the count of zombies by parent. */
import { Name } from "./name.ts";
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
    report.say("zombies: %i\n", "],\"parents\":[\n", 0, rest);
    for (let named = 0; named < NAMED && rest > 0; named++) {
      const most = this.most();
      const count = this.counts[most];
      if (named > 0) report.text(", ", ",");
      else report.text(" (", "");
      report.say("%i of \n", "{\"pid\":%p,\"name\":\n", this.processes[most], count);
      this.name.read(this.processes[most]);
      report.name(this.name);
      report.say("[%p]\n", ",\"zombies\":%i}\n", this.processes[most], count);
      if (report.isJson) report.put();
      this.counts[most] = 0;
      rest -= count;
    }
    if (rest > 0 || report.isJson) {
      report.say(", %i of others\n", "],\"others\":%i\n", 0, rest);
    }
    if (this.total > 0) report.text(")", "");
  }

  private most(): i32 {
    let most = 0;
    for (let i = 1; i < LIMIT; i++) if (this.counts[i] > this.counts[most]) most = i;
    return most;
  }
}
