/** Owns the way from the compiled core to the simulated kernel: an import is a method. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SimKernel } from "./kernel.ts";

const WORK = resolve(import.meta.dirname, "../../dist/work");
const MODULE = `${WORK}/core.wasm`;

export const isBuilt = existsSync(MODULE);

/** The part of WebAssembly that is used here; Node's types do not know it without a browser's. */
interface Engine {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): { readonly module: string; readonly name: string }[];
  };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: Readonly<Record<string, unknown>>;
  };
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;

type Import = (...args: number[]) => number | boolean | void;

const module = isBuilt ? new Module(readFileSync(MODULE)) : null;
const texts = isBuilt ? readFileSync(`${WORK}/texts.bin`) : Buffer.alloc(0);

/** One start of the compiled core, with a memory of its own. */
export class WasmCore {
  readonly main: () => number;
  readonly memory: Memory;

  constructor(kernel: SimKernel) {
    const imports = this.bind(kernel);
    for (const { module: from, name } of Module.imports(module!)) {
      if (from === "native" && name in imports) continue;
      throw new Error(`the simulated kernel has no ${from}.${name}: add it to wasm.ts`);
    }
    const { exports } = new Instance(module!, { native: imports });
    this.main = exports["main"] as () => number;
    this.memory = exports["memory"] as Memory;
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  private path(at: number): Uint8Array {
    const rest = new Uint8Array(this.memory.buffer, at);
    return rest.subarray(0, rest.indexOf(0) + 1);
  }

  private bind(kernel: SimKernel): Record<string, Import> {
    return {
      text_byte: (at) => {
        if (at >= texts.length) throw new Error(`byte ${at} of the texts is read`);
        return texts[at]!;
      },
      argument_byte: (index, offset) => kernel.argument(index, offset),
      environment_byte: (index, offset) => kernel.environment(index, offset),
      process_id: () => kernel.processId(),
      parent_id: () => kernel.parentId(),
      process_group: () => kernel.processGroup(),
      write_bytes: (stream, at, length, patient) =>
        kernel.write(stream, this.bytes(at, length), length, patient !== 0),
      become_subreaper: () => kernel.becomeSubreaper(),
      set_parent_death_signal: (signal) => kernel.setParentDeathSignal(signal),
      foreground_group: () => kernel.foregroundGroup(),
      set_foreground_group: (group) => kernel.setForegroundGroup(group),
      spawn: (program, place) => kernel.spawn(program, place),
      name_child: (index) => kernel.nameChild(index),
      withhold: (index) => kernel.withhold(index),
      reserved_signal: () => kernel.reservedSignal(),
      is_ignored: (signal) => Number(kernel.isIgnored(signal)),
      mask_error: () => kernel.maskError(),
      monotonic_clock: () => kernel.milliseconds(),
      list_processes: (first) => kernel.listProcesses(first !== 0),
      stop_listing: () => kernel.stopListing(),
      open_process: (process) => kernel.openProcess(process),
      signal_process: (file, signal) => kernel.signalProcess(file, signal),
      parent_of: (file) => kernel.parentOf(file),
      note_process: (set, process) => Number(kernel.noteProcess(set, process)),
      is_noted: (set, process) => Number(kernel.isNoted(set, process)),
      forget_processes: (set) => kernel.forgetProcesses(set),
      leave_terminal: () => kernel.leaveTerminal(),
      terminal_error: () => kernel.terminalError(),
      read_clock: () => kernel.readClock(),
      clock_rest: () => kernel.clockRest(),
      clone_refused: () => kernel.cloneRefused(),
      open_program: () => kernel.openProgram(),
      open_path: (at) => kernel.open(this.path(at), 0),
      open_self: () => kernel.openSelf(),
      create_path: (at) => kernel.create(this.path(at)),
      kind_of_path: (at) => kernel.kind(this.path(at)),
      sync_file: (file) => kernel.sync(file),
      remove_path: (at) => kernel.remove(this.path(at)),
      rename_path: (from, to) => kernel.rename(this.path(from), this.path(to)),
      restore_mask: () => kernel.restoreMask(),
      read_bytes: (file, at, length) => kernel.read(file, this.bytes(at, length), length),
      close_file: (file) => kernel.close(file),
      machine: () => kernel.machine(),
      let_go: () => kernel.letGo(),
      next_signal: (milliseconds) => kernel.next(milliseconds),
      signal_code: () => kernel.signalCode(),
      signal_sender: () => kernel.signalSender(),
      peek_child: () => kernel.peek(),
      wait_child: (process) => kernel.wait(process),
      wait_status: () => kernel.waitStatus(),
      send_signal: (process, signal) => kernel.kill(process, signal),
      stop_group: (signal) => kernel.stop(signal),
    };
  }

  /** Where the memory ends that the core was constructed in. */
  static readonly end = isBuilt ? Number(readFileSync(`${WORK}/core.end`, "utf8")) : 0;

  /** How far the memory was written to: one more than the highest byte that is not zero. */
  highest(): number {
    const bytes = new Uint8Array(this.memory.buffer);
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end--;
    return end;
  }
}

export function runWasm(kernel: SimKernel): number {
  return new WasmCore(kernel).main();
}
