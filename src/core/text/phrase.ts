/** Owns a text that is written over and over. */
import { Line } from "./line.ts";
import { byteOf } from "./text.ts";

const LIMIT: i32 = 16;

/** Its bytes are kept from the first time on: a host may have packed its texts (text.ts). */
export class Phrase {
  private readonly text: string;
  private readonly bytes: Uint8Array = new Uint8Array(LIMIT);
  private length: i32 = 0;

  /** `text` is of at most 16 bytes. */
  constructor(text: string) {
    this.text = text;
  }

  write(line: Line): void {
    if (this.length == 0) {
      while (byteOf(this.text, this.length) != 0) {
        this.bytes[this.length] = byteOf(this.text, this.length) as u8;
        this.length++;
      }
    }
    for (let i = 0; i < this.length; i++) line.byte(this.bytes[i]);
  }
}
