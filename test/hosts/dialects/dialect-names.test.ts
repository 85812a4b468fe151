/** By which names, links and options the dialects are chosen. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probe, type Result, Run, scratch } from "../../support/harness.ts";
import { type Name, pairOf, placed, quiet, selfTest, tsinit } from "./dialects.ts";

const missing = "no-such-program-here";

interface Mark {
  readonly version: RegExp;
  readonly stream: "out" | "err";
  readonly status: number;
  readonly line: RegExp;
}

/** What tells the dialects apart at once: the version, and what a missing program comes to. */
const marks: Record<Name, Mark> = {
  tini: {
    version: /^tini version \d+\.\d+\.\d+/,
    stream: "out",
    status: 127,
    line: /^\[FATAL tini \(\d+\)\] exec no-such-program-here failed: No such file or directory\n$/,
  },
  "dumb-init": {
    version: /^dumb-init v\d+\.\d+\.\d+\n$/,
    stream: "err",
    status: 2,
    line: /^\[dumb-init\] no-such-program-here: No such file or directory\n$/,
  },
  catatonit: {
    version: /^tini version \d+\.\d+\.\d+_catatonit\n$/,
    stream: "out",
    status: 1,
    line: /^ERROR \(catatonit:\d+\): failed to exec pid1: No such file or directory\n$/,
  },
};

async function run(words: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  return await new Run(words, quiet({ env, cwd: "/" })).ended;
}

async function expectDialect(
  name: Name,
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const { version, stream, status, line } = marks[name];
  const told = await run([...command, "--version"], env);
  expect(told.status).toBe(0);
  expect(told[stream]).toMatch(version);
  expect(told[stream === "out" ? "err" : "out"]).toBe("");
  const lost = await run([...command, "--", missing], env);
  expect({ status: lost.status, out: lost.out }).toEqual({ status, out: "" });
  expect(lost.err).toMatch(line);
}

const names: readonly (readonly [string, Name])[] = [
  ["tini", "tini"],
  ["tini-static", "tini"],
  ["docker-init", "tini"],
  ["dumb-init", "dumb-init"],
  ["catatonit", "catatonit"],
  ["podman-init", "catatonit"],
];
const kinds = ["symbolic link", "hard link", "copy"] as const;

describe.skipIf(selfTest)("the name it is called by chooses the dialect", () => {
  for (const kind of kinds) {
    it.each(names)(`a ${kind} called %s is %s`, async (name, dialect) => {
      await expectDialect(dialect, [placed(name, kind)]);
    });
  }

  it.each(names)("a link to a link: the first name, %s, counts", async (name, dialect) => {
    const folder = scratch();
    symlinkSync(tsinit, join(folder, "other-name"));
    symlinkSync("other-name", join(folder, name));
    await expectDialect(dialect, [join(folder, name)]);
  });

  it.each(names)("found in PATH as %s", async (name, dialect) => {
    const path = placed(name, "symbolic link");
    const found = ["env", `PATH=${join(path, "..")}:${process.env["PATH"]}`, name];
    await expectDialect(dialect, found);
  });

  it.each(names)("any argv[0] that ends in /%s", async (name, dialect) => {
    for (const word of [`/nowhere/${name}`, `./${name}`, `../${name}`, name]) {
      await expectDialect(dialect, [probe("prep"), `argv0=${word}`, "--", tsinit]);
    }
  });

  it.each(["tini2", "my-tini", "TINI", "dumb-init.old", "catatonit/", "init", ""])(
    "the name %j is no dialect",
    async (word) => {
      const { status, err } = await run([probe("prep"), `argv0=${word}`, "--", tsinit, missing]);
      expect(status).toBe(127);
      expect(err).toBe(`tsinit: fatal: cannot run "${missing}": no such file in PATH\n`);
    },
  );
});

const dialects: readonly Name[] = ["tini", "dumb-init", "catatonit"];

describe.skipIf(selfTest)("where the name cannot be chosen", () => {
  it.each(names)("--dialect=%s is %s", async (name, dialect) => {
    await expectDialect(dialect, [tsinit, `--dialect=${name}`]);
    await expectDialect(dialect, [tsinit, "--dialect", name]);
  });

  it.each(names)("TSINIT_DIALECT=%s is %s", async (name, dialect) => {
    await expectDialect(dialect, [tsinit], { TSINIT_DIALECT: name });
  });

  it.each(names)("a link called %s whose target is run by its own path", async (name, dialect) => {
    const resolved = ["sh", "-c", 'exec "$(readlink -f "$0")" "$@"', placed(name, "symbolic link")];
    await expectDialect(dialect, [...resolved, `--dialect=${name}`]);
    await expectDialect(dialect, resolved, { TSINIT_DIALECT: name });
    const plain = await run([...resolved, "--", missing]);
    expect(plain.err).toMatch(/^tsinit: fatal: cannot run/);
  });

  it.each(dialects)("the command line wins over TSINIT_DIALECT=%s", async (name) => {
    const other = dialects.find((one) => one !== name)!;
    await expectDialect(other, [tsinit, `--dialect=${other}`], { TSINIT_DIALECT: name });
  });

  it("an unknown dialect is wrong use, in one line that names it", async () => {
    const ways = [
      [["--dialect=sysv"], {}],
      [[], { TSINIT_DIALECT: "sysv" }],
    ] as const;
    for (const [words, env] of ways) {
      const { status, out, err } = await run([tsinit, ...words, "true"], env);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(/^tsinit: fatal: .*sysv.*\n$/);
    }
  });

  it("TSINIT_DIALECT reaches the child unchanged", async () => {
    const words = [tsinit, "--", "sh", "-c", 'echo "$TSINIT_DIALECT"'];
    expect((await run(words, { TSINIT_DIALECT: "tini" })).out).toBe("tini\n");
  });
});

describe("the marks are those of the originals", () => {
  for (const name of dialects) {
    const pair = pairOf(name);
    it.skipIf(pair.missing)(`${name}${pair.suffix}`, async () => {
      await expectDialect(
        name,
        name === "tini" ? ["env", "TINI_SUBREAPER=", pair.original.path] : [pair.original.path],
      );
    });
  }
});
