/**
 * Owns what the AssemblyScript compiler sees of the core: each text is a number, where its bytes
 * begin in one blob.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A comment (left alone), or literals joined by `+`, with the word before them. */
const COMMENT = /\/\/.*|\/\*[^]*?\*\//;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const TOKEN = new RegExp(
  `${COMMENT.source}|(\\bfrom\\s+)?((?:${LITERAL.source})(?:\\s*\\+\\s*(?:${LITERAL.source}))*)`,
  "g",
);

const LITERALS = new RegExp(LITERAL.source, "g");

/** The text that a literal stands for. */
function readLiteral(literal: string): string {
  if (literal.startsWith('"')) return JSON.parse(literal) as string;
  const inner = literal.slice(1, -1).replace(/"/g, '\\"').replace(/\\'/g, "'");
  return JSON.parse(`"${inner}"`) as string;
}

/** A text that functions make of others, and what makes it (src/core/dialects/rows.ts). */
const MADE = new RegExp(
  `^export const (\\w+): string =((?:${COMMENT.source}|${LITERAL.source}|[^"';])*);$`,
  "gm",
);
const IMPORT_OF_ROWS = /^import \{[^}]*\} from "[./]+\/rows\.ts";$/gm;

/** Files of the core that the static host has in its own way. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ["src/core/kernel.ts", "src/hosts/static/kernel.ts"],
  ["src/core/text/text.ts", "src/hosts/static/text.ts"],
]);

/** The texts of the core that functions make, by the name of the file, each by its own name. */
export type MadeTexts = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Has JavaScript make them. */
export async function makeTexts(root: string): Promise<MadeTexts> {
  const made = new Map<string, Record<string, string>>();
  for (const name of namesOf(root)) {
    const path = join(root, name);
    if (!readFileSync(path, "utf8").match(IMPORT_OF_ROWS)) continue;
    made.set(name, (await import(pathToFileURL(path).href)) as Record<string, string>);
  }
  return made;
}

/** The names of the core's files, below the root. */
function namesOf(root: string): string[] {
  const names = readdirSync(join(root, "src/core"), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/core/${name}`)
    .sort();
}

/**
 * Reads source files for the compiler, and collects their texts, each once, ended by a zero byte.
 */
export class Sources {
  /** All texts, the short ones first: words that are looked for stand before tables and prose. */
  readonly texts: Buffer;
  private readonly root: string;
  private readonly made: MadeTexts;
  private readonly places = new Map<string, number>();

  constructor(root: string, made: MadeTexts) {
    this.root = root;
    this.made = made;
    for (const name of namesOf(root)) this.read(name);
    const texts = [...this.places.keys()].sort((one, other) => one.length - other.length);
    let length = 0;
    for (const text of texts) {
      this.places.set(text, length);
      length += text.length + 1;
    }
    this.texts = Buffer.from(texts.map((text) => `${text}\0`).join(""), "latin1");
  }

  /** The source of `name` (a path below the root), or null when there is no such file. */
  read(name: string): string | null {
    const inCore = name.startsWith("src/core/");
    const path = STAND_INS.get(name) ?? name;
    let source: string;
    try {
      source = readFileSync(resolve(this.root, path), "utf8");
    } catch {
      return null;
    }
    return inCore && path === name ? this.replaceTexts(name, source) : source;
  }

  private replaceTexts(name: string, source: string): string {
    const whole = this.withMade(name, source);
    const replaced = whole.replace(TOKEN, (token: string, from?: string, literals?: string) => {
      if (literals === undefined || from !== undefined) return token;
      const lines = token.split("\n").length - 1;
      return `${this.place(name, literals)}${"\n".repeat(lines)}`;
    });
    return replaced.replace(/(:\s*)string\b/g, "$1i32");
  }

  /** The source with each text that is made there as one literal; lines stay where they are. */
  private withMade(name: string, source: string): string {
    const texts = this.made.get(name);
    if (texts === undefined) return source;
    return source.replace(IMPORT_OF_ROWS, "").replace(MADE, (_, text: string, making: string) => {
      const lines = making.replace(/[^\n]/g, "");
      return `export const ${text}: string =${lines} ${JSON.stringify(texts[text])};`;
    });
  }

  /** Where the text made of `literals` begins. */
  private place(name: string, literals: string): number {
    const text = [...literals.matchAll(LITERALS)].map(([literal]) => readLiteral(literal)).join("");
    if (!/^[\n -~]*$/.test(text)) {
      throw new Error(`${name}: a text must be printable ASCII: ${literals}`);
    }
    if (!this.places.has(text)) this.places.set(text, 0);
    return this.places.get(text)!;
  }
}
