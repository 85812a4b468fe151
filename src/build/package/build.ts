/**
 * Builds dist/lib, which is the npm package's JavaScript: the library, tsinitctl, the launcher of
 * the static binary, and the hashes of the binaries that are there.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { build as bundle, type Metafile } from "esbuild";
import { compileNode, SHARED } from "../runtimes/library.ts";
import { findCompiler, TARGETS } from "../static/compile.ts";
import { DIST, ROOT, runTool, WORK } from "../tools.ts";

const LIB = join(DIST, "lib");
const TYPES = ["node_modules/assemblyscript/std/types", "node_modules/@types"];
const BINARIES = TARGETS.map(({ machine }) => `tsinit-${machine}`);

/** The one dependency that is native itself; all else is bundled. */
const EXTERNAL = ["ffi-rs"];

/** CommonJS packages ask for Node's own modules with `require`, which a module does not have. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module";
const require = makeRequire(import.meta.url);`;

async function bundleAll(): Promise<Metafile> {
  const { metafile } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: { index: "src/library/index.ts", tsinitctl: "src/tsinitctl/main.ts" },
    outdir: LIB,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: EXTERNAL,
    banner: { js: REQUIRE },
    legalComments: "none",
    metafile: true,
  });
  return metafile;
}

/** The licence of each package whose code is in the bundle, under the package's name. */
function licences({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).map((path) => {
    return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
  });
  const found = [...new Set(folders)].filter((folder) => folder !== undefined).sort();
  return found
    .map((folder) => {
      const name = fs.readdirSync(join(ROOT, folder)).find((each) => /^licen[cs]e/i.test(each));
      const text = name === undefined ? "" : fs.readFileSync(join(ROOT, folder, name), "utf8");
      const {
        name: title,
        version,
        license,
      } = JSON.parse(fs.readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Record<
        string,
        string
      >;
      return `${title} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The declarations of what a user can import. The compiler writes those of the core as well, whose
 * number types no user has; only what index.d.ts leads to is kept.
 */
function declare(): void {
  const project = join(WORK, "types.json");
  fs.mkdirSync(WORK, { recursive: true });
  fs.writeFileSync(
    project,
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: "../../src",
        outDir: "types",
        typeRoots: TYPES.map((path) => join(ROOT, path)),
      },
      files: ["../../src/library/index.ts"],
      include: [],
    }),
  );
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  runTool(process.execPath, [tsc, "-p", project], "tsc");
  const from = join(WORK, "types/library");
  fs.mkdirSync(join(LIB, "types"));
  const todo = ["index.d.ts"];
  for (const name of todo) {
    const text = fs.readFileSync(join(from, name), "utf8");
    const imports = [...text.matchAll(/from "\.\/([\w-]+)\.(?:ts|js)"/g)];
    const wanted = imports.map((found) => `${found[1]}.d.ts`);
    todo.push(...wanted.filter((each) => !todo.includes(each)));
    const shown = text.replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"');
    fs.writeFileSync(join(LIB, "types", name), shown);
  }
}

function hashes(): Record<string, string> {
  const there = BINARIES.filter((name) => fs.existsSync(join(DIST, name)));
  return Object.fromEntries(
    there.map((name) => {
      const bytes = fs.readFileSync(join(DIST, name));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}

/** One for each machine that there is a compiler for. */
function compileNative(): void {
  for (const target of TARGETS) {
    const compiler = findCompiler(target);
    if (compiler === undefined) continue;
    const name = `native-${target.machine}.so`;
    fs.renameSync(compileNode(target, compiler, "library.c", name, SHARED), join(LIB, name));
  }
}

function write(name: string, text: string, mode: number = 0o644): void {
  fs.writeFileSync(join(LIB, name), text);
  fs.chmodSync(join(LIB, name), mode);
}

/** Makes all of it anew, behind the binaries. */
export async function buildPackage(): Promise<void> {
  fs.rmSync(LIB, { recursive: true, force: true });
  fs.mkdirSync(LIB, { recursive: true });
  const metafile = await bundleAll();
  declare();
  compileNative();
  write("LICENSES.txt", licences(metafile));
  write("tsinit", fs.readFileSync(join(ROOT, "src/library/tsinit.sh"), "utf8"), 0o755);
  fs.chmodSync(join(LIB, "tsinitctl.mjs"), 0o755);
  write("hashes.json", `${JSON.stringify(hashes(), null, 2)}\n`);
  console.log(`dist/lib  ${fs.readdirSync(LIB).sort().join(" ")}`);
}
