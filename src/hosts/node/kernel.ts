/** Owns the core's `Kernel` on Node and Bun: each method is a function of native/ or of libc. */
import { Kernel } from "../../core/kernel.ts";
import type { JsonLog } from "./json.ts";
import { type Binding, BYTES, INTEGER, Library, NativeError } from "./native.ts";
import { Words } from "./words.ts";

/** prctl(2). */
const PR_SET_PDEATHSIG = 1;
const PR_SET_CHILD_SUBREAPER = 36;

/** What JSON lines begin with, and no other message. */
const BRACE = 0x7b;

/** The functions of native/ that need no more than numbers and bytes. */
function bindAll(library: Library) {
  const bind = (name: string, ...types: (typeof INTEGER)[]) => {
    return library.bind(`tsinit_${name}`, ...types);
  };
  return {
    takeOver: bind("take_over", INTEGER),
    copyArguments: bind("copy_arguments", BYTES, INTEGER),
    copyEnvironment: bind("copy_environment", BYTES, INTEGER),
    maskError: bind("mask_error"),
    processId: bind("process_id"),
    parentId: bind("parent_id"),
    processGroup: bind("process_group"),
    writeOrDrop: bind("write_or_drop", INTEGER, BYTES, INTEGER, INTEGER),
    foregroundGroup: bind("foreground_group"),
    setForegroundGroup: bind("set_foreground_group", INTEGER),
    leaveTerminal: bind("leave_terminal"),
    spawn: bind("spawn", INTEGER, INTEGER, INTEGER),
    terminalError: bind("terminal_error"),
    cloneRefused: bind("clone_refused"),
    openProgram: bind("open_program"),
    open: bind("open_file", BYTES),
    listProcesses: bind("list_processes", INTEGER),
    read: bind("read_file", INTEGER, BYTES, INTEGER),
    close: bind("close_file", INTEGER),
    machine: bind("machine"),
    letGo: bind("let_go_of_inherited"),
    next: bind("next_signal", INTEGER),
    signalCode: bind("signal_code"),
    signalSender: bind("signal_sender"),
    peek: bind("peek_child"),
    wait: bind("wait_child", INTEGER),
    waitStatus: bind("wait_status"),
    stop: bind("stop_as_if_uncaught", INTEGER),
    end: bind("end", INTEGER),
  };
}

export class NodeKernel extends Kernel {
  /** The child runs, or a pause has begun: from here on nothing may end tsinit but its core. */
  hasBegun = false;
  /** What JSON lines go through, when there may be any. */
  json: JsonLog | null = null;
  private readonly native: ReturnType<typeof bindAll>;
  private readonly sendSignal: (process: number, signal: number) => number;
  private readonly control: (option: number, value: number) => number;
  private readonly words = new Words();
  private readonly variables = new Words();
  private readonly self: number;
  private rest = 0;

  /** `library`: the path of the library that native/ was built into. */
  constructor(binding: Binding, library: string) {
    super();
    this.native = bindAll(new Library(binding, "tsinit-native.so", library));
    const libc = new Library(binding, "libc", "");
    this.sendSignal = libc.bindLibc("kill", INTEGER, INTEGER);
    const prctl = libc.bindLibc("prctl", INTEGER, INTEGER, INTEGER, INTEGER, INTEGER);
    this.control = (option, value) => prctl(option, value, 0, 0, 0);
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
    return words.mention("json")
      || (variables.mention("TSINIT_OPTIONS=") && variables.mention("json"));
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
    return Math.floor(now / 1_000_000);
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
    if (this.json !== null && bytes[0] === BRACE) {
      this.json.log(bytes.subarray(0, length), (line) => {
        this.native.writeOrDrop(stream, line, line.length, Number(patient));
      });
      return length;
    }
    return this.native.writeOrDrop(stream, bytes, length, Number(patient));
  }
  override becomeSubreaper(): i32 {
    return this.control(PR_SET_CHILD_SUBREAPER, 1);
  }
  override setParentDeathSignal(signal: i32): i32 {
    return this.control(PR_SET_PDEATHSIG, signal);
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
  override spawn(program: i32, place: i32, listenPid: i32): i32 {
    return this.native.spawn(program, place, listenPid);
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
  override open(path: Uint8Array): i32 {
    return this.native.open(path);
  }
  override listProcesses(first: bool): i32 {
    return this.native.listProcesses(Number(first));
  }
  override read(file: i32, bytes: Uint8Array, length: i32): i32 {
    return this.native.read(file, bytes, length);
  }
  override close(file: i32): void {
    this.native.close(file);
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
    return this.native.wait(process);
  }
  override waitStatus(): i32 {
    return this.native.waitStatus();
  }
  override kill(process: i32, signal: i32): i32 {
    return this.sendSignal(process, signal);
  }
  override stop(signal: i32): i32 {
    return this.native.stop(signal);
  }
}
