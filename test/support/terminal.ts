/** A real terminal under the tests' control, with a shell or nothing between it and the init. */
import { probe } from "./probes.ts";
import * as proc from "./proc.ts";
import { Run, until } from "./run.ts";
import { screenOf } from "./screen.ts";

const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex");

export const keys = { interrupt: "\x03", suspend: "\x1a", quit: "\x1c", stop: "\x13" };

export class Terminal {
  readonly run: Run;

  private constructor(words: readonly string[]) {
    this.run = new Run([probe("pty"), ...words], { input: "" });
  }

  /** The command is the session leader of the terminal itself. */
  static leader(command: readonly string[], ...options: string[]): Terminal {
    return new Terminal([...options, "run", "--", ...command]);
  }

  /** A shell with job control, which starts nothing yet. */
  static shell(): Terminal {
    return new Terminal(["shell"]);
  }

  /** All that the terminal has shown, without the keys' echoes. */
  get screen(): string {
    return screenOf(this.run.out);
  }

  type(text: string): void {
    this.run.write(`type ${hex(text)}\n`);
  }

  /** Gives the shell an order and waits for the event that answers it. */
  async order(order: string, answer: RegExp): Promise<string> {
    const seen = this.run.out.length;
    this.run.write(`${order}\n`);
    const event = new RegExp(`^event (${answer.source})$`, "m");
    return await until(
      () => event.exec(this.run.out.slice(seen))?.[1],
      () => {
        return `${event} in ${this.run.out.slice(-400)}`;
      },
    );
  }

  /** From then on nobody reads what the terminal shows, until it is released. */
  async hold(): Promise<void> {
    await this.order("hold", /hold/);
  }

  async release(): Promise<void> {
    await this.order("release", /release/);
  }

  /** Starts a job: fg, bg, null (no terminal as its input) or pair (beside a group leader). */
  async job(kind: "fg" | "bg" | "null" | "pair", command: readonly string[]): Promise<number> {
    const event = await this.order(`job ${kind} ${command.map(hex).join(" ")}`, /job \d+/);
    return Number(event.split(" ")[1]);
  }

  /** How the job ended or stopped; the shell is in the foreground again afterwards. */
  async wait(): Promise<string> {
    return await this.order("wait", /job \w+ \d+/);
  }

  /** The group in the foreground of the terminal. */
  async foreground(): Promise<{ group: number; shell: number }> {
    const words = (await this.order("who", /foreground -?\d+ shell \d+/)).split(" ");
    return { group: Number(words[1]), shell: Number(words[3]) };
  }

  async shows(pattern: RegExp): Promise<RegExpExecArray> {
    return await until(
      () => pattern.exec(this.screen),
      () => `${pattern} in ${this.screen}`,
    );
  }

  /** How the session leader ended. */
  async ended(): Promise<string> {
    return (await this.run.line(/^event leader (\w+ \d+)$/m))[1] ?? "";
  }

  /** The process of that program below the terminal. */
  async process(...words: string[]): Promise<number> {
    return await until(
      () =>
        proc.descendants(this.run.pid).find((pid) => {
          const seen = proc.words(pid);
          return words.every((word, index) => seen[index] === word);
        }),
      `a process ${words.join(" ")}`,
    );
  }
}
