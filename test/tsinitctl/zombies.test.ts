/** tsinitctl zombies: what there is, once or live, and a status that a probe can use. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namespace } from "../support/harness.ts";
import { pidNamespace } from "../support/machine.ts";
import { scratch } from "../support/probes.ts";
import { Run, signal, until } from "../support/run.ts";
import { keys, Terminal } from "../support/terminal.ts";
import { TSINITCTL, tsinitctl } from "../support/tsinitctl.ts";

/** Runs it in a PID namespace of its own, beside a process that leaves a zombie or does not. */
const script = (words: string, before: string): string[] => {
  const wait = before === "" ? "" : "until grep -qs ^State:.Z /proc/[0-9]*/status; do :; done;";
  return [
    ...namespace,
    "sh",
    "-c",
    `${before} ${wait} "$@"; echo "status $?"`,
    "sh",
    ...TSINITCTL,
    ...words.split(" "),
  ];
};

const LEAVE = "(sleep 0 & exec sleep 1000) &";

describe.skipIf(!pidNamespace.met)(`tsinitctl zombies${pidNamespace.suffix}`, () => {
  it("ends with 0 where there are none", async () => {
    const { out, err } = await new Run(script("zombies", "")).ended;
    expect(err).toBe("");
    expect(out).toMatch(/^no zombies; \d+ pids used, of \d+\nstatus 0\n$/);
  });

  it("shows each with its parent, and ends with 1", async () => {
    const { out, err } = await new Run(script("zombies", LEAVE)).ended;
    expect(err).toBe("");
    const [title, row, summary, status] = out.split("\n");
    expect(title).toMatch(/^PID +PARENT +AGE +CONTAINER +POD +COMMAND$/);
    expect(row).toMatch(/^ *\d+ +sleep \(\d+\) +\ds +- +- +sleep$/);
    expect(summary).toMatch(/^1 zombie, most of them of sleep \(\d+\); \d+ pids used, of \d/);
    expect(status).toBe("status 1");
  });

  it("--json is one document", async () => {
    const { out } = await new Run(script("zombies --json", LEAVE)).ended;
    const pid = expect.any(Number) as number;
    expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({
      zombies: [
        { pid, ppid: pid, parent: "sleep", age: pid, command: "sleep", container: null, pod: null },
      ],
      parents: [{ pid, name: "sleep", zombies: 1 }],
      pids: { current: pid },
    });
    expect(out).toMatch(/\nstatus 1\n$/);
  });
});

describe.skipIf(!pidNamespace.met)(`tsinitctl zombies --watch${pidNamespace.suffix}`, () => {
  const WATCH = "zombies --watch --interval 0.1";
  const GIVEN_BACK = "\x1b[?25h\x1b[?1049l";

  it("draws anew until Ctrl-C, and gives the screen back", async () => {
    const terminal = Terminal.leader(script(WATCH, LEAVE));
    await terminal.shows(/(1 zombie[^]*){3}/);
    terminal.type(keys.interrupt);
    await terminal.shows(/\x1b\[\?25h\x1b\[\?1049l/);
    await terminal.ended();
  });

  it.each([1, 2, 3, 10, 12, 15])("gives the screen back on signal %d", async (number) => {
    const terminal = Terminal.leader([...TSINITCTL, ...WATCH.split(" ")]);
    await terminal.shows(/pids used/);
    signal(await terminal.process(...TSINITCTL), number);
    expect(await terminal.ended()).toMatch(/^exited [01]$/);
    expect(terminal.screen.endsWith(GIVEN_BACK)).toBe(true);
  });

  it("gives it back, and says why in one line, when a look fails", async () => {
    const gone = join(scratch(), "gone");
    const before = `(until [ -e ${gone} ]; do :; done; mount -t tmpfs none /proc) &`;
    const terminal = Terminal.leader(
      script(WATCH, before).map((word) => {
        return word.replace(/until grep.*?done;/, "");
      }),
    );
    await terminal.shows(/(no zombies[^]*){2}/);
    writeFileSync(gone, "");
    await terminal.shows(/status \d/);
    await terminal.ended();
    expect(terminal.screen.split(GIVEN_BACK)[1]).toBe(
      "tsinitctl: cannot list processes: no such file or directory\r\nstatus 2\r\n",
    );
  });

  it("ends with one line and status 1 when the terminal is gone", async () => {
    const told = join(scratch(), "told");
    // The leader ends with the terminal, so another shell tells the status.
    const leader = ["sh", "-c", '"$@"; exit', "sh"];
    const words = ["sh", "-c", `trap '' HUP; "$@" 2> ${told}; echo "status $?" >> ${told}`, "sh"];
    const terminal = Terminal.leader([...leader, ...words, ...TSINITCTL, ...WATCH.split(" ")]);
    await terminal.shows(/pids used/);
    signal(terminal.run.pid, 9);
    await until(() => /status/.test(readFileSync(told, "utf8")), "the end");
    expect(readFileSync(told, "utf8")).toBe("tsinitctl: cannot write: i/o error\nstatus 1\n");
  });
});

describe("tsinitctl zombies says in one line, with status 1,", () => {
  it.each([
    ["zombies --watch", "--watch needs a terminal; use --json without it"],
    ["zombies --watch --json", "--watch and --json exclude each other"],
  ])("%s: %s", async (words, message) => {
    expect(await tsinitctl(words.split(" "))).toEqual({
      status: 1,
      out: "",
      err: `tsinitctl: ${message}\n`,
    });
  });
});
