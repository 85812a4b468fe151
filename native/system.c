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

/* In millions of milliseconds, so that the number fits; the rest is kept for `clock_rest`. Before
 * 1970 the seconds are below 0, and the nanoseconds are not (clock_gettime(2)): the one rounding of
 * the sum gives both parts the same sign. */
int read_clock(void) {
  struct time_span now = {0};
  CALL2(clock_gettime, CLOCK_REALTIME, &now);
  int64_t milliseconds = now.seconds * 1000 + now.nanoseconds / 1000000;
  state.clock_rest = (int)(milliseconds % 1000000);
  return (int)(milliseconds / 1000000);
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

/* The second one that a C library reserves (signal(7)): there is none in this process. */
int reserved_signal(void) {
  return 33;
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

/* struct stat differs between machines, and all of it that matters here is where its mode is
 * (stat(2), inode(7)). */
int kind_of_file(const char *path) {
  uint32_t status[STAT_LIMIT / sizeof(uint32_t)] __attribute__((aligned(8)));
  long error = CALL4(newfstatat, AT_FDCWD, path, status, 0);
  if (error < 0) return (int)error;
  uint32_t type = status[STAT_MODE / sizeof(uint32_t)] & S_IFMT;
  if (type == S_IFDIR) return KIND_FOLDER;
  return type == S_IFREG ? KIND_PLAIN : KIND_SPECIAL;
}

int sync_file(int file) {
  return (int)CALL1(fsync, file);
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

int close_file(int file) {
  return (int)CALL1(close, file);
}

int machine(void) {
  return ELF_MACHINE;
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
  for (int reads = 0; reads < READ_LIMIT; reads++) {
    long length = CALL3(getdents64, folder, entries, sizeof state.entries);
    if (length <= 0) break;
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

/* The lowest signal above the one taken last that is there already, or 0: whoever sends a low
 * number again and again must not keep all above it waiting. Behind a real-time signal all begin
 * anew, for these come lowest first, as often as they were sent (signal(7)). */
static int take_turn(void) {
  static const struct time_span none;
  if (state.turn == 0 || state.turn >= FIRST_REAL_TIME) return 0;
  signal_set above = ALL_SIGNALS << state.turn;
  long signal = CALL4(rt_sigtimedwait, &above, &state.last, &none, sizeof above);
  return signal > 0 ? (int)signal : 0;
}

int next_signal(int milliseconds) {
  static const signal_set all = ALL_SIGNALS;
  struct time_span limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  struct time_span *until = milliseconds < 0 ? NULL : &limit;
  state.turn = take_turn();
  if (state.turn > 0) return state.turn;
  long signal = CALL4(rt_sigtimedwait, &all, &state.last, until, sizeof all);
  if (signal > 0 || (until && signal == -EAGAIN)) {
    state.cut_short = 0;
    state.turn = signal > 0 ? (int)signal : 0;
    return state.turn;
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

/* waitid(2) for every kind of child, or, before Linux 4.7, for those that send SIGCHLD. */
static long wait_for_any_kind(int type, int process, struct signal_info *info, int options) {
  long error = CALL5(waitid, type, process, info, options | WALL, NULL);
  return error == -EINVAL ? CALL5(waitid, type, process, info, options, NULL) : error;
}

int peek_child(void) {
  struct signal_info info = {0};
  long error = wait_for_any_kind(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  return error < 0 ? (int)error : info.process;
}

/* waitid(2) in place of a wait4(2) that said `refusal`, which stands when waitid is refused too. */
static int wait_by_id(int process, int refusal) {
  struct signal_info info = {0};
  long error = wait_for_any_kind(process > 0 ? P_PID : P_ALL, process, &info,
                                 WEXITED | WSTOPPED | WNOHANG);
  if (error < 0) return error == -ECHILD ? -ECHILD : refusal;
  state.wait_word = info.status;
  if (info.code == CLD_EXITED) state.wait_word <<= 8;
  else if (info.code == CLD_DUMPED) state.wait_word |= 0x80;
  else if (info.code != CLD_KILLED) state.wait_word = state.wait_word << 8 | 0x7f;
  return info.process;
}

int wait_child(int process) {
  long found = CALL4(wait4, process, &state.wait_word, WNOHANG | WUNTRACED | WALL, NULL);
  /* To have no child is no news before there was one. */
  if (found == -ECHILD && !state.has_child) return (int)found;
  return found < 0 ? wait_by_id(process, (int)found) : (int)found;
}

int wait_status(void) {
  return state.wait_word;
}

static int is_continued(void) {
  signal_set pending = 0;
  CALL2(rt_sigpending, &pending, sizeof pending);
  return (pending & SIGNAL(SIGCONT)) != 0;
}

/* The signal takes effect before kill returns, for it is not blocked then (kill(2)); one that was
 * waiting takes effect when it is unblocked, and is this stop. Whoever continues a stopped process
 * leaves SIGCONT pending, which is blocked: that tells a stop from none. One that waits before the
 * stop would be discarded by it (signal(7)), and nobody would continue this process, so nothing
 * stands between the look and the stop. */
int stop_group(int signal) {
  signal_set only = SIGNAL(signal);
  int target = signal == SIGSTOP ? (int)CALL0(getpid) : 0;
  CALL4(rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  if (!is_continued()) CALL2(kill, target, signal);
  only = ALL_SIGNALS;
  CALL4(rt_sigprocmask, SIG_SETMASK, &only, NULL, sizeof only);
  /* What came during the stop comes in order: SIGTERM, say, before the SIGCONT that lets it act. */
  state.turn = 0;
  return is_continued();
}
