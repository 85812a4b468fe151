/** Owns how the tests are run: the core's first, then those with real processes. */
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from "vitest/node";

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
    return isText ? resolve(ROOT, "test/support/text.ts") : null;
  },
};

/**
 * A test with real processes waits for them more than it computes, so that there is one file more
 * than cores; each test marks its processes, and looks for no others. Beyond a few, engines of
 * containers would only compete for the disk.
 */
const SIDE_BY_SIDE = Math.min(availableParallelism() + 1, 4);

const ROOMS = ["hosts", "containers", "tsinitctl", "library", "package"];

/** What begins so takes minutes: the peers side by side, engines of containers, seconds of rest. */
const LONG = ["hosts/dialects/", "containers/", "hosts/idle", "library/", "package/"];

/** Files that take long come first, lest one of them be left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((name) => moduleId.startsWith(resolve(ROOT, "test", name)));
      return found < 0 ? LONG.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

const common = {
  setupFiles: ["test/setup.ts"],
  testTimeout: 2 * MINUTES,
  hookTimeout: 2 * MINUTES,
  teardownTimeout: MINUTES,
};

/** Groups run one after the other: what only computes does not hold up real processes. */
export default defineConfig({
  root: ROOT,
  test: {
    reporters: ["default", skipped],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root: ROOT,
        plugins: [strictTexts],
        test: {
          ...common,
          name: "core",
          include: ["core", "sim", "build"].map((room) => `test/${room}/**/*.test.ts`),
          maxWorkers: "100%",
          sequence: { groupOrder: 0 },
        },
      },
      {
        root: ROOT,
        test: {
          ...common,
          name: "system",
          include: ROOMS.map((room) => `test/${room}/**/*.test.ts`),
          maxWorkers: SIDE_BY_SIDE,
          testTimeout: 5 * MINUTES,
          hookTimeout: 10 * MINUTES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
