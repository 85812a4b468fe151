/* Owns signals, waiting, and the other single questions to the kernel: each function one of the
 * core's `Kernel`. */
#include "entries.h"
#include "native.h"
#include "system.h"

struct state state;

static int byte_of(char **words, int count, int index, int offset) {
  return index < count ? (unsigned char)words[index][offset] : -1;
}

int argument_byte(int index, int offset) {
  return byte_of(state.arguments, state.argument_count, index, offset);
}

int environment_byte(int index, int offset) {
  return byte_of(state.environment, state.environment_count, index, offset);
}

int mask_error(void) {
  return state.mask_error;
}

void restore_mask(void) {
  CALL4(rt_sigprocmask, SIG_SETMASK, &state.mask, NULL, sizeof state.mask);
}

int process_id(void) {
  return (int)CALL0(getpid);
}

int parent_id(void) {
  return (int)CALL0(getppid);
}

/* In millions of milliseconds, so that the number fits; the rest is kept for `clock_rest`. */
int read_clock(void) {
  struct time_span now = {0};
  CALL2(clock_gettime, CLOCK_REALTIME, &now);
  state.clock_rest = (int)(now.seconds % 1000 * 1000 + now.nanoseconds / 1000000);
  return (int)(now.seconds / 1000);
}

int monotonic_clock(void) {
  struct time_span now = {0};
  CALL2(clock_gettime, CLOCK_MONOTONIC, &now);
  return (int)((now.seconds * 1000 + now.nanoseconds / 1000000) & 0x7fffffff);
}

int clock_rest(void) {
  return state.clock_rest;
}

int process_group(void) {
  return (int)CALL1(getpgid, 0);
}

int become_subreaper(void) {
  return (int)CALL5(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int set_parent_death_signal(int signal) {
  return (int)CALL5(prctl, PR_SET_PDEATHSIG, signal, 0, 0, 0);
}

int open_file(const char *path) {
  return (int)CALL3(openat, AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

int open_self(void) {
  return open_file("/proc/self/exe");
}

int create_file(const char *path) {
  int file = (int)CALL4(openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
  CALL2(fchmod, file, 0755);
  return file;
}

int remove_file(const char *path) {
  return (int)CALL3(unlinkat, AT_FDCWD, path, 0);
}

int rename_file(const char *from, const char *to) {
  return (int)CALL4(renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int read_file(int file, void *bytes, size_t length) {
  return (int)CALL3(read, file, bytes, length);
}

void close_file(int file) {
  CALL1(close, file);
}

int machine(void) {
  return ELF_MACHINE;
}

/* proc(5) lists processes by their PIDs, from where it is on, so that one that was forked
 * meanwhile is not missed. */
int list_processes(int first) {
  if (first) {
    if (state.folder > 0) CALL1(close, state.folder);
    state.folder = (int)CALL3(openat, AT_FDCWD, "/proc", O_RDONLY | O_CLOEXEC);
    state.entries_length = state.entries_at = 0;
  }
  if (state.folder < 0) return state.folder;
  for (;;) {
    if (state.entries_at >= state.entries_length) {
      state.entries_at = 0;
      state.entries_length = CALL3(getdents64, state.folder, state.entries, sizeof state.entries);
      if (state.entries_length <= 0) break;
    }
    int process = entry_number(state.entries, &state.entries_at);
    if (process > 0) return process;
  }
  CALL1(close, state.folder);
  state.folder = 0;
  return 0;
}

/* The stdio descriptors stay for the messages. Where close_range is refused or unknown, /proc lists
 * what is open; without /proc the low numbers have to do. */
__attribute__((noinline)) static void close_above_stdio(void) {
  char *entries = state.entries;
  if (CALL3(close_range, 3, ~0u, 0) == 0) return;
  long folder = CALL3(openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_CLOEXEC);
  if (folder < 0) {
    for (int file = 3; file < 1024; file++) CALL1(close, file);
    return;
  }
  long length;
  while ((length = CALL3(getdents64, folder, entries, sizeof state.entries)) > 0) {
    for (long at = 0; at < length;) {
      int file = entry_number(entries, &at);
      if (file > 2 && file != folder) CALL1(close, file);
    }
  }
  CALL1(close, folder);
}

void let_go(void) {
  CALL1(chdir, "/");
  close_above_stdio();
}

/* Without rt_sigtimedwait and signalfd there is no way to learn of a signal; looking for ended
 * children now and then is all that is left to do. */
static int next_without_wait(const struct time_span *limit) {
  static const signal_set all = ALL_SIGNALS;
  static const struct time_span pause = {.nanoseconds = 100000000};
  struct signalfd_info info;
  if (state.signal_file == 0) {
    state.signal_file = (int)CALL4(signalfd4, -1, &all, sizeof all, SFD_CLOEXEC) + 1;
  }
  struct poll_entry entry = {.file = state.signal_file - 1, .events = 1};
  if (state.signal_file > 0) {
    if (limit && CALL5(ppoll, &entry, 1, limit, NULL, 0) == 0) return 0;
    if (CALL3(read, state.signal_file - 1, &info, sizeof info) == sizeof info) {
      state.last.code = info.code;
      state.last.process = (int)info.process;
      return (int)info.number;
    }
  }
  CALL5(ppoll, NULL, 0, &pause, NULL, 0);
  return SIGCHLD;
}

int next_signal(int milliseconds) {
  static const signal_set all = ALL_SIGNALS;
  struct time_span limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  struct time_span *until = milliseconds < 0 ? NULL : &limit;
  long signal = CALL4(rt_sigtimedwait, &all, &state.last, until, sizeof all);
  if (signal > 0 || (until && signal == -EAGAIN)) {
    state.cut_short = 0;
    return signal > 0 ? (int)signal : 0;
  }
  /* A stop and a continuation cut a wait short, once. */
  if (signal == -EINTR && state.cut_short++ < 3) return 0;
  return next_without_wait(until);
}

int signal_code(void) {
  return state.last.code;
}

int signal_sender(void) {
  return state.last.process;
}

int send_signal(int process, int signal) {
  return (int)CALL2(kill, process, signal);
}

int peek_child(void) {
  struct signal_info info = {0};
  long error = CALL5(waitid, P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT, NULL);
  return error < 0 ? (int)error : info.process;
}

/* waitid(2) in place of a wait4(2) that said `refusal`, which stands when waitid is refused too. */
static int wait_by_id(int process, int refusal) {
  struct signal_info info = {0};
  long error = CALL5(waitid, process > 0 ? P_PID : P_ALL, process, &info,
                     WEXITED | WSTOPPED | WNOHANG, NULL);
  if (error < 0) return error == -ECHILD ? -ECHILD : refusal;
  state.wait_word = info.status;
  if (info.code == CLD_EXITED) state.wait_word <<= 8;
  else if (info.code == CLD_DUMPED) state.wait_word |= 0x80;
  else if (info.code != CLD_KILLED) state.wait_word = state.wait_word << 8 | 0x7f;
  return info.process;
}

int wait_child(int process) {
  long found = CALL4(wait4, process, &state.wait_word, WNOHANG | WUNTRACED, NULL);
  return found < 0 ? wait_by_id(process, (int)found) : (int)found;
}

int wait_status(void) {
  return state.wait_word;
}

/* The signal takes effect before kill returns, for it is not blocked then (kill(2)). Whoever
 * continues a stopped process leaves SIGCONT pending, which is blocked: that tells a stop from
 * none. */
int stop_group(int signal) {
  signal_set only = SIGNAL(signal), pending = 0;
  CALL4(rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  CALL2(kill, 0, signal);
  only = ALL_SIGNALS;
  CALL4(rt_sigprocmask, SIG_SETMASK, &only, NULL, sizeof only);
  CALL2(rt_sigpending, &pending, sizeof pending);
  return (pending & SIGNAL(SIGCONT)) != 0;
}
