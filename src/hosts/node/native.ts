/** Owns the calls into C: libc's own functions, and those of the library that native/ becomes. */
import { createRequire } from "node:module";

/** What ffi-rs's compiled part offers; its own types cannot be erased (ffi-rs, index.d.ts). */
export interface Binding {
  open(library: { library: string; path: string }): void;
  load(call: Call): unknown;
}

interface Call {
  readonly library: string;
  readonly funcName: string;
  readonly retType: ParameterType;
  readonly paramsType: readonly ParameterType[];
  paramsValue: readonly (number | Uint8Array)[];
  readonly errno: boolean;
  readonly runInNewThread: boolean;
  readonly freeResultMemory: boolean;
}

/** What ffi-rs's own JavaScript makes of its array types; the length is for results alone. */
interface ArrayType {
  readonly ffiTypeTag: 997;
  readonly type: 10;
  readonly length: number;
}

type ParameterType = 1 | ArrayType;

/** ffi-rs's types of what a function is given: a C int, and the address of a Uint8Array's bytes. */
export const INTEGER: ParameterType = 1;
export const BYTES: ParameterType = { ffiTypeTag: 997, type: 10, length: 0 };

export type Native = (...values: (number | Uint8Array)[]) => number;

/** The machines that ffi-rs and native/ are built for, by Node's names. */
const MACHINES = ["x64", "arm64"];

/** An error whose message is all that the user needs. */
export class NativeError extends Error {}

/** The name of ffi-rs's compiled part for this machine. */
export function bindingName(): string {
  if (process.platform !== "linux" || !MACHINES.includes(process.arch)) {
    throw new NativeError(
      `not built for ${process.platform} on ${process.arch}; ` + "use Linux on x86-64 or aarch64",
    );
  }
  return `linux-${process.arch}-gnu`;
}

/**
 * Loads ffi-rs's compiled part: its file at `path`, or the package's when there is none. Not
 * through its own loader, which takes longer than all else together.
 */
export function loadBinding(path?: string): Binding {
  const name = bindingName();
  const module = { exports: {} };
  try {
    const file = path ?? createRequire(import.meta.url).resolve(`@yuuang/ffi-rs-${name}`);
    process.dlopen(module, file);
  } catch (error) {
    throw new NativeError(`ffi-rs cannot be loaded: ${firstLine(error)}`);
  }
  return module.exports as Binding;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0]!;
}

/** One shared library, and its functions. */
export class Library {
  private readonly binding: Binding;
  private readonly name: string;

  /** `path`: the file, or "" for what the process has loaded, libc first of all. */
  constructor(binding: Binding, name: string, path: string) {
    this.binding = binding;
    this.name = name;
    try {
      binding.open({ library: name, path });
    } catch (error) {
      throw new NativeError(`${name} cannot be loaded: ${firstLine(error)}`);
    }
  }

  /** A function of native/, which gives a number, of which an error is a negative errno. */
  bind(funcName: string, ...paramsType: ParameterType[]): Native {
    const call = this.call(funcName, paramsType, false);
    return (...values) => {
      call.paramsValue = values;
      return this.binding.load(call) as number;
    };
  }

  /** A function of libc, which gives -1 and sets errno: the same as the above. */
  bindLibc(funcName: string, ...paramsType: ParameterType[]): Native {
    const call = this.call(funcName, paramsType, true);
    return (...values) => {
      call.paramsValue = values;
      const { value, errnoCode } = this.binding.load(call) as { value: number; errnoCode: number };
      return value === -1 ? -errnoCode : value;
    };
  }

  private call(funcName: string, paramsType: readonly ParameterType[], errno: boolean): Call {
    return {
      library: this.name,
      funcName,
      retType: INTEGER,
      paramsType,
      paramsValue: [],
      errno,
      runInNewThread: false,
      freeResultMemory: false,
    };
  }
}
