/** Owns the `Kernel` that knows words and nothing else. */
import { FileKernel } from "./file-kernel.ts";

export class WordKernel extends FileKernel {
  private readonly words: readonly Buffer[];

  constructor(words: readonly string[], folder?: string) {
    super(folder);
    this.words = words.map((word) => Buffer.from(`${word}\0`));
  }

  override argument(index: number, offset: number): number {
    return this.words[index]?.[offset] ?? -1;
  }
}
