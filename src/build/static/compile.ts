/** Turns C into the binary, for each machine that there is a compiler for. */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { BuildError, DIST, isThere, ROOT, runTool, WORK } from "../tools.ts";
import { trimElf } from "./elf.ts";

/**
 * Freestanding, small, no stack that can be run, nothing in it that names this machine or moment.
 */
const CC_OPTIONS = [
  "-std=gnu11",
  "-ffreestanding",
  "-nostdlib",
  "-static",
  "-fno-pie",
  "-no-pie",
  "-s",
  "-fno-stack-protector",
  "-fno-asynchronous-unwind-tables",
  "-fno-unwind-tables",
  "-fno-ident",
  "-fomit-frame-pointer",
  "-fwrapv",
  "-fno-strict-aliasing",
  "-fno-jump-tables",
  "-fmerge-all-constants",
  "-Wall",
  "-Wextra",
  "-Wl,-z,noseparate-code",
  "-Wl,-z,noexecstack",
  "-Wl,-z,norelro",
  "-Wl,--build-id=none",
  "-Wl,--gc-sections",
];

/** The file is the whole program; a loop that copies stays one, for there is no memcpy to call. */
const GCC_OPTIONS = ["-fwhole-program", "-fno-tree-loop-distribute-patterns"];

/** No vectors, no space below the stack pointer. */
const GCC_X86_OPTIONS = ["-mno-red-zone", "-mgeneral-regs-only"];

/** The same for clang. */
const CLANG_OPTIONS = ["-fno-builtin", "-ffunction-sections", "-Wno-unknown-warning-option"];

/** Where each machine's compilers are looked for, the first that is there builds. */
export const TARGETS = [
  { machine: "x86_64", node: "x64", compilers: [["x86_64-linux-gnu-gcc"]] },
  {
    machine: "aarch64",
    node: "arm64",
    compilers: [
      ["aarch64-linux-gnu-gcc"],
      ["clang", "--target=aarch64-linux-gnu", "-fuse-ld=lld", "-Wl,--no-rosegment"],
    ],
  },
];

export type Target = (typeof TARGETS)[number];

/** The compiler for `target`: this machine's own must be there, another may be missing. */
export function findCompiler(target: Target): string[] | undefined {
  if (target.node !== process.arch) return target.compilers.find(([command]) => isThere(command!));
  const own = [[process.env.CC || "cc"], ["gcc"], ["clang"]].find(([command]) => isThere(command!));
  if (own === undefined) {
    throw new BuildError("no C compiler found; install the Debian package gcc (or set CC)");
  }
  return own;
}

function isClang(compiler: string[]): boolean {
  const { stdout } = spawnSync(compiler[0]!, ["--version"], { encoding: "utf8" });
  return stdout.includes("clang");
}

/** gcc below 12 does not know -Oz. */
function sizeOption(compiler: string[]): string {
  const [command, ...options] = compiler;
  const probe = [...options, "-Oz", "-E", "-x", "c", "/dev/null"];
  return spawnSync(command!, probe, { stdio: "ignore" }).status === 0 ? "-Oz" : "-Os";
}

/** Compiles dist/tsinit-MACHINE: its name. */
export function compileNative(target: Target, compiler: string[]): string {
  const output = `tsinit-${target.machine}`;
  const [command, ...options] = compiler;
  const native = join(ROOT, "native");
  const include = [
    "-I.",
    `-I${native}`,
    `-I${join(native, "static")}`,
    `-isystem${join(native, "include")}`,
  ];
  const gcc = target.machine === "x86_64" ? [...GCC_OPTIONS, ...GCC_X86_OPTIONS] : GCC_OPTIONS;
  const own = isClang(compiler) ? CLANG_OPTIONS : gcc;
  const shared = [...CC_OPTIONS, `-ffile-prefix-map=${ROOT}=.`];
  const args = [...options, sizeOption(compiler), ...shared, ...own];
  runTool(command!, [...args, ...include, join(native, "static/tsinit.c"), "-o", output], command!);
  const path = join(WORK, output);
  fs.writeFileSync(path, trimElf(output, fs.readFileSync(path)));
  fs.renameSync(path, join(DIST, output));
  return output;
}
