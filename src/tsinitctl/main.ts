#!/usr/bin/env node
/** Owns the command line of tsinitctl: which commands there are, and how an error is told. */
import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { styleText } from "node:util";
import { Command, CommanderError } from "commander";
import { TsinitError, wordsOf } from "../library/errors.ts";
import { packageVersion } from "../library/package.ts";
import { completionCommand } from "./completion.ts";
import { installCommand } from "./install.ts";
import { metricsCommand } from "./metrics.ts";
import { hasColours, plain } from "./output.ts";
import { pidsCommand } from "./pids.ts";
import { runCommand } from "./run.ts";
import { zombiesCommand } from "./zombies.ts";

/** Wrong use and failure alike, unless a program could not be started. */
const FAILED = 1;

function makeProgram(): Command {
  const program = new Command("tsinitctl")
    .description("Runs programs under tsinit, brings it into images, and watches for zombies.")
    .version(packageVersion())
    .enablePositionalOptions();
  const commands = [
    runCommand(),
    installCommand(),
    zombiesCommand(),
    pidsCommand(),
    metricsCommand(),
    completionCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands]) {
    command
      .exitOverride()
      .configureOutput({ outputError: () => undefined })
      .configureHelp({
        styleTitle: (text) => {
          return hasColours(process.stdout) ? styleText("bold", text) : text;
        },
      });
  }
  return program;
}

/** Commander's errors begin with `error: `, may have a hint on a line of its own, and end so. */
function lineOf(error: unknown): string {
  if (error instanceof CommanderError) {
    const words = error.message
      .replace(/^error: /, "")
      .replace(/\n\(Did you mean (.*)\?\)/, "; perhaps $1");
    return `${words.replace(/\.$/, "")}; see tsinitctl --help`;
  }
  return error instanceof TsinitError ? error.message : wordsOf(error);
}

// Where errors cannot be told, there is nobody to tell of that either.
process.stderr.on("error", () => undefined);

/** Tells of an error, and ends: what a module of hooks has left open must not hold up the end. */
function fail(error: unknown): never {
  const { syscall, code, status } = (error ?? {}) as NodeJS.ErrnoException & { status?: number };
  const isOfWrite = syscall === "write";
  // Whoever reads less than all of it, as head(1) does, is no error of ours.
  if (isOfWrite && code === "EPIPE") process.exit();
  const line = `tsinitctl: ${isOfWrite ? "cannot write: " : ""}${lineOf(error)}`;
  process.stderr.write(`${plain(line)}\n`);
  process.exit(status ?? FAILED);
}

/** Node sets terminals as they were when it ends, and crashes where one is gone. */
function closeGoneTerminals(): void {
  for (const file of [0, 1, 2]) {
    try {
      if (fstatSync(file).isCharacterDevice() && !isatty(file)) closeSync(file);
    } catch {
      // It was closed from the start.
    }
  }
}

process.stdout.on("error", fail);
process.on("exit", closeGoneTerminals);

try {
  const program = makeProgram();
  if (process.argv.length < 3) {
    throw new TsinitError("ERR_TSINIT_OPTION", "no command given; see tsinitctl --help");
  }
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError && error.exitCode === 0) process.exitCode = 0;
  else fail(error);
}
