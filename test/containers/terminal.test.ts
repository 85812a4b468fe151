/** `docker run --tty`: the program has the terminal, and its keys reach the program once. */
import { expect, it } from "vitest";
import { probe } from "../support/probes.ts";
import { type Run, until } from "../support/run.ts";
import { screenOf } from "../support/screen.ts";
import { type Docker, describeDocker } from "./docker.ts";

/** A person's terminal with `docker run` on it. */
class Terminal {
  readonly run: Run;

  constructor(docker: Docker, words: readonly string[]) {
    const client = ["docker", "run", "--network", "none", "--interactive", "--tty", ...words];
    this.run = docker.begin([probe("pty"), "run", "--", ...client], { input: "" });
  }

  get screen(): string {
    return screenOf(this.run.out).replaceAll("\r", "");
  }

  type(keys: string): void {
    this.run.write(`type ${Buffer.from(keys, "latin1").toString("hex")}\n`);
  }

  async shows(pattern: RegExp): Promise<void> {
    await until(
      () => pattern.test(this.screen),
      () => `${pattern} on ${this.screen}`,
    );
  }

  /** The status that `docker run` ended with. */
  async status(): Promise<number> {
    const [, status] = await this.run.line(/^event leader exited (\d+)$/m);
    return Number(status);
  }
}

describeDocker("docker run --tty", (docker) => {
  for (const [how, words] of [
    ["as the entry point", ["tsinit"]],
    ["under --init", ["--init", "bare"]],
  ] as const) {
    it(`gives one SIGINT for Ctrl-C and one SIGQUIT for Ctrl-\\, ${how}`, async () => {
      const terminal = new Terminal(docker, [...words, "/record", "helper", "until=3:5"]);
      await terminal.shows(/^ready/m);
      await terminal.shows(/^helper ready/m);
      terminal.type("\x03");
      await terminal.shows(/^got 2 /m);
      terminal.type("\x1c");
      expect(await terminal.status()).toBe(5);
      const got = terminal.screen.match(/(?<!helper )got \d+/g);
      expect(got?.filter((line) => line !== "got 28")).toEqual(["got 2", "got 3"]);
    });

    it(`gives an interactive shell the terminal and job control, ${how}`, async () => {
      const terminal = new Terminal(docker, ["--env", "PS1=% ", ...words, "sh"]);
      await terminal.shows(/^% /m);
      terminal.type("echo $((6 * 7))\r");
      await terminal.shows(/^42$/m);
      terminal.type('sh -c "echo up; exec cat"\r');
      await terminal.shows(/^up$/m);
      terminal.type("first\r");
      await terminal.shows(/^first\nfirst$/m);
      terminal.type("\x1a");
      await terminal.shows(/Stopped +sh -c/);
      terminal.type("fg\r");
      await terminal.shows(/fg\nsh -c .*\n/);
      terminal.type("second\r");
      await terminal.shows(/^second\nsecond$/m);
      terminal.type("\x04");
      await terminal.shows(/second\n% .*$/);
      terminal.type("exit 6\r");
      expect(await terminal.status()).toBe(6);
      expect(terminal.screen).not.toMatch(/job control|can't access tty/);
    });
  }
});
