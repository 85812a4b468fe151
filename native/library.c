/* Owns the shared library of the Node and Bun hosts as one unit: system.c and its neighbours, as in
 * the static binary, and what makes up for the runtime around them. It calls no libc, and shows no
 * name but its own ones, so that it stands beside any. */
#include "spawn.c"
#include "system.c"
#include "terminal.c"
#include "start.c"
#include "handlers.c"

static struct start began;

/* Signals that the runtime is not to unblock. */
static signal_set held;

/* The compiler makes calls of these where a libc would have them. */
__attribute__((used)) void *memset(void *to, int value, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}

__attribute__((used)) void *memcpy(void *to, const void *from, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

/* A launcher has put its two words behind the caller's environment (launcher.c). */
static int drop_launcher(char **environment, signal_set *mask) {
  char **end = environment;
  while (*end) end++;
  if (end - environment < 2 || !begins_with(end[-2], "TSINIT_LAUNCHED=")) return 0;
  signal_set read = 0;
  for (const char *digit = end[-2] + 16; *digit; digit++) {
    read = read << 4 | (signal_set)(*digit <= '9' ? *digit - '0' : *digit - 'a' + 10);
  }
  *mask = read;
  end[-2] = end[-1] = NULL;
  return 1;
}

/* What early.c has kept, if it was there: reading a path tells whether there is memory at all. */
static int take_kept(void) {
  const struct start *kept = (const struct start *)KEPT_AT;
  if (CALL3(faccessat, AT_FDCWD, kept->mark, F_OK) == -EFAULT) return 0;
  for (int i = 0; i < MARK_LENGTH; i++) {
    if (kept->mark[i] != MARK[i]) return 0;
  }
  began = *kept;
  return 1;
}

/* Called by the dynamic linker, which a launcher has do so before the runtime's first instruction
 * (LD_PRELOAD, ld.so(8)); or else when the host loads the library. */
__attribute__((constructor)) static void begin(int count, char **arguments, char **environment) {
  if (take_kept() || !arguments || !environment) return;
  began.argument_count = count;
  began.arguments = arguments;
  began.environment = environment;
  signal_set now = 0;
  int is_launched = drop_launcher(environment, &began.mask);
  CALL4(rt_sigprocmask, SIG_SETMASK, NULL, &now, sizeof now);
  /* Where LD_PRELOAD did not work Node has unblocked by now what the launcher blocked. */
  began.is_early = is_launched && (now | SIGNAL(SIGKILL) | SIGNAL(SIGSTOP)) == ALL_SIGNALS;
  if (began.is_early) held = ALL_SIGNALS;
  look_around(&began);
}

/* Stands before the libc's: Node sets its mask anew when it starts (pthread_sigmask(3)). */
__attribute__((visibility("default"))) int pthread_sigmask(int how, const void *set, void *old) {
  signal_set wanted = set ? *(const signal_set *)set : 0;
  if (how == SIG_UNBLOCK) wanted &= ~held;
  else wanted |= held;
  return (int)-CALL4(rt_sigprocmask, how, set ? &wanted : NULL, old, sizeof wanted);
}

/* Too late to see what the caller ignored: both runtimes ignore these two themselves. */
static void guess(void) {
  if (!began.mask) CALL4(rt_sigprocmask, SIG_SETMASK, NULL, &began.mask, sizeof began.mask);
  began.ignored &= ~(SIGNAL(SIGPIPE) | SIGNAL(SIGXFSZ));
  for (int file = 3; file < FILES; file++) {
    int is_own = is_open(&began, file) && (CALL3(fcntl, file, F_GETFD, 0) & FD_CLOEXEC);
    if (is_own) began.files[file / 64] &= ~((uint64_t)1 << file % 64);
  }
}

static void give_back_limit(int limit) {
  if (began.known_limits >> limit & 1) CALL4(prlimit64, 0, limit, &began.limits[limit], NULL);
}

/* The name that ps(1) shows is that of the runtime until now. */
static void take_name(void) {
  const char *name = state.arguments[0];
  for (const char *at = name; *at; at++) {
    if (*at == '/' && at[1]) name = at + 1;
  }
  CALL5(prctl, PR_SET_NAME, name, 0, 0, 0);
}

/* From here on every signal is blocked, or brought home, and kept for `next_signal`. The last
 * `kept` words are not the runtime's; errors are negative errno. */
static int take_over(int kept) {
  static const signal_set all = ALL_SIGNALS;
  int skipped = began.argument_count - kept;
  if (!began.arguments || kept < 1 || skipped < 0) return -ENOENT;
  if (!began.is_early) guess();
  long error = CALL4(rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  if (error < 0) error = CALL4(rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  state.mask_error = (int)-error;
  catch_all();
  state.argument_count = kept;
  state.arguments = began.arguments + skipped;
  if (began.is_early) state.arguments[0] = began.arguments[0];
  state.environment = began.environment;
  while (state.environment[state.environment_count]) state.environment_count++;
  show_variables(state.environment);
  give_back_limit(RLIMIT_FSIZE);
  take_name();
  return 0;
}

/* The child: what the runtime caught would run its handlers in here, so that comes before the
 * mask. */
void give_back(void) {
  for (int number = 1; number <= 64; number++) {
    struct signal_action action = {.handler = SIG_DFL};
    if (began.ignored & SIGNAL(number)) action.handler = SIG_IGN;
    CALL4(rt_sigaction, number, &action, NULL, sizeof(signal_set));
  }
  for (int i = 0; i < LIMITS; i++) give_back_limit(i);
  CALL3(close_range, 3, ~0u, CLOSE_RANGE_CLOEXEC);
  for (int file = 0; file < FILES; file++) {
    if (is_open(&began, file)) CALL3(fcntl, file, F_SETFD, 0);
    else if (file < 3 && began.is_early) CALL1(close, file);
  }
  CALL4(rt_sigprocmask, SIG_SETMASK, &began.mask, NULL, sizeof(signal_set));
}

/* What the runtime has opened stays open: it would end the process if one of its own was gone. */
static void let_go_of_inherited(void) {
  CALL1(chdir, "/");
  for (int file = 3; began.is_early && file < FILES; file++) {
    if (is_open(&began, file)) CALL1(close, file);
  }
}

/* All words, each ended by 0, as many as there is room for: how many bytes they are. */
static int copy_words(char **words, int count, char *to, int length) {
  int at = 0;
  for (int i = 0; i < count; i++) {
    const char *from = words[i];
    do {
      if (at < length) to[at] = *from;
      at++;
    } while (*from++);
  }
  return at;
}

static int copy_arguments(char *to, int length) {
  return copy_words(state.arguments, state.argument_count, to, length);
}

static int copy_environment(char *to, int length) {
  return copy_words(state.environment, state.environment_count, to, length);
}

static void end(int status) {
  for (;;) CALL1(exit_group, status);
}

#define SHOW(name)                                                                                 \
  extern __typeof__(name) tsinit_##name __attribute__((alias(#name), visibility("default")))
SHOW(take_over);
SHOW(copy_arguments);
SHOW(copy_environment);
SHOW(mask_error);
SHOW(process_id);
SHOW(parent_id);
SHOW(process_group);
SHOW(write_or_drop);
SHOW(foreground_group);
SHOW(set_foreground_group);
SHOW(leave_terminal);
SHOW(spawn);
SHOW(terminal_error);
SHOW(clone_refused);
SHOW(open_program);
SHOW(open_file);
SHOW(list_processes);
SHOW(read_file);
SHOW(close_file);
SHOW(machine);
SHOW(let_go_of_inherited);
SHOW(next_signal);
SHOW(signal_code);
SHOW(signal_sender);
SHOW(peek_child);
SHOW(wait_child);
SHOW(wait_status);
SHOW(stop_as_if_uncaught);
SHOW(end);

/* Last, for it shows functions of its own. */
#include "embed.c"
