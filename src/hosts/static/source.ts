/**
 * Owns what the AssemblyScript compiler sees of the core: each text is a number, where its bytes
 * begin in one blob.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A comment (left alone), or literals joined by `+`, with the word before them. */
const COMMENT = /\/\/.*|\/\*[^]*?\*\//;
const LITERAL = /"(?:[^"\\\n]|\\.)*"/;
const TOKEN = new RegExp(
  `${COMMENT.source}|(\\bfrom\\s+)?(${LITERAL.source}(?:\\s*\\+\\s*${LITERAL.source})*)`,
  "g",
);

/** Files of the core that have a stand-in of the same name here. */
const STAND_INS = new Set(["src/core/kernel.ts", "src/core/text.ts"]);

/**
 * Reads source files for the compiler, and collects their texts, each once, ended by a zero byte.
 */
export class Sources {
  private readonly root: string;
  private readonly places = new Map<string, number>();
  private blob = "";

  constructor(root: string) {
    this.root = root;
  }

  /** All texts, in the order of the files. */
  get texts(): Buffer {
    return Buffer.from(this.blob, "latin1");
  }

  /** The source of `name` (a path below the root), or null when there is no such file. */
  read(name: string): string | null {
    const inCore = name.startsWith("src/core/");
    const path = STAND_INS.has(name) ? name.replace("src/core", "src/hosts/static") : name;
    let source: string;
    try {
      source = readFileSync(resolve(this.root, path), "utf8");
    } catch {
      return null;
    }
    return inCore && path === name ? this.replaceTexts(name, source) : source;
  }

  private replaceTexts(name: string, source: string): string {
    const replaced = source.replace(TOKEN, (token: string, from?: string, literals?: string) => {
      if (literals === undefined || from !== undefined) return token;
      const lines = token.split("\n").length - 1;
      return `${this.place(name, literals)}${"\n".repeat(lines)}`;
    });
    return replaced.replace(/(:\s*)string\b/g, "$1i32");
  }

  /** Where the text made of `literals` begins; one that ends another text shares its bytes. */
  private place(name: string, literals: string): number {
    const text = JSON.parse(literals.replace(/"\s*\+\s*"/g, "")) as string;
    if (!/^[\n -~]*$/.test(text)) {
      throw new Error(`${name}: a text must be printable ASCII: ${literals}`);
    }
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const at = this.blob.indexOf(`${text}\0`);
    const place = at >= 0 ? at : this.blob.length;
    if (at < 0) this.blob += `${text}\0`;
    this.places.set(text, place);
    return place;
  }
}
