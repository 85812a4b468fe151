/** Owns the calls into native/ that a program needs that lives on beside its children. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import {
  type Binding,
  BYTES,
  bindingName,
  INTEGER,
  Library,
  loadBinding,
} from "../hosts/node/native.ts";
import { TsinitError } from "./errors.ts";
import { machineOf, packageFolder } from "./package.ts";

/** The functions of native/runtimes/embed.c, and what goes with them. */
function bindAll(library: Library) {
  return {
    becomeSubreaper: library.bind("tsinit_become_subreaper"),
    forgetSignals: library.bind("tsinit_forget_signals"),
    peekOwn: library.bind("tsinit_peek_own"),
    signalCode: library.bind("tsinit_signal_code"),
    signalSender: library.bind("tsinit_signal_sender"),
    spawnWords: library.bind(
      "tsinit_spawn_words",
      BYTES,
      INTEGER,
      BYTES,
      INTEGER,
      BYTES,
      INTEGER,
      INTEGER,
    ),
    takeNoted: library.bind("tsinit_take_noted"),
    wait: library.bind("tsinit_wait_child", INTEGER),
    waitStatus: library.bind("tsinit_wait_status"),
    watchAgain: library.bind("tsinit_watch_again"),
    watchSignals: library.bind("tsinit_watch_signals"),
  };
}

export interface Native {
  readonly binding: Binding;
  /** Where the library of native/ is. */
  readonly path: string;
  readonly calls: ReturnType<typeof bindAll>;
}

let loaded: Native | null = null;

/**
 * Loads ffi-rs and the library of native/ when they are first needed. Throws `ERR_TSINIT_PLATFORM`
 * where they cannot be, on Bun, and in a worker: adopted children come to the first thread.
 */
export function native(): Native {
  if (!isMainThread) {
    throw new TsinitError("ERR_TSINIT_PLATFORM", "children are the main thread's, not a worker's");
  }
  if (process.versions["bun"] !== undefined) {
    // Bun does not tell which children are its own, and ends when one of them is gone.
    throw new TsinitError("ERR_TSINIT_PLATFORM", "Bun cannot share its children; use Node");
  }
  loaded ??= load();
  return loaded;
}

function load(): Native {
  const path = join(packageFolder(), `dist/lib/native-${machineOf(process.arch)}.so`);
  if (!existsSync(path)) {
    throw new TsinitError("ERR_TSINIT_FILE", `${path} is missing; install tsinit again`);
  }
  try {
    const binding = loadBinding(bindingPath());
    return { binding, path, calls: bindAll(new Library(binding, "tsinit-embedded", path)) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TsinitError("ERR_TSINIT_PLATFORM", message, { cause });
  }
}

/**
 * The part of ffi-rs that was installed for this machine. It is ffi-rs's dependency, which not
 * every package manager puts where this package can see it.
 */
function bindingPath(): string {
  const fromHere = createRequire(import.meta.url);
  const fromThere = createRequire(fromHere.resolve("ffi-rs"));
  const glibc = bindingName();
  try {
    return fromThere.resolve(`@yuuang/ffi-rs-${glibc}`);
  } catch {
    return fromThere.resolve(`@yuuang/ffi-rs-${glibc.replace(/gnu$/, "musl")}`);
  }
}
