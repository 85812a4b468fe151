/**
 * Stands in for src/core/kernel.ts: here every method is a function of native/, called straight.
 * AssemblyScript.
 */

@external("native", "argument_byte")
declare function argumentByte(index: i32, offset: i32): i32;
@external("native", "environment_byte")
declare function environmentByte(index: i32, offset: i32): i32;
@external("native", "mask_error")
declare function maskError(): i32;
@external("native", "process_id")
declare function processId(): i32;
@external("native", "parent_id")
declare function parentId(): i32;
@external("native", "monotonic_clock")
declare function monotonicClock(): i32;
@external("native", "list_processes")
declare function listProcesses(first: i32): i32;
@external("native", "stop_listing")
declare function stopListing(): void;
@external("native", "open_process")
declare function openProcess(process: i32): i32;
@external("native", "signal_process")
declare function signalProcess(file: i32, signal: i32): i32;
@external("native", "parent_of")
declare function parentOf(file: i32): i32;
@external("native", "note_process")
declare function noteProcess(set: i32, process: i32): i32;
@external("native", "is_noted")
declare function isNoted(set: i32, process: i32): i32;
@external("native", "forget_processes")
declare function forgetProcesses(set: i32): void;
@external("native", "process_group")
declare function processGroup(): i32;
@external("native", "write_bytes")
declare function writeBytes(stream: i32, bytes: usize, length: i32, patient: i32): i32;
@external("native", "become_subreaper")
declare function becomeSubreaper(): i32;
@external("native", "set_parent_death_signal")
declare function setParentDeathSignal(signal: i32): i32;
@external("native", "reserved_signal")
declare function reservedSignal(): i32;
@external("native", "is_ignored")
declare function isIgnored(signal: i32): i32;
@external("native", "foreground_group")
declare function foregroundGroup(): i32;
@external("native", "set_foreground_group")
declare function setForegroundGroup(group: i32): i32;
@external("native", "spawn")
declare function spawn(program: i32, place: i32): i32;
@external("native", "name_child")
declare function nameChild(index: i32): void;
@external("native", "withhold")
declare function withhold(index: i32): void;
@external("native", "leave_terminal")
declare function leaveTerminal(): i32;
@external("native", "terminal_error")
declare function terminalError(): i32;
@external("native", "read_clock")
declare function readClock(): i32;
@external("native", "clock_rest")
declare function clockRest(): i32;
@external("native", "clone_refused")
declare function cloneRefused(): i32;
@external("native", "open_program")
declare function openProgram(): i32;
@external("native", "open_path")
declare function openPath(path: usize): i32;
@external("native", "open_self")
declare function openSelf(): i32;
@external("native", "create_path")
declare function createPath(path: usize): i32;
@external("native", "kind_of_path")
declare function kindOfPath(path: usize): i32;
@external("native", "sync_file")
declare function syncFile(file: i32): i32;
@external("native", "remove_path")
declare function removePath(path: usize): i32;
@external("native", "rename_path")
declare function renamePath(from: usize, to: usize): i32;
@external("native", "restore_mask")
declare function restoreMask(): void;
@external("native", "read_bytes")
declare function readBytes(file: i32, bytes: usize, length: i32): i32;
@external("native", "close_file")
declare function closeFile(file: i32): i32;
@external("native", "machine")
declare function machine(): i32;
@external("native", "let_go")
declare function letGo(): void;
@external("native", "next_signal")
declare function nextSignal(milliseconds: i32): i32;
@external("native", "signal_code")
declare function signalCode(): i32;
@external("native", "signal_sender")
declare function signalSender(): i32;
@external("native", "peek_child")
declare function peekChild(): i32;
@external("native", "wait_child")
declare function waitChild(process: i32): i32;
@external("native", "wait_status")
declare function waitStatus(): i32;
@external("native", "send_signal")
declare function sendSignal(process: i32, signal: i32): i32;
@external("native", "stop_group")
declare function stopGroup(signal: i32): i32;

/**
 * How the child stands to the terminal: in a group, in the foreground group, in its own session.
 */
export const GROUP: i32 = 0;
export const FOREGROUND: i32 = 1;
export const SESSION: i32 = 2;

/** `next` waits for ever. */
export const FOREVER: i32 = -1;

/** `wait` for any child process. */
export const ANY_CHILD: i32 = -1;

/** Entries of the environment that `nameChild` takes. */
export const NAMED_LIMIT: i32 = 3;

/** `kill` to every process of the PID namespace but its PID 1. */
export const EVERYBODY: i32 = -1;

export class Kernel {
  argument(index: i32, offset: i32): i32 {
    return argumentByte(index, offset);
  }
  environment(index: i32, offset: i32): i32 {
    return environmentByte(index, offset);
  }
  maskError(): i32 {
    return maskError();
  }
  processId(): i32 {
    return processId();
  }
  parentId(): i32 {
    return parentId();
  }
  milliseconds(): i32 {
    return monotonicClock();
  }
  listProcesses(first: bool): i32 {
    return listProcesses(first as i32);
  }
  stopListing(): void {
    stopListing();
  }
  openProcess(process: i32): i32 {
    return openProcess(process);
  }
  signalProcess(file: i32, signal: i32): i32 {
    return signalProcess(file, signal);
  }
  parentOf(file: i32): i32 {
    return parentOf(file);
  }
  noteProcess(set: i32, process: i32): bool {
    return noteProcess(set, process) != 0;
  }
  isNoted(set: i32, process: i32): bool {
    return isNoted(set, process) != 0;
  }
  forgetProcesses(set: i32): void {
    forgetProcesses(set);
  }
  processGroup(): i32 {
    return processGroup();
  }
  write(stream: i32, bytes: Uint8Array, length: i32, patient: bool): i32 {
    return writeBytes(stream, bytes.dataStart, length, patient as i32);
  }
  becomeSubreaper(): i32 {
    return becomeSubreaper();
  }
  setParentDeathSignal(signal: i32): i32 {
    return setParentDeathSignal(signal);
  }
  reservedSignal(): i32 {
    return reservedSignal();
  }
  isIgnored(signal: i32): bool {
    return isIgnored(signal) != 0;
  }
  foregroundGroup(): i32 {
    return foregroundGroup();
  }
  setForegroundGroup(group: i32): i32 {
    return setForegroundGroup(group);
  }
  leaveTerminal(): i32 {
    return leaveTerminal();
  }
  spawn(program: i32, place: i32): i32 {
    return spawn(program, place);
  }
  nameChild(index: i32): void {
    nameChild(index);
  }
  withhold(index: i32): void {
    withhold(index);
  }
  terminalError(): i32 {
    return terminalError();
  }
  readClock(): i32 {
    return readClock();
  }
  clockRest(): i32 {
    return clockRest();
  }
  cloneRefused(): bool {
    return cloneRefused() != 0;
  }
  openProgram(): i32 {
    return openProgram();
  }
  open(path: Uint8Array, at: i32): i32 {
    return openPath(path.dataStart + at);
  }
  openSelf(): i32 {
    return openSelf();
  }
  create(path: Uint8Array): i32 {
    return createPath(path.dataStart);
  }
  kind(path: Uint8Array): i32 {
    return kindOfPath(path.dataStart);
  }
  sync(file: i32): i32 {
    return syncFile(file);
  }
  remove(path: Uint8Array): i32 {
    return removePath(path.dataStart);
  }
  rename(from: Uint8Array, to: Uint8Array): i32 {
    return renamePath(from.dataStart, to.dataStart);
  }
  restoreMask(): void {
    restoreMask();
  }
  read(file: i32, bytes: Uint8Array, length: i32): i32 {
    return readBytes(file, bytes.dataStart, length);
  }
  close(file: i32): i32 {
    return closeFile(file);
  }
  machine(): i32 {
    return machine();
  }
  letGo(): void {
    letGo();
  }
  next(milliseconds: i32): i32 {
    return nextSignal(milliseconds);
  }
  signalCode(): i32 {
    return signalCode();
  }
  signalSender(): i32 {
    return signalSender();
  }
  peek(): i32 {
    return peekChild();
  }
  wait(process: i32): i32 {
    return waitChild(process);
  }
  waitStatus(): i32 {
    return waitStatus();
  }
  kill(process: i32, signal: i32): i32 {
    return sendSignal(process, signal);
  }
  stop(signal: i32): i32 {
    return stopGroup(signal);
  }
}
