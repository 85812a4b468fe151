/** Owns the tables of the C functions that the Node and Bun hosts call. */
import { type Binding, BYTES, INTEGER, Library } from "./native.ts";

/** What native/runtimes/library.c shows, in the file at `path`; src/core/kernel.ts says what each means. */
export function bindNative(binding: Binding, path: string) {
  const library = new Library(binding, "tsinit-native.so", path);
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
    isIgnored: bind("is_ignored", INTEGER),
    nameChild: bind("name_child", INTEGER),
    withhold: bind("withhold", INTEGER),
    spawn: bind("spawn", INTEGER, INTEGER),
    terminalError: bind("terminal_error"),
    cloneRefused: bind("clone_refused"),
    openProgram: bind("open_program"),
    open: bind("open_file", BYTES),
    create: bind("create_file", BYTES),
    kind: bind("kind_of_file", BYTES),
    sync: bind("sync_file", INTEGER),
    remove: bind("remove_file", BYTES),
    rename: bind("rename_file", BYTES, BYTES),
    listProcesses: bind("list_processes", INTEGER),
    stopListing: bind("stop_listing"),
    openProcess: bind("open_process", INTEGER),
    signalProcess: bind("signal_process", INTEGER, INTEGER),
    parentOf: bind("parent_of", INTEGER),
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
    restoreSignals: bind("restore_signals"),
    end: bind("end", INTEGER),
  };
}

/** What is called of libc itself: prctl(2) and kill(2). */
export function bindLibc(binding: Binding) {
  const libc = new Library(binding, "libc", "");
  return {
    prctl: libc.bindLibc("prctl", INTEGER, INTEGER, INTEGER, INTEGER, INTEGER),
    kill: libc.bindLibc("kill", INTEGER, INTEGER),
  };
}
