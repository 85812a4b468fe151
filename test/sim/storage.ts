/** Owns the files of a simulated kernel that are not processes': made, removed, renamed. */
import { FOLDER, PLAIN, SPECIAL } from "../../src/core/linux/kinds.ts";
import { EEXIST, EISDIR, ENOENT } from "./numbers.ts";
import { Reading } from "./reading.ts";

const textOf = (path: Uint8Array): string =>
  Buffer.from(path.subarray(0, path.indexOf(0))).toString("latin1");

export abstract class Storage extends Reading {
  /** What tsinit is a copy of. */
  self = "ELF".repeat(2000);
  /** What was written to each file that was made and is still there. */
  readonly made = new Map<string, string>();
  /** The caller's mask is back: no signal is kept any more. */
  maskIsRestored = false;
  private readonly writers = new Map<number, string>();

  openSelf(): number {
    return this.answer("openSelf", [], () => this.openFile({ bytes: Buffer.from(this.self) }));
  }

  create(path: Uint8Array): number {
    const name = textOf(path);
    return this.answer("create", [name], () => {
      if (this.disk.has(name) || this.made.has(name)) return -EEXIST;
      if (name.includes("/") && !this.isFolder(name.replace(/\/[^/]*$/, ""))) return -ENOENT;
      const file = this.openFile({});
      this.made.set(name, "");
      this.writers.set(file, name);
      return file;
    });
  }

  protected append(file: number, text: string): number {
    const name = this.writers.get(file)!;
    this.made.set(name, this.made.get(name)! + text);
    return text.length;
  }

  kind(path: Uint8Array): number {
    const name = textOf(path);
    return this.answer("kind", [name], () => {
      if (this.isFolder(name)) return FOLDER;
      const file = this.disk.get(name);
      if (file === undefined && !this.made.has(name)) return -ENOENT;
      return file?.special ? SPECIAL : PLAIN;
    });
  }

  sync(file: number): number {
    return this.answer("sync", [file], () => 0);
  }

  remove(path: Uint8Array): number {
    const name = textOf(path);
    return this.answer("remove", [name], () => (this.made.delete(name) ? 0 : -ENOENT));
  }

  rename(from: Uint8Array, to: Uint8Array): number {
    const [old, wanted] = [textOf(from), textOf(to)];
    return this.answer("rename", [old, wanted], () => {
      if (this.isFolder(wanted)) return -EISDIR;
      this.made.set(wanted, this.made.get(old)!);
      this.made.delete(old);
      return 0;
    });
  }

  restoreMask(): void {
    this.maskIsRestored = true;
    this.leave("restoreMask", [], 0);
  }

  private isFolder(name: string): boolean {
    return name === "" || this.disk.get(name)?.read === EISDIR;
  }
}
