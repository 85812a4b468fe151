/** Turns native/runtimes/library.c into the shared library of the Node and Bun hosts. */
import * as fs from "node:fs";
import { join } from "node:path";
import type { Target } from "../static/compile.ts";
import { writeNumbers } from "../static/numbers.ts";
import { ROOT, runTool, WORK } from "../tools.ts";

/** What native/ is compiled with for these hosts: no libc, nothing that names this machine. */
const CC_OPTIONS = [
  "-std=gnu11",
  "-ffreestanding",
  "-nostdlib",
  "-O2",
  "-s",
  "-fvisibility=hidden",
  "-fno-stack-protector",
  "-fno-asynchronous-unwind-tables",
  "-fno-ident",
  "-fwrapv",
  "-fno-strict-aliasing",
  "-Wall",
  "-Wextra",
  "-Wl,-z,noexecstack",
  "-Wl,--build-id=none",
];

/** Compiles native/runtimes/SOURCE for `target`: where OUTPUT is. */
export function compileNode(
  target: Target,
  compiler: string[],
  source: string,
  output: string,
  more: string[],
): string {
  fs.mkdirSync(WORK, { recursive: true });
  writeNumbers();
  const [command, ...options] = compiler;
  const native = join(ROOT, "native");
  const include = ["-I.", `-I${native}`, `-isystem${join(native, "include")}`];
  const prefix = `-ffile-prefix-map=${ROOT}=.`;
  // gcc would call a function of its own library for what later processors do in one step.
  const own = target.machine === "aarch64" ? ["-mno-outline-atomics"] : [];
  const args = [...options, ...CC_OPTIONS, ...own, ...more, prefix, ...include];
  runTool(
    command!,
    [...args, join(native, "runtimes", source), "-o", output],
    `${command} ${target.machine}`,
  );
  return join(WORK, output);
}

/** What makes it a shared library that needs no other. */
export const SHARED = ["-shared", "-fPIC", "-Wl,-z,defs"];
/** A program without a libc. */
export const PROGRAM = ["-static", "-fno-pie", "-no-pie"];

/**
 * A program whose one segment runs at `address` and ends in a jump to `entry`; `slot` is where the
 * runtime has the address of sigaction.
 */
export function codeAt(address: number, entry: number, slot: number): string[] {
  const script = join(ROOT, "native/runtimes/early.ld");
  const symbols = { place: address, runtime_entry: entry, sigaction_slot: slot };
  return [
    ...PROGRAM,
    "-mcmodel=large",
    `-Wl,-T,${script}`,
    ...Object.entries(symbols).map(([name, value]) => `-Wl,--defsym=${name}=${value}`),
  ];
}
