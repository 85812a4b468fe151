/** How the program is found, and what is said when it cannot be run. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  describeBoth,
  describeHosts,
  prepared,
  type Result,
  run,
  type Subject,
  scratch,
} from "../support/harness.ts";
import * as machine from "../support/machine.ts";

/** Puts an executable file of that content in place and gives its path. */
function place(folder: string, name: string, content: string | Buffer, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

/** The start of an ELF program for another machine, by the number that elf.h gives it. */
function foreign(machineNumber: number): Buffer {
  const header = Buffer.alloc(4096);
  header.write("\x7fELF\x02\x01\x01", "latin1");
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(machineNumber, 18);
  header.writeUInt32LE(1, 20);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  return header;
}

function failure(status: number, quoted: string, cause: string): Result {
  return { status, out: "", err: `tsinit: fatal: cannot run "${quoted}": ${cause}\n` };
}

describeBoth("a program that cannot be run", (subject) => {
  it("is not found: 127, no such file in PATH", async () => {
    const env = { PATH: "/usr/bin:/bin" };
    expect(await run(subject, ["no-such-program", "x"], { env })).toEqual(
      failure(127, "no-such-program", "no such file in PATH"),
    );
  });

  it("is not found at its path: 127, no such file", async () => {
    const { status, out, err } = await run(subject, ["./no-such-program"], { cwd: scratch() });
    expect({ status, out }).toEqual({ status: 127, out: "" });
    expect(err).toMatch(/^tsinit: fatal: cannot run ".\/no-such-program": no such file.*\n$/);
  });

  it("is not executable: 126, permission denied", async () => {
    const cwd = scratch();
    place(cwd, "nx", "x", 0o644);
    expect(await run(subject, ["./nx"], { cwd })).toEqual(
      failure(126, "./nx", "permission denied"),
    );
    expect(await run(subject, ["nx"], { env: { PATH: cwd } })).toEqual(
      failure(126, "nx", "permission denied"),
    );
  });

  it("is a directory: 126, is a directory", async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, "d"));
    expect(await run(subject, ["./d"], { cwd })).toEqual(failure(126, "./d", "is a directory"));
    expect(await run(subject, ["/"], { cwd })).toEqual(failure(126, "/", "is a directory"));
  });
});

describeBoth("a program without its interpreter", (subject) => {
  it("is a script whose interpreter is missing: 126, and the interpreter is named", async () => {
    const cwd = scratch();
    place(cwd, "script", "#!/bin/nosuch\n");
    place(cwd, "spaced", "#! \t/bin/nosuch  -x y\n");
    const cause = 'its interpreter "/bin/nosuch" is missing';
    expect(await run(subject, ["./script"], { cwd })).toEqual(failure(126, "./script", cause));
    expect(await run(subject, ["./spaced"], { cwd })).toEqual(failure(126, "./spaced", cause));
    expect(await run(subject, ["script"], { env: { PATH: cwd } })).toEqual(
      failure(126, "script", cause),
    );
  });

  it("is a script with the line ends of DOS: 126, and the interpreter shows its CR", async () => {
    const cwd = scratch();
    place(cwd, "dos", "#!/bin/sh\r\necho never\r\n");
    const { status, err } = await run(subject, ["./dos"], { cwd });
    expect(status).toBe(126);
    expect(err).toMatch(/^tsinit: fatal: cannot run ".\/dos": its interpreter /);
    expect(err).toMatch(/"\/bin\/sh\\(r|x0d)" is missing\n$/);
  });

  it("is an ELF program whose loader is missing: 126, and the loader is named", async () => {
    const cwd = scratch();
    const source = place(cwd, "main.c", "int main(void) { return 0; }\n");
    machine.compile(source, join(cwd, "elf"), ["-Wl,--dynamic-linker=/nosuch/ld.so"]);
    expect(await run(subject, ["./elf"], { cwd })).toEqual(
      failure(126, "./elf", 'its interpreter "/nosuch/ld.so" is missing'),
    );
  });
});

describeBoth("a name that no program has", (subject) => {
  it("is neither of a program nor of a script: 126", async () => {
    const cwd = scratch();
    place(cwd, "garbage", Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) % 256)));
    place(cwd, "zeros", Buffer.alloc(512));
    for (const name of ["garbage", "zeros"]) {
      const { status, out, err } = await run(subject, [`./${name}`], { cwd });
      expect({ status, out }).toEqual({ status: 126, out: "" });
      expect(err).toMatch(new RegExp(`^tsinit: fatal: cannot run "./${name}": .*#!.*\\n$`));
    }
  });

  it("is too long, or leads through too many links: a line and 126 or 127", async () => {
    const cwd = scratch();
    symlinkSync("loop", join(cwd, "loop"));
    for (const name of ["x".repeat(300), "./loop", `./${"y/".repeat(5000)}`, "z".repeat(100_000)]) {
      const { status, err } = await run(subject, [name], { cwd });
      expect([126, 127]).toContain(status);
      expect(err).toMatch(/^tsinit: fatal: cannot run ".*\n$/);
      expect(err.length).toBeLessThan(4096);
    }
  });

  it("is empty: 127", async () => {
    const { status, err } = await run(subject, ["--", ""]);
    expect(status).toBe(127);
    expect(err).toMatch(/^tsinit: fatal: cannot run "": .*\n$/);
  });
});

describeHosts("a program for another machine", (host) => {
  const [name, number] = process.arch === "arm64" ? ["x86-64", 62] : ["aarch64", 183];
  const { met, suffix } = machine.runsForeign(name.replace("-", "_"));
  it.skipIf(!met)(`is found but not runnable: 126, and the machine is named${suffix}`, async () => {
    const cwd = scratch();
    place(cwd, "foreign", foreign(number));
    const { status, err } = await run(host, ["./foreign"], { cwd });
    expect(status).toBe(126);
    expect(err).toMatch(/^tsinit: fatal: cannot run ".\/foreign": built for another machine/);
    expect(err.replace("_", "-")).toContain(`(${name})`);
  });

  it("whose machine has no known name is found but not runnable: 126", async () => {
    const cwd = scratch();
    place(cwd, "foreign", foreign(4242));
    const { status, err } = await run(host, ["./foreign"], { cwd });
    expect(status).toBe(126);
    expect(err).toMatch(/^tsinit: fatal: cannot run ".\/foreign": built for another machine.*\n$/);
  });
});

describeHosts("a file without #!", (subject: Subject) => {
  it("runs through /bin/sh with its arguments", async () => {
    const cwd = scratch();
    place(cwd, "plain", 'echo "$#:$1:$2"; exit 5\n');
    const words = ["plain", "a b", ""];
    for (const [first, env] of [
      ["./plain", {}],
      ["plain", { PATH: `/nosuch:${cwd}` }],
    ] as const) {
      const { status, out, err } = await run(subject, [first, ...words.slice(1)], { cwd, env });
      expect({ status, out, err }).toEqual({ status: 5, out: "2:a b:\n", err: "" });
    }
  });

  it("runs through /bin/sh with its path as the name", async () => {
    const cwd = scratch();
    place(cwd, "plain", 'echo "$0"\n');
    expect((await run(subject, ["./plain"], { cwd })).out).toBe("./plain\n");
    expect((await run(subject, ["plain"], { env: { PATH: cwd } })).out).toBe(`${cwd}/plain\n`);
  });

  it("may be empty", async () => {
    const cwd = scratch();
    place(cwd, "empty", "");
    expect(await run(subject, ["./empty"], { cwd })).toEqual({ status: 0, out: "", err: "" });
  });

  it("gives its argument of 100 kB on", async () => {
    const cwd = scratch();
    place(cwd, "length", 'echo "${#1}"\n');
    expect((await run(subject, ["./length", "x".repeat(100_000)], { cwd })).out).toBe("100000\n");
  });

  it("may be started with any bytes in its arguments", async () => {
    const cwd = scratch();
    place(cwd, "plain", 'printf %s "$1" | od -An -tx1\n');
    const given = await run(prepared(subject, "hex"), ["./plain", "hex:ff0afe"], { cwd });
    expect(given.out.trim()).toBe("ff 0a fe");
  });
});
