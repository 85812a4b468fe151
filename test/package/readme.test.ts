/** A newcomer's path: the package installed elsewhere, the README's programs under tsx and Node. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as proc from "../support/proc.ts";
import { Run, signal, until } from "../support/run.ts";
import { ROOT } from "../support/tsinitctl.ts";
import { Packed } from "./packed.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const BLOCKS = [...README.matchAll(/```ts\n([^]*?)```/g)].map((match) => match[1] ?? "");

/** The one program of the README in which `word` is used. */
function example(word: string): string {
  const found = BLOCKS.filter((block) => block.includes(word));
  expect(found).toHaveLength(1);
  return found[0] as string;
}

let packed: Packed;
beforeAll(() => {
  packed = new Packed();
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  packed.npm(
    "install",
    ...["tsx", "typescript", "@types/node"].map((name) => {
      return `${name}@${devDependencies[name]}`;
    }),
  );
});
afterAll(() => packed.remove());

function write(name: string, text: string): string {
  writeFileSync(packed.path(name), text);
  return packed.path(name);
}

/** TypeScript under tsx; the examples without types are JavaScript as well. */
const WAYS = [
  ["tsx", (text: string) => [packed.bin("tsx"), write("example.ts", text)]],
  ["plain Node", (text: string) => [process.execPath, write("example.mjs", text)]],
] as const;

describe.each(WAYS)("the README's programs under %s", (_, command) => {
  const start = (word: string): Run => new Run(command(example(word)), { env: { TMPDIR: "/tmp" } });

  it("supervise", async () => {
    const run = start("supervise(");
    // Once the shell has a child of its own, its trap is set.
    const child = await until(
      () =>
        proc.descendants(run.pid).find((pid) => {
          return proc.words(pid)[2]?.startsWith("trap 'exit 7'") && proc.children(pid).length > 0;
        }),
      "the child",
    );
    signal(Number(proc.status(child, "PPid")), 15);
    expect((await run.ended).status).toBe(7);
  });

  it("reapOrphans", async () => {
    const run = start("reapOrphans(");
    await run.line(/^reaped the orphan sh: 3$/m);
    await run.line(/^child_process tells of its own child: 4$/m);
  });

  it("zombies", async () => {
    const { status, out } = await start("controlGroups()").ended;
    expect(status).toBe(0);
    expect(out).toMatch(/^pids used: \d+ of /m);
  });
});

describe("the README's modules of hooks", () => {
  it("run under tsinitctl with tsx", async () => {
    const hooks = write("drain.ts", example("// drain.ts"));
    const run = new Run([
      packed.bin("tsinitctl"),
      "run",
      "--hooks",
      hooks,
      "sh",
      "-c",
      "trap 'exit 5' QUIT; echo ready; while :; do sleep 0.1; done",
    ]);
    await run.line(/^ready/);
    signal(run.pid, 15);
    expect((await run.ended).status).toBe(5);
  });
});

it("the README's help of tsinitctl is its very text", () => {
  const help = execFileSync(packed.bin("tsinitctl"), ["--help"], { encoding: "utf8" });
  expect(README).toContain("```text\n" + help + "```");
});

describe("the types", () => {
  it("are complete: the README's programs pass a strict check that looks into them as well", () => {
    const files = BLOCKS.map((block, at) => write(`checked-${at}.ts`, block));
    const options = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "false",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--exactOptionalPropertyTypes",
      "--types",
      "node",
      "--ignoreConfig",
    ];
    execFileSync(packed.bin("tsc"), [...options, ...files], {
      cwd: packed.folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    expect(files.length).toBeGreaterThan(3);
  });
});
