/** Owns the entry on Node, and on Bun where Bun itself is installed. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "./host.ts";
import { loadBinding, NativeError } from "./native.ts";

/** The bundle has all that it loads beside it; the source finds it where the build puts it. */
function find(name: string): string | undefined {
  const places = [`./${name}`, `../../../dist/${name}`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
}

await serve({
  binding: () => loadBinding(find("tsinit-ffi.node")),
  library: () => {
    const path = find("tsinit-native.so");
    if (path === undefined) {
      throw new NativeError("tsinit-native.so is missing; npm run build makes it");
    }
    return path;
  },
  // Node's host is of several files: the static binary, if it is there, is what can be copied.
  copy: find("tsinit") ?? "/nonexistent/tsinit",
});
