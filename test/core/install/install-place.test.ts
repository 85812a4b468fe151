/** --install PLACE: which words and files name the place of the copy, and which cannot be it. */
import { describe, expect, it } from "vitest";
import { FOLDER, install } from "../../sim/installs.ts";
import { EACCES, EIO, ELOOP, ENOENT, EPERM } from "../../sim/numbers.ts";
import type { Outcome } from "../../sim/scenario.ts";
import { expectCause, expectCopy, expectNoneOf, refused } from "./outcomes.ts";

const FOLDERS = { "/": FOLDER, "/bin": FOLDER, "/a b": FOLDER };
const NO_FILE = "no such file or directory";

const at = (...words: string[]): Outcome => install({ words, files: FOLDERS });

/** No word but these variables. */
const by = (...variables: string[]): Outcome => install({ words: [], variables });

describe("the place", () => {
  it.each([
    { word: "/bin/init", path: "/bin/init" },
    { word: "/bin", path: "/bin/tsinit" },
    { word: "/bin/", path: "/bin//tsinit" },
    { word: "/a b", path: "/a b/tsinit" },
    { word: '/a b/\xff\n"', path: '/a b/\xff\n"' },
  ])("$word is $path", ({ word, path }) => {
    const files = { ...FOLDERS, "/bin/": FOLDER };
    expectCopy(install({ words: ["--install", word], files }), path);
    expectCopy(install({ words: [`--install=${word}`], files }), path);
  });

  it("may stand in TSINIT_OPTIONS, with other options around it", () => {
    expectCopy(by("TSINIT_OPTIONS=-v --install /bin/init -g"), "/bin/init");
    const variables = ["TSINIT_OPTIONS=--install=/bin"];
    expectCopy(install({ words: ["-v"], variables }), "/bin/tsinit");
  });

  it("is that of the command line where both name one", () => {
    const variables = ["TSINIT_OPTIONS=--install /bin/other"];
    expectCopy(install({ words: ["--install", "/bin/init"], variables }), "/bin/init");
  });

  it("may have 1,000 bytes, a folder's as well", () => {
    const path = `/bin/${"x".repeat(995)}`;
    expectCopy(at("--install", path), path);
    const files = { ...FOLDERS, [path]: FOLDER };
    expectCopy(install({ words: ["--install", path], files }), `${path}/tsinit`);
  });

  it.each([ENOENT, ELOOP])("may be a link that leads nowhere: errno %i", (errno) => {
    expectCopy(refused([{ method: "kind", call: 1, errno, forEver: true }]), "/bin/init");
  });

  it.each([{ open: EACCES }, { open: EPERM }, { open: ELOOP }, { read: EIO }])(
    "may be a file that cannot be read: %j",
    (file) => {
      expectCopy(install({ files: { "/bin/init": file } }), "/bin/init");
    },
  );
});

describe("the place in an error", () => {
  it("is named as it was given, escaped, and cut when it is long", () => {
    expectCause(at("--install", '/none/\x1b\n"\\\xff'), '/none/\\x1b\\x0a\\"\\\\\\xff', NO_FILE);
    expectCause(
      at("--install", `/none/${"x".repeat(500)}`),
      `/none/${"x".repeat(154)}...`,
      NO_FILE,
    );
    expectCause(by("TSINIT_OPTIONS=-v --install /none/init -g"), "/none/init", NO_FILE);
  });
});

describe("the place cannot", () => {
  it("be empty", () => {
    expectCause(at("--install", ""), "", NO_FILE);
    expectCause(at("--install="), "", NO_FILE);
  });

  it.each([1001, 1019, 1020, 1024, 4095, 100_000])("have %i bytes", (length) => {
    const outcome = at("--install", `/bin/${"x".repeat(length - 5)}`);
    expectCause(outcome, `/bin/${"x".repeat(155)}...`, "file name too long");
  });

  it.each(["/bin/init", "/bin"])("be a device, FIFO or socket: %s", (word) => {
    const files = { "/bin/init": { special: true }, "/bin/tsinit": { special: true } } as const;
    const outcome = install({ words: ["--install", word], files });
    expectCause(outcome, word, "a device, FIFO or socket is there");
    expect(outcome.kernel.openFiles).toBe(0);
    expectNoneOf(outcome.kernel, ["create", "remove", "rename", "open"]);
  });

  it("be a folder in which a folder has the name", () => {
    const files = { "/bin/tsinit": FOLDER };
    expectCause(install({ words: ["--install", "/bin"], files }), "/bin", "is a directory");
  });

  it("be one whose kind cannot be told", () => {
    const failure = { method: "kind", call: 1, errno: EACCES, forEver: true };
    const more = { words: ["--install", "/bin"], files: { "/": FOLDER } };
    expectCause(refused([failure], more), "/bin", "permission denied");
  });
});
