/** Which dialect is spoken: by tsinit's own name, by TSINIT_DIALECT, by --dialect. */
import { describe, expect, it } from "vitest";
import type { Outcome, Setup } from "../../sim/scenario.ts";
import { orphanEnds, sends, tsinit } from "../../sim/scenario.ts";
import { EPERM, TERM } from "../../support/signals.ts";

const VERSIONS: Readonly<Record<string, string>> = {
  tsinit: "tini version 1.0.0 - git.tsinit\n",
  tini: "tini version 0.19.0 - git.tsinit\n",
  "dumb-init": "dumb-init v1.2.5\n",
  catatonit: "tini version 0.2.1_catatonit\n",
};

const ALIASES: readonly (readonly [string, string])[] = [
  ["tsinit", "tsinit"],
  ["tini", "tini"],
  ["tini-static", "tini"],
  ["docker-init", "tini"],
  ["dumb-init", "dumb-init"],
  ["catatonit", "catatonit"],
  ["podman-init", "catatonit"],
];

/** Runs tsinit called as `name`. */
function called(name: string, words: string[], setup: Setup = {}): Outcome {
  const prepare: Setup["prepare"] = (kernel) => {
    kernel.words = [name, ...words];
    setup.prepare?.(kernel);
  };
  return tsinit([], { ...setup, prepare });
}

function versionOf(name: string, words: string[] = [], variables: string[] = []): string {
  const { stdout, stderr, status } = called(name, [...words, "--version"], { variables });
  expect(status).toBe(0);
  return stdout + stderr;
}

describe("the name that tsinit is called by", () => {
  it.each(ALIASES)("%s is %s, in any folder", (name, dialect) => {
    for (const path of ["", "/usr/bin/", "./", "//", "../tini/"]) {
      expect(versionOf(path + name)).toBe(VERSIONS[dialect]);
    }
  });

  it.each(["init", "tinit", "tini ", "Tini", "xtini", "tini/", "dumb-init2", "", "tini.sh"])(
    "%j is nobody's: tsinit's own",
    (name) => {
      expect(versionOf(name)).toBe(VERSIONS["tsinit"]);
      expect(versionOf(`/tini/dumb-init/${name}`)).toBe(VERSIONS["tsinit"]);
    },
  );
});

describe("TSINIT_DIALECT", () => {
  it.each(ALIASES)("=%s is %s, whatever the name", (value, dialect) => {
    for (const name of ["tsinit", "init", "tini", "dumb-init", "catatonit"]) {
      expect(versionOf(name, [], [`TSINIT_DIALECT=${value}`])).toBe(VERSIONS[dialect]);
    }
  });

  it("empty, it is as if it were not there", () => {
    expect(versionOf("catatonit", [], ["TSINIT_DIALECT="])).toBe(VERSIONS["catatonit"]);
  });

  it.each(["nope", "tini ", "TINI", "/bin/tini", "tini,catatonit"])("=%j is refused", (value) => {
    const { status, stderr, kernel } = tsinit(["p"], { variables: [`TSINIT_DIALECT=${value}`] });
    const cause = "no such dialect; use tini, dumb-init or catatonit; see tsinit --help";
    expect(stderr).toBe(`tsinit: fatal: TSINIT_DIALECT=${value}: ${cause}\n`);
    expect([status, kernel.spawned]).toEqual([1, []]);
  });
});

describe("--dialect", () => {
  it.each(ALIASES)("=%s is %s", (value, dialect) => {
    for (const words of [[`--dialect=${value}`], ["--dialect", value]]) {
      expect(versionOf("tsinit", words)).toBe(VERSIONS[dialect]);
      expect(versionOf("init", words, ["TSINIT_DIALECT=nope"])).toBe(VERSIONS[dialect]);
    }
  });

  it.each(["", "nope", "Tini", "tini "])("%j is refused", (value) => {
    const { status, stderr } = tsinit([`--dialect=${value}`, "p"]);
    const cause = "no such dialect; use tini, dumb-init or catatonit; see tsinit --help";
    expect(stderr).toBe(`tsinit: fatal: --dialect=${value}: ${cause}\n`);
    expect(status).toBe(1);
  });

  it("is no option of an original", () => {
    for (const name of ["tini", "dumb-init", "catatonit"]) {
      expect(called(name, ["--dialect=tsinit", "p"]).status).toBe(1);
    }
  });
});

describe("a dialect is the same however it was chosen", () => {
  const life = (name: string, words: string[], variables: string[] = []): unknown => {
    const { kernel, sent, status, stderr } = called(name, [...words, "p"], {
      variables,
      pid: 70,
      foreground: 70,
      steps: [sends(1), sends(18), sends(TERM), orphanEnds("sleep"), sends(20)],
      prepare: (made) => {
        made.failures = [{ method: "kill", call: 3, errno: EPERM, forEver: false }];
      },
    });
    const spawn = kernel.trace!.find((call) => call.startsWith("spawn("))!;
    return [spawn.replace(/\d+/, "N"), sent, status, stderr, kernel.stdout];
  };

  it.each(["tsinit", "tini", "dumb-init", "catatonit"])("%s by name and by variable", (name) => {
    expect(life("x", [], [`TSINIT_DIALECT=${name}`])).toEqual(life(name, []));
  });

  it.each(["tini", "dumb-init", "catatonit"])("%s by variable whatever the name", (name) => {
    const variables = [`TSINIT_DIALECT=${name}`, "TSINIT_OPTIONS=-vv"];
    for (const other of ["tini", "dumb-init", "catatonit"]) {
      expect([other, life(other, [], variables)]).toEqual([other, life("x", [], variables)]);
      const wrong = (base: string): string => called(base, ["-Z"], { variables }).stderr;
      expect(wrong(other).replaceAll(other, "x")).toBe(wrong("x").replaceAll(other, "x"));
    }
  });

  it.each(["tsinit", "tini", "dumb-init", "catatonit"])("%s by option too", (name) => {
    expect(life("x", [`--dialect=${name}`])).toEqual(life(name, []));
  });
});
