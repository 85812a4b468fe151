/** Owns the two shapes of a report: columns, or one JSON document. */
import { QUOTE, SPACE } from "./characters.ts";
import { EAGAIN } from "./errno.ts";
import { Kernel } from "./kernel.ts";
import { Line } from "./line.ts";
import { Log, STDOUT } from "./log.ts";
import { ProcFile } from "./proc-file.ts";

const HEADER: string =
  "PID     PPID    PARENT           AGE  COMMAND          CONTAINER    POD";

export class Report {
  readonly line: Line;
  /** Nothing that was written got lost. */
  isWritten: bool = true;
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly file: ProcFile;

  constructor(kernel: Kernel, log: Log, file: ProcFile) {
    this.kernel = kernel;
    this.line = log.line;
    this.log = log;
    this.file = file;
  }

  get isJson(): bool {
    return this.log.json;
  }

  /** Writes `plain`, or `json`. */
  text(plain: string, json: string): void {
    this.line.text(this.log.json ? json : plain);
  }

  begin(): void {
    if (!this.log.json) return;
    this.line.text("{\"zombies\":[");
    this.put();
  }

  /** The first row of columns has the header above it, a later one of JSON a comma in front. */
  beginRow(isFirst: bool): void {
    if (isFirst != this.log.json) this.text(HEADER, ",");
    if (isFirst && !this.log.json) this.put();
  }

  /** What comes next is `name` in JSON, or stands at `column`, behind a blank at least. */
  key(name: string, column: i32): void {
    const line = this.line;
    if (this.log.json) return line.text(name);
    do line.byte(SPACE);
    while (line.length < column);
  }

  /** The command of a process, where it can be read. */
  name(process: i32): void {
    const event = this.log.event;
    event.from = 0;
    event.to = process > 0 ? this.file.read(process, "/comm") - 1 : -1;
    if (event.to < 0) return this.missing();
    this.quote(true);
    event.writeBytes(this.line);
    this.quote(false);
  }

  /** What is not known. */
  missing(): void {
    this.text("-", "null");
  }

  /** Begins or ends a string. */
  quote(isOpening: bool): void {
    const line = this.line;
    line.inString = false;
    if (!this.log.json) return;
    line.byte(QUOTE);
    line.inString = isOpening;
  }

  endRow(): void {
    this.text("", "}");
    this.put();
  }

  /** Writes the line to standard output, however long its reader takes. */
  put(): void {
    const line = this.line;
    line.end();
    let written = -EAGAIN;
    while (written == -EAGAIN) written = this.kernel.write(STDOUT, line.bytes, line.length, true);
    if (written < line.length) this.isWritten = false;
    line.length = 0;
  }
}
