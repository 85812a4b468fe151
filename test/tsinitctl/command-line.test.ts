/** tsinitctl's words: help with examples, one line for an error, colours where they can be seen. */
import { describe, expect, it } from "vitest";
import { scratch } from "../support/probes.ts";
import { Run } from "../support/run.ts";
import { Terminal } from "../support/terminal.ts";
import { lay, TSINITCTL, tsinitctl } from "../support/tsinitctl.ts";

const COMMANDS = ["install", "zombies", "pids", "metrics", "completion"];

describe("tsinitctl --help", () => {
  it("names every command, and ends with 0", async () => {
    const { status, out, err } = await tsinitctl(["--help"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
  });

  it.each(COMMANDS)("%s --help gives examples", async (command) => {
    const { status, out, err } = await tsinitctl([command, "--help"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toMatch(new RegExp(`^Examples:\n(  .*\n)*  .*tsinitctl ${command}`, "m"));
  });

  it("--version gives the package's version", async () => {
    expect(await tsinitctl(["--version"])).toEqual({
      status: 0,
      err: "",
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe("a wrong use is one line on standard error, and status 1", () => {
  it.each([
    ["", "no command given"],
    ["instal x", "unknown command 'instal'; perhaps install"],
    ["pids --jsn", "unknown option '--jsn'; perhaps --json"],
    ["install", "missing required argument 'dest'"],
    ["install a b", "too many arguments for 'install'. Expected 1 argument but got 2"],
    [
      "metrics --listen here",
      "option '--listen <host:port>' argument 'here' is invalid. " +
        "Use HOST:PORT, such as 127.0.0.1:9464 or :9464",
    ],
    [
      "zombies --interval 0",
      "option '--interval <seconds>' argument '0' is invalid. Use 0.1 to 3600 seconds",
    ],
    [
      "completion fish",
      "command-argument value 'fish' is invalid for argument 'shell'. " +
        "Allowed choices are bash, zsh",
    ],
  ])("tsinitctl %s", async (words, message) => {
    const result = await tsinitctl(words.split(" ").filter(Boolean));
    const err = `tsinitctl: ${message}; see tsinitctl --help\n`;
    expect(result).toEqual({ status: 1, out: "", err });
  });
});

describe("output that cannot be written", () => {
  it.each(["zombies", "pids --json", "completion bash", "--help"])(
    "tsinitctl %s: is one line, and status 1",
    async (words) => {
      const command = ["sh", "-c", `exec "$@" ${words} > /dev/full`, "sh", ...TSINITCTL];
      expect(await new Run(command).ended).toEqual({
        status: 1,
        out: "",
        err: "tsinitctl: cannot write: no space left on device\n",
      });
    },
  );

  it("is no error where nobody reads on", async () => {
    const command = ["sh", "-c", '"$@" completion bash | true', "sh", ...TSINITCTL];
    expect(await new Run(command).ended).toEqual({ status: 0, out: "", err: "" });
  });
});

describe("colours", () => {
  const tree = (): string => {
    const folder = scratch();
    lay(folder, {
      "cgroup.controllers": "pids\n",
      "near/pids.current": "95\n",
      "near/pids.max": "100\n",
    });
    return folder;
  };

  it("are there on a terminal", async () => {
    const plain = ["env", "-u", "NO_COLOR", "-u", "CI", "TERM=xterm"];
    const terminal = Terminal.leader([...plain, ...TSINITCTL, "pids", "--cgroups", tree()]);
    await terminal.ended();
    expect(terminal.screen).toContain("\x1b[31m 95%\x1b[39m");
  });

  it("are not with NO_COLOR", async () => {
    const terminal = Terminal.leader([
      "env",
      "NO_COLOR=1",
      "TERM=xterm",
      ...TSINITCTL,
      "pids",
      "--cgroups",
      tree(),
    ]);
    await terminal.ended();
    expect(terminal.screen).toContain("95%");
    expect(terminal.screen).not.toContain("\x1b");
  });

  it("are not in a pipe", async () => {
    const { out } = await tsinitctl(["pids", "--cgroups", tree()]);
    expect(out).toContain("95%");
    expect(out).not.toContain("\x1b");
  });
});
