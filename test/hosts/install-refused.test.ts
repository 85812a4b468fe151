/** --install where it cannot: one line that says why, status 1, and nothing left behind. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCore, prepared, run, scratch } from "../support/harness.ts";
import * as machine from "../support/machine.ts";
import { refusal } from "./install-refusal.ts";

const NO_FILE = "no such file or directory";

describeCore("--install fails", (host) => {
  it("where there is no folder", async () => {
    const path = join(scratch(), "none/init");
    expect(await run(host, ["--install", path])).toEqual(refusal(path, NO_FILE));
  });

  it("where a file is in the place of a folder", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "file"), "kept");
    const path = join(folder, "file/init");
    expect(await run(host, ["--install", path])).toEqual(refusal(path, "not a directory"));
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("where the folder has a folder called tsinit, and leaves that alone", async () => {
    const folder = scratch();
    mkdirSync(join(folder, "tsinit"));
    writeFileSync(join(folder, "tsinit/kept"), "");
    const result = await run(host, ["--install", folder]);
    expect(result).toEqual(refusal(folder, "is a directory"));
    expect(readdirSync(folder)).toEqual(["tsinit"]);
    expect(readdirSync(join(folder, "tsinit"))).toEqual(["kept"]);
  });

  const { met, suffix } = machine.root;
  it.skipIf(!met)(
    `where the user may not write, and keeps the file that is there${suffix}`,
    async () => {
      const folder = scratch();
      const path = join(folder, "init");
      writeFileSync(path, "kept", { mode: 0o666 });
      const result = await run(prepared(host, "uid=65534"), ["--install", path]);
      expect(result).toEqual(refusal(path, "permission denied"));
      expect(readdirSync(folder)).toEqual(["init"]);
      expect(readFileSync(path, "utf8")).toBe("kept");
    },
  );
});

describeCore("--install in one line of bounded length", (host) => {
  it.each([256, 254])(
    "fails where the name is too long for one, or for the one beside it: %i",
    async (length) => {
      const folder = scratch();
      const path = join(folder, "n".repeat(length));
      const { status, out, err } = await run(host, ["--install", path]);
      expect(err).toMatch(/^tsinit: fatal: cannot install "[^"]+"[.]*: file name too long\n$/);
      expect({ status, out, left: readdirSync(folder) }).toEqual({ status: 1, out: "", left: [] });
    },
  );

  it("fails where the path is longer than any can be", async () => {
    const { status, err } = await run(host, ["--install", "/tmp".repeat(3000)]);
    expect(err).toMatch(/^tsinit: fatal: cannot install "[^\n]{1,300}: file name too long\n$/);
    expect(status).toBe(1);
  });

  it("fails whatever the place is called", async () => {
    const result = await run(host, ["--install", '/none/a\nb"\x1b']);
    expect(result).toEqual(refusal('/none/a\\x0ab\\"\\x1b', NO_FILE));
  });
});

describeCore("--install is wrong use", (host) => {
  const remedy = "see tsinit --help\n";

  it("without a value", async () => {
    expect(await run(host, ["--install"])).toEqual({
      status: 1,
      out: "",
      err: `tsinit: fatal: --install: needs a value; ${remedy}`,
    });
  });

  it.each([[["--install", "/none/init"]], [["--zombies"]], [["-P"]]])(
    "with a program: %j",
    async (words) => {
      expect(await run(host, [...words, "--", "sh", "-c", "echo started"])).toEqual({
        status: 1,
        out: "",
        err: `tsinit: fatal: -P, --zombies and --install take no program; ${remedy}`,
      });
    },
  );
});
