/** Owns the entry of the single file that Bun compiles, whose parts are within it. */
import { dlopen } from "bun:ffi";
import { readFileSync, writeSync } from "node:fs";
import binding from "../../../dist/tsinit-ffi.node" with { type: "file" };
import library from "../../../dist/tsinit-native.so" with { type: "file" };
import { serve } from "./host.ts";
import { loadBinding, NativeError } from "./native.ts";

/** memfd_create(2). */
const MFD_CLOEXEC = 1;

/**
 * Puts a part of the binary where the dynamic linker can load it: a file in memory, for there may
 * be no folder to write to. It stays open: its number, which is its name, must not come again.
 */
function inMemory(path: string): string {
  const { symbols } = dlopen("libc.so.6", {
    memfd_create: { args: ["ptr", "u32"], returns: "i32" },
  });
  try {
    const file = symbols["memfd_create"]!(Buffer.from("tsinit\0"), MFD_CLOEXEC);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return `/proc/self/fd/${file}`;
  } catch (error) {
    throw new NativeError(`no file in memory can be made (${String(error)}); use another host`);
  }
}

await serve({
  binding: () => loadBinding(inMemory(binding)),
  library: () => inMemory(library),
  copy: "/proc/self/exe",
});
