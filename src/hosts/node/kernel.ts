/** Owns the core's `Kernel` on Node and Bun: each method is a function of native/ or of libc. */
import { Kernel } from "../../core/kernel.ts";
import { exitStatus, hasEnded } from "../../core/linux/status.ts";
import { bindLibc, bindNative } from "./functions.ts";
import type { JsonLog } from "./json.ts";
import { type Binding, NativeError } from "./native.ts";
import { ProcessSets } from "./process-sets.ts";
import { Words } from "./words.ts";

/** prctl(2). */
const PR_SET_PDEATHSIG = 1;
const PR_SET_CHILD_SUBREAPER = 36;

/** What messages in JSON begin with, and nothing else that the core writes. */
const JSON_MESSAGE = Buffer.from('{"level":');

export class NodeKernel extends Kernel {
  /** The child runs, or a pause has begun: from here on nothing may end tsinit but its core. */
  hasBegun = false;
  /** The child's exit status, or -1 while it lives. */
  childStatus = -1;
  /** What JSON lines go through, when there may be any. */
  json: JsonLog | null = null;
  private readonly native: ReturnType<typeof bindNative>;
  private readonly libc: ReturnType<typeof bindLibc>;
  private readonly words = new Words();
  private readonly variables = new Words();
  private readonly sets = new ProcessSets();
  private readonly self: number;
  private readonly copy: Buffer;
  private child = 0;
  private rest = 0;

  /**
   * `library`: the path of the library that native/ was built into. `copy`: the file that a copy of
   * tsinit is made of.
   */
  constructor(binding: Binding, library: string, copy: string) {
    super();
    this.copy = Buffer.from(`${copy}\0`);
    this.native = bindNative(binding, library);
    this.libc = bindLibc(binding);
    this.self = this.native.processId();
  }

  /**
   * Blocks all signals in all threads. The runtimes agree on one thing: the script, or what stands
   * for it, and all behind it are the last words of the process.
   */
  takeOver(): void {
    if (this.native.takeOver(process.argv.length - 1) < 0) {
      throw new NativeError("this process's words and environment cannot be found");
    }
    this.words.read(this.native.copyArguments);
    this.variables.read(this.native.copyEnvironment);
  }

  /** Whether the messages may have to be JSON: the core has not read its options yet. */
  mayWriteJson(): boolean {
    const { words, variables } = this;
    return (
      words.mention("json") || (variables.mention("TSINIT_OPTIONS=") && variables.mention("json"))
    );
  }

  /** Ends the process at once, without a word from the runtime (exit_group(2)). */
  end(status: number): void {
    this.native.end(status);
  }

  override argument(index: i32, offset: i32): i32 {
    return this.words.byte(index, offset);
  }
  override environment(index: i32, offset: i32): i32 {
    return this.variables.byte(index, offset);
  }
  override maskError(): i32 {
    return this.native.maskError();
  }
  override processId(): i32 {
    return this.self;
  }
  override readClock(): i32 {
    const now = Date.now();
    this.rest = now % 1_000_000;
    return Math.trunc(now / 1_000_000);
  }
  override clockRest(): i32 {
    return this.rest;
  }
  override milliseconds(): i32 {
    return Math.floor(performance.now()) % 0x80000000;
  }
  override parentId(): i32 {
    return this.native.parentId();
  }
  override processGroup(): i32 {
    return this.native.processGroup();
  }
  override write(stream: i32, bytes: Uint8Array, length: i32, patient: bool): i32 {
    const isMessage = this.json !== null && JSON_MESSAGE.every((byte, at) => bytes[at] === byte);
    const size = isMessage ? this.json!.format(bytes, length) : 0;
    if (size > 0) return this.native.writeOrDrop(stream, this.json!.line, size, Number(patient));
    return this.native.writeOrDrop(stream, bytes, length, Number(patient));
  }
  override becomeSubreaper(): i32 {
    return this.libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  }
  override setParentDeathSignal(signal: i32): i32 {
    return this.libc.prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
  }
  override foregroundGroup(): i32 {
    return this.native.foregroundGroup();
  }
  override setForegroundGroup(group: i32): i32 {
    return this.native.setForegroundGroup(group);
  }
  override leaveTerminal(): i32 {
    return this.native.leaveTerminal();
  }
  override reservedSignal(): i32 {
    return 0;
  }
  override isIgnored(signal: i32): bool {
    return this.native.isIgnored(signal) !== 0;
  }
  override nameChild(index: i32): void {
    this.native.nameChild(index);
  }
  override withhold(index: i32): void {
    this.native.withhold(index);
  }
  override spawn(program: i32, place: i32): i32 {
    this.child = this.native.spawn(program, place);
    this.hasBegun = this.child > 0;
    return this.child;
  }
  override terminalError(): i32 {
    return this.native.terminalError();
  }
  override cloneRefused(): bool {
    return this.native.cloneRefused() !== 0;
  }
  override openProgram(): i32 {
    return this.native.openProgram();
  }
  override open(path: Uint8Array, at: i32): i32 {
    return this.native.open(at === 0 ? path : path.subarray(at));
  }
  override openSelf(): i32 {
    return this.native.open(this.copy);
  }
  override create(path: Uint8Array): i32 {
    return this.native.create(path);
  }
  override kind(path: Uint8Array): i32 {
    return this.native.kind(path);
  }
  override sync(file: i32): i32 {
    return this.native.sync(file);
  }
  override remove(path: Uint8Array): i32 {
    return this.native.remove(path);
  }
  override rename(from: Uint8Array, to: Uint8Array): i32 {
    return this.native.rename(from, to);
  }
  override restoreMask(): void {
    this.native.restoreSignals();
  }
  override listProcesses(first: bool): i32 {
    return this.native.listProcesses(Number(first));
  }
  override stopListing(): void {
    this.native.stopListing();
  }
  override openProcess(process: i32): i32 {
    return this.native.openProcess(process);
  }
  override signalProcess(file: i32, signal: i32): i32 {
    return this.native.signalProcess(file, signal);
  }
  override parentOf(file: i32): i32 {
    return this.native.parentOf(file);
  }
  override noteProcess(set: i32, process: i32): bool {
    return this.sets.note(set, process);
  }
  override isNoted(set: i32, process: i32): bool {
    return this.sets.has(set, process);
  }
  override forgetProcesses(set: i32): void {
    this.sets.forget(set);
  }
  override read(file: i32, bytes: Uint8Array, length: i32): i32 {
    return this.native.read(file, bytes, length);
  }
  override close(file: i32): i32 {
    return this.native.close(file);
  }
  override machine(): i32 {
    return this.native.machine();
  }
  override letGo(): void {
    this.hasBegun = true;
    this.native.letGo();
  }
  override next(milliseconds: i32): i32 {
    return this.native.next(milliseconds);
  }
  override signalCode(): i32 {
    return this.native.signalCode();
  }
  override signalSender(): i32 {
    return this.native.signalSender();
  }
  override peek(): i32 {
    return this.native.peek();
  }
  override wait(process: i32): i32 {
    const found = this.native.wait(process);
    if (found > 0 && found === this.child && hasEnded(this.waitStatus())) {
      this.childStatus = exitStatus(this.waitStatus());
    }
    return found;
  }
  override waitStatus(): i32 {
    return this.native.waitStatus();
  }
  override kill(process: i32, signal: i32): i32 {
    return this.libc.kill(process, signal);
  }
  override stop(signal: i32): i32 {
    return this.native.stop(signal);
  }
}
