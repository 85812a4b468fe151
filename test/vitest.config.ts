/** Owns how the tests are run: the core's side by side, real processes one file at a time. */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vitest/config";
import type { Reporter, TestModule } from "vitest/node";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const MINUTES = 60_000;

/** A test that could not run here says why in its title: the summary repeats all of these. */
const skipped: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const titles: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) titles.push(test.fullName);
    }
    if (titles.length === 0) return;
    console.log(`\n Skipped on this machine (${titles.length}):`);
    for (const title of titles) console.log(`   - ${title}`);
  },
};

/** The core's texts are read through a stand-in that knows where they end. */
const strictTexts: Plugin = {
  name: "strict-texts",
  enforce: "pre",
  resolveId(source, importer) {
    const isText = source.endsWith("/text.ts") && importer?.startsWith(resolve(ROOT, "src/core"));
    return isText ? resolve(ROOT, "test/core/text.ts") : null;
  },
};

const common = {
  setupFiles: ["test/setup.ts"],
  testTimeout: 2 * MINUTES,
  hookTimeout: 2 * MINUTES,
  teardownTimeout: MINUTES,
};

/** Groups run one after the other: nothing else loads the machine beside real processes. */
export default defineConfig({
  root: ROOT,
  test: {
    reporters: ["default", skipped],
    projects: [
      {
        root: ROOT,
        plugins: [strictTexts],
        test: {
          ...common,
          name: "core",
          include: ["test/core/**/*.test.ts", "test/sim/**/*.test.ts"],
          maxWorkers: "100%",
          sequence: { groupOrder: 0 },
        },
      },
      {
        root: ROOT,
        test: {
          ...common,
          name: "system",
          include: ["hosts", "containers", "tsinitctl", "library", "package"].map((room) => {
            return `test/${room}/**/*.test.ts`;
          }),
          fileParallelism: false,
          testTimeout: 5 * MINUTES,
          hookTimeout: 10 * MINUTES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
