/** Owns `tsinitctl run`: a program under the init in this process, with hooks in TypeScript. */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { TsinitError, wordsOf } from "../library/errors.ts";
import { checkHooks, type Hooks } from "../library/hooks.ts";
import type { SuperviseOptions } from "../library/options.ts";
import { supervise } from "../library/supervise.ts";
import { guardProcess } from "./guard.ts";

/** Collects `FROM:TO`, given any number of times; `otherwise` stands in for a missing TO. */
function pairs(otherwise?: string) {
  return (text: string, before: Record<string, string> = {}): Record<string, string> => {
    const [from, to = otherwise, ...rest] = text.split(":");
    if (!from || to === undefined || rest.length > 0) {
      throw new InvalidArgumentError(`Use ${otherwise === undefined ? "FROM:TO" : "CODE[:TO]"}.`);
    }
    return { ...before, [from]: to };
  };
}

function milliseconds(text: string): number {
  const number = Number(text);
  if (number >= 1 && number <= 3_600_000) return number;
  throw new InvalidArgumentError("Use 1 to 3600000 milliseconds.");
}

/** Loads the module with Node, or for a Node that knows no TypeScript with the user's own tsx. */
async function importFile(file: string): Promise<unknown> {
  const url = pathToFileURL(resolve(file)).href;
  try {
    return await import(url);
  } catch (error) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException;
    if (code !== "ERR_UNKNOWN_FILE_EXTENSION") throw error;
  }
  let tsx: string;
  try {
    // Resolved as for a module, which createRequire cannot do.
    tsx = createRequire(url)
      .resolve("tsx/esm/api")
      .replace(/\.cjs$/, ".mjs");
  } catch {
    throw new Error("this Node does not run TypeScript; use Node 22.18, or install tsx");
  }
  const { tsImport } = (await import(tsx)) as typeof import("tsx/esm/api");
  return await tsImport(url, import.meta.url);
}

/** Rejects when nothing is left that could settle `pending`: Node would end without a word. */
async function orNever<T>(pending: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const never = new Promise<never>((_, fail) => {
    stop = () => fail(new Error("its top-level await never ends"));
    process.once("beforeExit", stop);
  });
  try {
    return await Promise.race([pending, never]);
  } finally {
    process.off("beforeExit", stop);
  }
}

/** What the file exports by name, or as its default. */
async function loadHooks(file: string): Promise<Hooks> {
  try {
    const exported = (await orNever(importFile(file))) as Hooks & { default?: Hooks };
    const hooks = { ...exported, ...exported.default };
    if (checkHooks(hooks) > 0) return hooks;
    throw new Error("exports no onSignal, onReap or onExit");
  } catch (cause) {
    throw new TsinitError("ERR_TSINIT_OPTION", `--hooks ${file}: ${wordsOf(cause)}`, { cause });
  }
}

interface Choices extends Omit<SuperviseOptions, "verbose"> {
  readonly hooks?: string;
  readonly child?: true;
  readonly group?: true;
  readonly verbose: number;
}

async function run(command: readonly string[], choices: Choices): Promise<void> {
  const { hooks: file, child, group, verbose, ...options } = choices;
  const forward = child ? "child" : group ? "group" : (options.forward ?? "child");
  const onError = (error: unknown): void => {
    process.stderr.write(`tsinitctl: warning: hook: ${wordsOf(error)}\n`);
  };
  const allowExit = guardProcess(onError);
  try {
    const hooks = file === undefined ? {} : await loadHooks(file);
    const level = Math.min(verbose, 3) as 0 | 1 | 2 | 3;
    const { status } = await supervise(
      command,
      { ...options, forward, verbose: level, onError },
      hooks,
    );
    process.exitCode = status;
  } finally {
    allowExit();
  }
  // What a hook has left open must not hold up the end.
  process.exit();
}

export function runCommand(): Command {
  return new Command("run")
    .description("run a program under the init, with hooks in TypeScript")
    .argument("<program>", "the program")
    .argument("[words...]", "its arguments")
    .option("--hooks <file>", "a module that exports onSignal, onReap, onExit")
    .option("--hook-timeout <ms>", "how long a hook may take", milliseconds)
    .addOption(
      new Option("--forward <target>", "whom signals are forwarded to").choices([
        "child",
        "group",
        "all",
      ]),
    )
    .option("-c, --child", "as --forward child, which is the default")
    .option("-g, --group", "as --forward group")
    .option("-r, --rewrite <from:to>", "forward signal TO in place of FROM; TO 0 drops it", pairs())
    .option("-p, --parent-death-signal <signal>", "forward SIGNAL when the parent ends")
    .addOption(
      new Option("--on-exit <what>", "what is done with what outlives it").choices([
        "leave",
        "wait",
        "stop",
      ]),
    )
    .option("--grace <time>", "SIGKILL so long after the first stop signal")
    .option("-e, --remap-exit <code[:to]>", "report 0, or TO, in place of CODE", pairs("0"))
    .option("--session", "the program leads a session of its own")
    .option("-w, --warn-on-reap", "name each orphan reaped")
    .option("-v, --verbose", "say more; -vv and -vvv still more", (_, level) => level + 1, 0)
    .passThroughOptions()
    .addHelpText(
      "after",
      `
The options mean what tsinit's own mean. Status: PROGRAM's own; 128+N, killed by signal N; 127, not
found; 126, not runnable; 1, not started.

Examples:
  tsinitctl run --grace 25s -- node server.js
  tsinitctl run --hooks drain.ts -- nginx -g 'daemon off;'`,
    )
    .action(async (program: string, words: string[], choices: Choices) => {
      await run([program, ...words], choices);
    });
}
