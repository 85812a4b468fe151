/** Why a program could not be run: each cause in its words, with the right status. */
import { describe, expect, it } from "vitest";
import {
  E2BIG,
  EACCES,
  EAGAIN,
  EINVAL,
  EIO,
  EISDIR,
  ELOOP,
  EMFILE,
  ENAMETOOLONG,
  ENOENT,
  ENOEXEC,
  ENOMEM,
  ENOSYS,
  ENOTDIR,
  EPERM,
  ETXTBSY,
} from "../../support/signals.ts";
import { elf, MACHINES } from "./elf.ts";
import type { Answer } from "./explain.ts";
import { explain, file } from "./explain.ts";

const missing = (name: string): Answer => ({
  status: 126,
  cause: `its interpreter "${name}" is missing`,
});

describe("not found is 127", () => {
  it.each([
    ["serverd", "no such file in PATH"],
    ["./serverd", "no such file"],
    ["/bin/serverd", "no such file"],
    ["a/b", "no such file"],
    ["", "no such file"],
    ["/", "no such file"],
    ["..", "no such file in PATH"],
  ])("%j: %s", (name, cause) => {
    expect(explain(ENOENT, { open: ENOENT }, name)).toEqual({ status: 127, cause });
  });
});

describe("found but not runnable is 126", () => {
  it.each([
    [EPERM, "operation not permitted"],
    [EIO, "input/output error"],
    [E2BIG, "argument list too long"],
    [EAGAIN, "resource temporarily unavailable"],
    [ENOMEM, "cannot allocate memory"],
    [EACCES, "permission denied"],
    [ENOTDIR, "not a directory"],
    [EINVAL, "invalid argument"],
    [ETXTBSY, "text file busy"],
    [ENAMETOOLONG, "file name too long"],
    [ENOSYS, "function not implemented"],
    [ELOOP, "too many levels of symbolic links"],
    [EMFILE, "too many open files"],
    [117, "error 117"],
  ])("errno %d: %s", (errno, cause) => {
    for (const programFile of [{ open: ENOENT }, { open: EACCES }, file("#!/bin/sh\n"), file("")]) {
      expect(explain(errno, programFile)).toEqual({ status: 126, cause });
    }
  });

  it("a directory", () => {
    expect(explain(EACCES, { read: EISDIR })).toEqual({ status: 126, cause: "is a directory" });
  });

  it("a file that may not be read either is still permission denied", () => {
    for (const programFile of [{ open: EACCES }, { read: EIO }, file("#!/bin/sh")]) {
      expect(explain(EACCES, programFile).cause).toBe("permission denied");
    }
  });
});

describe("an interpreter that is missing is named", () => {
  it.each([
    ["#!/no/such\n", "/no/such"],
    ["#! /no/such\n", "/no/such"],
    ["#!\t \t/no/such\n", "/no/such"],
    ["#!/no/such -x y\n", "/no/such"],
    ["#!/no/such\t-x\n", "/no/such"],
    ["#!/no/such", "/no/such"],
    ["#!/no/such\r\n", "/no/such\\x0d"],
    ["#!/bin/sh\r\necho\r\n", "/bin/sh\\x0d"],
    ["#!relative/sh\n", "relative/sh"],
    ['#!/quo"te\\\n', '/quo\\"te\\\\'],
    ["#!/\xc3\xa9\n", "/\xc3\xa9"],
    ["#!/no/such\0rest", "/no/such"],
  ])("%j", (text, name) => {
    expect(explain(ENOENT, file(text))).toEqual(missing(name));
  });

  it("of a script without `#!` that is the shell", () => {
    for (const text of ["echo hello\n", "#", "!#/bin/sh", "\x7fELS", "# !/x\n"]) {
      expect(explain(ENOENT, file(text))).toEqual(missing("/bin/sh"));
    }
  });

  it.each([
    [1, 3],
    [1, 40],
    [2, 62],
    [2, 183],
    [2, 243],
  ])(
    "of an ELF file of class %d for machine %d it is the one in its program headers",
    (wide, machine) => {
      for (const before of [0, 1, 5]) {
        const bytes = elf({
          wide: wide === 2,
          machine,
          interpreter: "/lib/ld-nosuch.so.2",
          before,
        });
        expect(explain(ENOENT, file(bytes))).toEqual(missing("/lib/ld-nosuch.so.2"));
      }
    },
  );

  it("the first 1024 bytes are enough, and no byte behind them is looked at", () => {
    for (const size of [1023, 1024, 1025, 5000]) {
      const name = `/${"i".repeat(150)}`;
      const text = `#!${name}\n`.padEnd(size, "x");
      expect(explain(ENOENT, file(text))).toEqual(missing(name));
    }
    const bytes = elf({ wide: true, machine: 62, interpreter: "/lib/ld", at: 1000 });
    expect(explain(ENOENT, file(bytes))).toEqual(missing("/lib/ld"));
  });

  it("a name that lies behind 65,536 bytes is not taken from somewhere else", () => {
    const bytes = elf({ wide: true, machine: 62, interpreter: "/lib/ld", at: 0x10000 + 600 });
    bytes.set(Buffer.from("/wrong/name"), 600);
    expect(explain(ENOENT, file(bytes)).cause).not.toContain("wrong");
  });

  it("a name that is not known is not made up", () => {
    const behind = elf({ wide: true, machine: 62, interpreter: "/lib/ld", at: 1100 });
    for (const programFile of [file(behind), { open: EACCES }, { read: EIO }]) {
      const { cause, status } = explain(ENOENT, programFile);
      expect(status).toBe(126);
      expect(cause).toContain("interpreter");
      expect(cause).not.toMatch(/""|\/bin\/sh/);
    }
  });
});

describe("what exec takes for no program", () => {
  it.each(MACHINES)(
    "an ELF file for machine %d is built for another machine (%s)",
    (machine, name) => {
      for (const wide of [true, false]) {
        for (const big of [true, false]) {
          const bytes = elf({ wide, big, machine });
          const own = machine === 62 ? 183 : 62;
          const cause = `built for another machine (${name})`;
          expect(explain(ENOEXEC, file(bytes), "./p", own)).toEqual({ status: 126, cause });
          const same = explain(ENOEXEC, file(bytes), "./p", machine);
          expect(same).toEqual({ status: 126, cause: 'no "#!" and not a program' });
        }
      }
    },
  );

  it("a machine that has no name here is numbered", () => {
    for (const machine of [0, 1, 244, 1000, 65_535]) {
      const { cause } = explain(ENOEXEC, file(elf({ wide: true, machine })));
      expect(cause).toBe(`built for another machine (${machine})`);
    }
  });

  it("a file that is no program in any way", () => {
    const texts = [
      "",
      "\0",
      "\x7f",
      "\x7fEL",
      "MZ\x90\0",
      "\0\0\0\0",
      "#!/bin/sh\n",
      "x".repeat(5000),
    ];
    for (const programFile of [...texts.map(file), { open: EACCES }, { read: EIO }]) {
      const answer = { status: 126, cause: 'no "#!" and not a program' };
      expect(explain(ENOEXEC, programFile)).toEqual(answer);
    }
  });

  it("an ELF file cut short at any byte leads to one line and 126", () => {
    const whole = elf({ wide: true, machine: 183, interpreter: "/lib/ld", before: 2 });
    for (let length = 0; length <= whole.length; length++) {
      for (const errno of [ENOENT, ENOEXEC]) {
        expect(explain(errno, file(whole.subarray(0, length))).status).toBe(126);
      }
    }
  });
});
