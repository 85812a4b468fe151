/** Owns the reading of a file of any length, word by word: the tables of /proc (proc(5)). */

import { Kernel } from "../kernel.ts";
import { COLON, COMMA, NEWLINE, SPACE } from "../text/characters.ts";
import { byteOf } from "../text/text.ts";
import { ProcFile } from "./proc-file.ts";

/** How much is read at once; the buffer's rest is free for who reads. */
export const CHUNK: i32 = 512;

/** Chunks that are read of a file: 32 MB hold a hundred thousand mounts, and no file is endless. */
const CHUNK_LIMIT: i32 = 65536;

/** What `stop` is at the file's end. */
export const END: i32 = -1;

export class Words {
  /** What the last word was ended by: a blank, a comma, a colon, a newline, or `END`. */
  stop: i32 = END;
  private readonly kernel: Kernel;
  private readonly source: ProcFile;
  private readonly bytes: Uint8Array;
  private file: i32 = 0;
  private at: i32 = 0;
  private length: i32 = 0;
  private left: i32 = 0;

  constructor(kernel: Kernel, source: ProcFile) {
    this.kernel = kernel;
    this.source = source;
    this.bytes = source.bytes;
  }

  /** Begins with the file `path`; false when it cannot be opened. */
  begin(path: string): bool {
    this.file = this.source.openPlain(path);
    this.length = 0;
    this.left = CHUNK_LIMIT;
    return this.file >= 0;
  }

  end(): void {
    this.kernel.close(this.file);
  }

  /** The next byte, or `END`; an error ends the file. */
  next(): i32 {
    if (this.at >= this.length) {
      if (this.left-- <= 0) return END;
      this.at = 0;
      this.length = this.kernel.read(this.file, this.bytes, CHUNK);
      if (this.length <= 0) return END;
    }
    return this.bytes[this.at++];
  }

  /** Takes a word: whether it was `text`. */
  take(text: string): bool {
    let same = true;
    let length = 0;
    let byte = this.next();
    for (; byte > NEWLINE && byte != SPACE && byte != COMMA && byte != COLON; byte = this.next()) {
      if (same && byte != byteOf(text, length++)) same = false;
    }
    this.stop = byte;
    return same && byteOf(text, length) == 0;
  }

  /** Takes `count` words; false at the file's end. */
  skip(count: i32): bool {
    for (; count > 0; count--) this.take("");
    return this.stop != END;
  }

  /** Takes the rest of the line: whether one of its words was `text`; true when that is empty. */
  takeLine(text: string): bool {
    let found = byteOf(text, 0) == 0;
    while (this.stop > NEWLINE) if (this.take(text)) found = true;
    return found;
  }
}
