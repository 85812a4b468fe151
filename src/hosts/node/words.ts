/** Owns a list of words as the kernel gave them to the process: their bytes, whatever they are. */

/** Copies as much of the list as there is room for; gives its whole length. */
export type Copy = (to: Uint8Array, length: number) => number;

export class Words {
  private bytes = new Uint8Array(1);
  private starts = new Int32Array(0);

  /** Reads the list anew; nothing is allocated when it is as long as before. */
  read(copy: Copy): void {
    const length = copy(this.bytes, 0);
    this.bytes = new Uint8Array(length + 1);
    copy(this.bytes, length);
    const starts: number[] = [];
    for (let at = 0; at < length; at = this.bytes.indexOf(0, at) + 1) starts.push(at);
    this.starts = Int32Array.from(starts);
  }

  /** Byte `offset` of word `index`, 0 at its end, -1 past the last word. */
  byte(index: number, offset: number): number {
    return index < this.starts.length ? this.bytes[this.starts[index]! + offset]! : -1;
  }

  /** Whether any of the words holds `text`. */
  mention(text: string): boolean {
    return Buffer.from(this.bytes.buffer).includes(text);
  }
}
