/** Owns the way of JSON lines through pino. */
import { pino } from "pino";

/** What every line of the core's has. */
interface Line {
  readonly level: number;
  readonly time: number;
  readonly pid: number;
  readonly name: string;
  readonly msg: string;
}

/** More than a line of the core's, whose bytes pino only puts into another order. */
const LINE_LIMIT = 4096;

/**
 * The core writes each line in pino's shape. Here pino itself makes it, synchronously and in this
 * thread: the same fields, in pino's own order. All lines share one buffer.
 */
export class JsonLog {
  readonly line = Buffer.alloc(LINE_LIMIT);
  private length = 0;
  private time = 0;
  private readonly logger: ReturnType<typeof pino>;

  constructor() {
    const timestamp = (): string => `,"time":${this.time}`;
    const stream = {
      write: (text: string): void => {
        this.length = this.line.write(text);
      },
    };
    this.logger = pino({ level: "trace", base: null, timestamp }, stream);
  }

  /**
   * Puts pino's line for the core's, the first `length` of `bytes`, into `line`: its length, or 0
   * when there is none, and the core's own has to do.
   */
  format(bytes: Uint8Array, length: number): number {
    this.length = 0;
    try {
      this.log(bytes, length);
    } catch {
      return 0;
    }
    return this.length;
  }

  private log(bytes: Uint8Array, length: number): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString();
    const { level, time, msg, ...fields } = JSON.parse(text) as Line;
    const label = this.logger.levels.labels[level] ?? "info";
    this.time = time;
    this.logger[label as "info"](fields, msg);
  }
}
