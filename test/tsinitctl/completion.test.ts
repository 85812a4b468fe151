/** tsinitctl completion: what bash and zsh offer, asked of the shells themselves. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, zsh } from "../support/machine.ts";
import { scratch } from "../support/probes.ts";
import { tsinitctl } from "../support/tsinitctl.ts";

async function scriptFor(shell: string): Promise<{ folder: string; script: string }> {
  const { status, out } = await tsinitctl(["completion", shell]);
  expect(status).toBe(0);
  const folder = scratch();
  const script = join(folder, "_tsinitctl");
  writeFileSync(script, out);
  writeFileSync(join(folder, "hooks.ts"), "");
  return { folder, script };
}

describe.skipIf(!bash.met)(`in bash${bash.suffix}`, () => {
  async function offered(...words: string[]): Promise<string[]> {
    const { folder, script } = await scriptFor("bash");
    const ask = `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tsinitctl
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = spawnSync("bash", ["--norc", "-c", ask, "bash", "tsinitctl", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    return ran.stdout.trim().split("\n");
  }

  it("the commands come first", async () => {
    expect(await offered("")).toEqual(expect.arrayContaining(["install", "zombies", "--help"]));
    expect(await offered("inst")).toEqual(["install"]);
  });

  it("then a command's own options and choices", async () => {
    expect(await offered("pids", "--j")).toEqual(["--json"]);
    expect(await offered("completion", "z")).toEqual(["zsh"]);
    expect(await offered("run", "--on-exit", "w")).toEqual(["wait"]);
    expect(await offered("run", "--", "bas")).toContain("bash");
  });

  it("a file where an option takes one", async () => {
    expect(await offered("pids", "--cgroups", "hoo")).toEqual(["hooks.ts"]);
  });
});

describe.skipIf(!zsh.met)(`in zsh${zsh.suffix}`, () => {
  /** Types into an interactive zsh, and gives the line as it stands after a tab. */
  async function typed(line: string): Promise<string> {
    const { folder, script } = await scriptFor("zsh");
    const ask = `zmodload zsh/zpty
      zpty shell 'PS1= TERM=dumb zsh -f -i'
      zpty -w shell 'unsetopt zle_bracketed_paste; autoload -U compinit; compinit -D -u'
      zpty -w shell 'source ${script}; bindkey "^X" show; show() { print -r "<$BUFFER>"; zle -I }'
      zpty -w shell 'zle -N show; print rea""dy'
      zpty -r shell text '*ready*'
      zpty -w -n shell ${JSON.stringify(line)}$'\\t'$'\\x18'
      zpty -r shell text '*<*>*'; print -r -- "$text"; zpty -d shell`;
    const ran = spawnSync("zsh", ["-f", "-c", ask], {
      cwd: folder,
      encoding: "utf8",
      timeout: 20_000,
    });
    return /<(.*)>/.exec(ran.stdout)?.[1] ?? `${ran.stdout}${ran.stderr}`;
  }

  it.each([
    ["tsinitctl inst", "tsinitctl install "],
    ["tsinitctl pids --js", "tsinitctl pids --json "],
    ["tsinitctl completion z", "tsinitctl completion zsh "],
    ["tsinitctl run --on-exit w", "tsinitctl run --on-exit wait "],
    ["tsinitctl install hoo", "tsinitctl install hooks.ts "],
  ])("%s becomes %s", async (line, full) => {
    expect(await typed(line)).toBe(full);
  });
});
