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

/**
 * The core writes each line in pino's shape. Here pino itself writes it, synchronously and in this
 * thread: the same fields, in pino's own order.
 */
export class JsonLog {
  private time = 0;
  private write: (line: Uint8Array) => void = () => {};
  private readonly logger: ReturnType<typeof pino>;

  constructor() {
    const timestamp = (): string => `,"time":${this.time}`;
    const stream = { write: (text: string): void => this.write(Buffer.from(text)) };
    this.logger = pino({ level: "trace", base: null, timestamp }, stream);
  }

  log(bytes: Uint8Array, write: (line: Uint8Array) => void): void {
    const { level, time, msg, ...fields } = JSON.parse(Buffer.from(bytes).toString()) as Line;
    const label = this.logger.levels.labels[level] ?? "info";
    this.time = time;
    this.write = write;
    this.logger[label as "info"](fields, msg);
  }
}
