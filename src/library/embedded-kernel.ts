/** Owns the core's `Kernel` in a program that lives on: nothing is blocked or let go of. */
import { ANY_CHILD } from "../core/kernel.ts";
import { hasEnded } from "../core/linux/status.ts";
import { NodeKernel } from "../hosts/node/kernel.ts";
import { native } from "./native.ts";
import type { Orphan } from "./orphan.ts";
import { reap } from "./orphans.ts";
import { HIDDEN, runtime } from "./runtime.ts";

/** A signal as it was taken: its number, si_code and si_pid (sigaction(2)). */
export interface TakenSignal {
  readonly number: number;
  readonly code: number;
  readonly sender: number;
}

/** Variables that speak to another init: here the words alone say what is asked for. */
const NOT_MEANT = /^(?:TSINIT_DIALECT|TINI_\w+)=/;

const FATAL = "tsinit: fatal: ";
const FATAL_LEVEL = 60;

/** A list of words as C has it: each ended by 0, one behind the other. */
class WordList {
  readonly bytes: Buffer;
  readonly starts: readonly number[];

  constructor(words: readonly string[]) {
    let at = 0;
    this.starts = words.map((word) => {
      const start = at;
      at += Buffer.byteLength(word) + 1;
      return start;
    });
    this.bytes = Buffer.from(words.map((word) => `${word}\0`).join("") || "\0");
  }

  byte(index: number, offset: number): number {
    const start = this.starts[index];
    return start === undefined ? -1 : (this.bytes[start + offset] ?? 0);
  }
}

export class EmbeddedKernel extends NodeKernel {
  /** What the core gave as the reason for not starting. */
  failure: string | null = null;
  /** The program was looked for, so the words before it were right. */
  hasTried = false;
  /** Somebody else's ended child stands before others: come again. */
  isHidden = false;
  current: TakenSignal = { number: 0, code: 0, sender: 0 };
  childId = 0;
  /** The child's wait status once it has ended. */
  childEnd = 0;
  private readonly list: WordList;
  private readonly entries: WordList;
  private readonly hidden: readonly boolean[];
  private readonly onReap: (orphan: Orphan) => void;

  constructor(
    words: readonly string[],
    entries: readonly string[],
    onReap: (orphan: Orphan) => void,
  ) {
    super(native().binding, native().path, "");
    this.list = new WordList(words);
    this.entries = new WordList(entries);
    this.hidden = entries.map((entry) => NOT_MEANT.test(entry));
    this.onReap = onReap;
  }

  override argument(index: number, offset: number): number {
    return this.list.byte(index, offset);
  }
  override environment(index: number, offset: number): number {
    return this.hidden[index] ? 0 : this.entries.byte(index, offset);
  }
  override maskError(): number {
    return 0;
  }
  override spawn(program: number, place: number): number {
    const { bytes, starts } = this.list;
    const count = this.entries.starts.length;
    const pointers = new Uint8Array(8 * (starts.length + count + 3));
    this.hasTried = true;
    const child = native().calls.spawnWords(
      bytes,
      starts.length,
      this.entries.bytes,
      count,
      pointers,
      program,
      place,
    );
    if (child > 0) {
      this.childId = child;
      runtime.reserved.add(child);
    }
    return child;
  }

  /** Before the child runs, a fatal message is an error's; all others are written. */
  override write(stream: number, bytes: Uint8Array, length: number, patient: boolean): number {
    if (this.hasBegun) return super.write(stream, bytes, length, patient);
    const line = Buffer.from(bytes.subarray(0, length)).toString("utf8").trimEnd();
    if (line.startsWith(FATAL)) this.failure = line.slice(FATAL.length);
    else if (line.startsWith("{")) this.failure = fatalOf(line);
    if (this.failure === null) return super.write(stream, bytes, length, patient);
    return length;
  }

  override letGo(): void {
    this.hasBegun = true;
  }

  override next(_milliseconds: number): number {
    return 0;
  }
  override signalCode(): number {
    return this.current.code;
  }
  override signalSender(): number {
    return this.current.sender;
  }

  override peek(): number {
    const pid = runtime.nextOrphan();
    return pid === HIDDEN ? 0 : pid;
  }

  override wait(process: number): number {
    if (this.childId !== 0 && (process === ANY_CHILD || process === this.childId)) {
      const found = this.waitForChild();
      if (found !== 0) return found;
    }
    const pid = process === ANY_CHILD ? runtime.nextOrphan() : process;
    this.isHidden = pid === HIDDEN;
    if (pid <= 0) return this.isHidden ? 0 : pid;
    const orphan = reap(pid);
    if (orphan === null) return 0;
    this.onReap(orphan);
    return pid;
  }

  /** The shell that started a program that lives on is not to wait for it: the child goes on. */
  override stop(_signal: number): number {
    return 0;
  }

  private waitForChild(): number {
    const found = native().calls.wait(this.childId);
    if (found !== this.childId) return found;
    const status = native().calls.waitStatus();
    if (hasEnded(status)) {
      this.childEnd = status;
      runtime.reserved.delete(this.childId);
      this.childId = 0;
    }
    return found;
  }
}

function fatalOf(line: string): string | null {
  const { level, msg } = JSON.parse(line) as { level: number; msg: string };
  return level >= FATAL_LEVEL ? msg : null;
}
