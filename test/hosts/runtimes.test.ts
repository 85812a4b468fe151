/**
 * What only the hosts on a runtime have to show: they are the same init whatever the runtime does.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  beside,
  hosts,
  initOf,
  prepared,
  probe,
  queue,
  Run,
  run,
  scratch,
  signal,
  start,
  until,
} from "../support/harness.ts";
import * as proc from "../support/proc.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(checkout, "dist");
const onNode = [process.execPath, join(dist, "tsinit.mjs")];
const source = join(checkout, "src/hosts/node/main.ts");
const runtimes = hosts.filter(({ name }) => name !== "static").map(beside);

const ways = [
  { way: "node dist/tsinit.mjs", command: onNode },
  { way: "tsx src/hosts/node/main.ts", command: [join(checkout, "node_modules/.bin/tsx"), source] },
  { way: "bun src/hosts/node/main.ts", command: [join(checkout, "node_modules/.bin/bun"), source] },
];

describe.each(ways)("$way", ({ command }) => {
  it("is the same init", async () => {
    const words = ["-w", "--", "sh", "-c", '(exit 4 & exit 0); echo "$1"; exit 3', "sh", "-h"];
    const { status, out, err } = await new Run([...command, ...words]).ended;
    expect({ status, out }).toEqual({ status: 3, out: "-h\n" });
    expect(err).toMatch(/^(tsinit: warning: reaped orphan \d+ \(sh\): exit status 4\n)?$/);
  });

  it("forwards signals of every kind", async () => {
    const started = new Run([...command, "--", probe("record"), "until=15:9"]);
    await started.line(/^ready/m);
    const init = await until(
      () =>
        [started.pid, ...proc.descendants(started.pid)].find((pid) => {
          return proc.children(pid).some((child) => proc.words(child)[0] === probe("record"));
        }),
      "the init",
    );
    for (const number of [1, 30, 34, 64, 11]) signal(init, number);
    await until(() => started.out.match(/^got (1|30|34|64|11) /gm)?.length === 5, "all five");
    signal(init, 15);
    expect((await started.ended).status).toBe(9);
  });
});

describe.each(runtimes)("on $name", (host) => {
  it("a signal that comes while the runtime starts is not lost", async () => {
    for (const number of [15, 1, 10, 34, 64, 30, 31, 11, 6, 8]) {
      const started = start(host, [probe("record"), `until=${number}:9`]);
      const init = await initOf(started, host);
      // In a wait for signals none is blocked, but then there is a child.
      await until(
        () => /f[0-9a-f]{7}$/.test(proc.status(init, "SigBlk")) || proc.children(init).length > 0,
        "its first instruction",
      );
      signal(init, number);
      // The child may not have been there to catch it.
      expect([9, 128 + number]).toContain((await started.ended).status);
    }
  });

  it("all that is sent at once arrives once", async () => {
    const started = start(host, ["--", probe("record"), "count=40:500:9"]);
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    await queue(init, 40, 500);
    expect((await started.ended).status).toBe(9);
  });

  it("a JSON line has the fields that the static binary gives it", async () => {
    const words = ["-vvv", "--log-format=json", "--", "sh", "-c", "kill -9 $$"];
    const lines = async (command: readonly string[]): Promise<unknown[]> => {
      const { err } = await new Run([...command, ...words]).ended;
      return err
        .trimEnd()
        .split("\n")
        .map((line) => {
          const fields = Object.entries(JSON.parse(line) as Record<string, unknown>).sort();
          return fields.map(([name, value]) => [name, String(value).replace(/\d{3,}/g, "N")]);
        });
    };
    const expected = await lines([join(dist, "tsinit")]);
    expect(JSON.stringify(expected)).toContain('["time","N"]');
    expect(await lines(host.command)).toEqual(expected);
  });
});

describe.each(runtimes)("on $name", (host) => {
  it("the streams block as before, for all who share them", async () => {
    const file = join(scratch(), "dump");
    for (const format of ["text", "json"]) {
      const words = ["-v", `--log-format=${format}`, "--", probe("dump"), file];
      expect((await run(host, words)).err).not.toBe("");
      expect(readFileSync(file, "latin1")).toMatch(/^fd 2 flags=0 status=[0-2] /m);
    }
  });
});

describe.each(runtimes)("on $name", (host) => {
  it("a flood of orphans takes no room once the runtime is warm", async () => {
    const batches = [30_000, 20_000, 20_000];
    const words = ["--", probe("orphans"), ...batches.map(String)];
    const started = start(host, words, { input: "" });
    await started.line(/^ready/m);
    const init = await initOf(started, host);
    const resident: number[] = [];
    let total = 0;
    for (const batch of batches) {
      started.write("go\n");
      await started.line(new RegExp(`^made ${(total += batch)}$`, "m"));
      await until(() => proc.children(init).length === 1, `the reaping of ${total} orphans`);
      resident.push(proc.kilobytes(init, "VmRSS"));
    }
    // Less than a tenth of a kilobyte for each: what a runtime does by itself, not what leaks.
    expect(resident[2]! - resident[1]!).toBeLessThan(2000);
  });
});

const alien = {
  NODE_OPTIONS: "--no-such-option",
  BUN_OPTIONS: "--no-such-option",
  NODE_DEBUG: "module,fs",
  BUN_INSPECT: "ws://127.0.0.1:1/x",
  NODE_V8_COVERAGE: "/nosuch/coverage",
  BUN_DEBUG: "1",
  BUN_JSC_dumpOptions: "2",
  NODE_PATH: "/nosuch",
  UV_THREADPOOL_SIZE: "0",
  JSC_dumpOptions: "2",
  BUN_CONFIG_VERBOSE_FETCH: "1",
  NODE_REPL_EXTERNAL_MODULE: "/nosuch",
  NODE_TLS_REJECT: "0",
  BUN_BE_BUN: "1",
  MIMALLOC_VERBOSE: "1",
  mimalloc_show_stats: "1",
  MALLOC_CHECK_: "3",
};

/** A folder with all that Bun and Node would read from the working directory. */
function trap(): string {
  const folder = scratch();
  const evil = 'console.log("evil"); process.exit(99)';
  const files = {
    ".env": "TSINIT_OPTIONS=-vvv\nEVIL=1\n",
    ".env.local": "EVIL=1\n",
    ".env.production": "EVIL=1\n",
    "bunfig.toml": 'preload = ["./evil.ts"]\n[run]\nsilent = false\n',
    "evil.ts": evil,
    "tsconfig.json": "{ not json",
    "package.json": "{ not json",
    "index.ts": evil,
    "bun.lock": "{",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "node_modules/pino"), { recursive: true });
  writeFileSync(join(folder, "node_modules/pino/index.js"), evil);
  return folder;
}

describe.each(runtimes)("on $name", (host) => {
  it("nothing in the environment changes the init, and the child has all of it", async () => {
    const bare = { ...beside(host), command: [] };
    const without = await run(bare, ["env"], { env: alien });
    expect(without.out).toContain("NODE_OPTIONS=--no-such-option\n");
    expect(await run(host, ["env"], { env: alien })).toEqual(without);
  });

  it("nothing in the working directory changes the init", async () => {
    const cwd = trap();
    const words = ["--log-format=json", "-w", "--", "sh", "-c", 'pwd; echo "${EVIL-none}"'];
    expect(await run(host, words, { cwd })).toEqual({ status: 0, out: `${cwd}\nnone\n`, err: "" });
  });

  it("a LD_PRELOAD is for the runtime and the child alike", async () => {
    const { out } = await run(host, ["sh", "-c", 'echo "$LD_PRELOAD $(env | grep -c TSINIT_L)"'], {
      env: { LD_PRELOAD: "libc.so.6" },
    });
    expect(out).toBe("libc.so.6 0\n");
  });

  it("words that the runtime would take for its own are the program's", async () => {
    for (const word of ["--inspect", "--eval", "-e", "--version", "--bun", "-p", "--help", "run"]) {
      const { out } = await run(host, ["--", "printf", "%s\\n", word, "--", word]);
      expect(out).toBe(`${word}\n--\n${word}\n`);
    }
  });

  it("a file size limit is for the child alone", async () => {
    const { out } = await run(prepared(host, "limit=1:0:1048576"), ["sh", "-c", "ulimit -f"]);
    expect(out).toBe("0\n");
  });
});
