/** Owns the two shapes of a report, columns or one JSON document, and the writing of it. */

import { Kernel } from "../kernel.ts";
import { EAGAIN, ENOSPC } from "../linux/errno.ts";
import { Name } from "../linux/name.ts";
import { Log, STDOUT } from "../messages/log.ts";
import { DASH, QUOTE, SPACE } from "../text/characters.ts";
import { Line } from "../text/line.ts";

/** How much is written at once: a pipe takes as much whole or not at all (PIPE_BUF, pipe(7)). */
const PAGE: i32 = 4096;

const HEADER: string = "PID     PPID    PARENT           AGE  COMMAND          CONTAINER    POD";

export class Report {
  readonly line: Line;
  /** The negative errno with which writing ended early, or 0. */
  error: i32 = 0;
  private readonly kernel: Kernel;
  private readonly log: Log;
  private readonly page: Uint8Array = new Uint8Array(PAGE);
  private filled: i32 = 0;

  constructor(kernel: Kernel, log: Log) {
    this.kernel = kernel;
    this.line = log.line;
    this.log = log;
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
    this.line.text('{"zombies":[');
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

  /** A process's name, if it is known. */
  name(name: Name): void {
    if (name.length < 0) return this.missing();
    this.quote(true);
    this.line.part(name.bytes, 0, name.length);
    this.quote(false);
  }

  /** A number, or `UNKNOWN`. */
  count(count: i32): void {
    if (count < 0) this.missing();
    else this.line.number(count);
  }

  /** What is not known. */
  missing(): void {
    if (this.log.json) this.line.text("null");
    else this.line.byte(DASH);
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
    if (this.log.json) this.line.text("}");
    this.put();
  }

  /** Ends the line, which is written with those around it: a call for each would cost the most. */
  put(): void {
    const line = this.line;
    line.end();
    if (this.filled + line.length > PAGE) this.flush();
    for (let i = 0; i < line.length; i++) this.page[this.filled++] = line.bytes[i];
    line.length = 0;
  }

  /** Writes what is left to standard output, however long its reader takes. */
  flush(): void {
    while (this.filled > 0 && this.error == 0) {
      const written = this.kernel.write(STDOUT, this.page, this.filled, true);
      if (written > 0) this.shift(written);
      else if (written != -EAGAIN) this.error = written < 0 ? written : -ENOSPC;
    }
    this.filled = 0;
  }

  private shift(length: i32): void {
    this.filled -= length;
    for (let i = 0; i < this.filled; i++) this.page[i] = this.page[length + i];
  }
}
