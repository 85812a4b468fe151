/** tsinitctl zombies: what there is, once or live, and a status that a probe can use. */
import { describe, expect, it } from "vitest";
import { namespace } from "../hosts/harness.ts";
import { pidNamespace } from "../hosts/machine.ts";
import { Run } from "../hosts/run.ts";
import { Terminal } from "../hosts/terminal.ts";
import { TSINITCTL, tsinitctl } from "./help.ts";

/** Runs it in a PID namespace of its own, beside a process that leaves a zombie or does not. */
const script = (words: string, before: string): string[] => {
  const wait = before === "" ? "" : "until grep -qs ^State:.Z /proc/[0-9]*/status; do :; done;";
  return [...namespace, "sh", "-c", `${before} ${wait} "$@"; echo "status $?"`, "sh", ...TSINITCTL,
    ...words.split(" ")];
};

const LEAVE = "(sleep 0 & exec sleep 1000) &";

describe.skipIf(!pidNamespace.met)(`tsinitctl zombies${pidNamespace.suffix}`, () => {
  it("ends with 0 where there are none", async () => {
    const { out, err } = await new Run(script("zombies", "")).ended;
    expect(err).toBe("");
    expect(out).toMatch(/^no zombies; \d+ pids used, (of \d+|no limit)\nstatus 0\n$/);
  });

  it("shows each with its parent, and ends with 1", async () => {
    const { out, err } = await new Run(script("zombies", LEAVE)).ended;
    expect(err).toBe("");
    const [title, row, summary, status] = out.split("\n");
    expect(title).toMatch(/^PID +PARENT +AGE +CONTAINER +POD +COMMAND$/);
    expect(row).toMatch(/^ *\d+ +sleep \(\d+\) +\ds +- +- +sleep$/);
    expect(summary).toMatch(/^1 zombie, most of them of sleep \(\d+\); \d+ pids used, /);
    expect(status).toBe("status 1");
  });

  it("--json is one document", async () => {
    const { out } = await new Run(script("zombies --json", LEAVE)).ended;
    const pid = expect.any(Number) as number;
    expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({
      zombies: [{ pid, ppid: pid, parent: "sleep", age: pid, command: "sleep", container: null,
        pod: null }],
      parents: [{ pid, name: "sleep", zombies: 1 }],
      pids: { current: pid },
    });
    expect(out).toMatch(/\nstatus 1\n$/);
  });

  it("--watch draws anew until Ctrl-C, and gives the screen back", async () => {
    const terminal = Terminal.leader(script("zombies --watch --interval 0.1", LEAVE));
    await terminal.shows(/(1 zombie[^]*){3}/);
    terminal.type("\x03");
    await terminal.shows(/\x1b\[\?25h\x1b\[\?1049l/);
    await terminal.ended();
  });
});

describe("tsinitctl zombies says in one line, with status 1,", () => {
  it.each([
    ["zombies --watch", "--watch needs a terminal; use --json without it"],
    ["zombies --watch --json", "--watch and --json exclude each other"],
  ])("%s: %s", async (words, message) => {
    expect(await tsinitctl(words.split(" "))).toEqual({ status: 1, out: "",
      err: `tsinitctl: ${message}\n` });
  });
});
