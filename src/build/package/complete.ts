/** Says, before the package is packed, what is missing: it must serve every machine. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TARGETS } from "../static/compile.ts";
import { DIST } from "../tools.ts";

const parts = TARGETS.flatMap(({ machine }) => [`tsinit-${machine}`, `lib/native-${machine}.so`]);
const missing = parts.filter((name) => !existsSync(join(DIST, name)));
if (missing.length > 0) {
  const names = missing.map((name) => `dist/${name}`).join(", ");
  process.stderr.write(
    `tsinit: build: the package needs ${names}, and there is no compiler here ` +
      "for it (gcc-aarch64-linux-gnu, or clang with lld)\n",
  );
  process.exitCode = 1;
}
