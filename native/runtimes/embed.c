/* Owns what a program needs that lives on beside its child: signals are noted and told through a
 * pipe, nothing stays blocked, and only what this thread's own children left is looked for. */

enum { SIGTTIN = 21, SIGTTOU = 22, SIGNALS = 65 };
enum { SIG_BLOCK = 0, F_DUPFD_CLOEXEC = 1030 };
enum { WNOTHREAD = 0x20000000 };

/* How often each signal came since it was taken last, and who sent the last of them. */
static struct { volatile int count, code, process; } noted[SIGNALS];
static signal_set watched;
/* The main thread's mask before TTIN and TTOU were blocked in it. They are blocked so that it may
 * write to the terminal while that is the child's, and reading fails (termios(3)); sent by a
 * process, they come to another thread of the runtime. */
static signal_set mask_before;
/* The pipe is never closed: a handler may still run in another thread. */
static int pipe_ends[2];

/* Another thread's reading or writing of the terminal, which is the child's, raises TTIN or TTOU
 * again and again while they are caught (termios(3)): from then on they are ignored. */
static int is_of_terminal(int number, const struct signal_info *info) {
  static const struct signal_action ignore = {.handler = SIG_IGN};
  if ((number != SIGTTIN && number != SIGTTOU) || info->code <= 0) return 0;
  CALL4(rt_sigaction, number, &ignore, NULL, sizeof(signal_set));
  return 1;
}

/* A full pipe will wake the reader as well as one byte more. */
static void note(int number, struct signal_info *info, void *context) {
  if (is_of_runtime(number, info)) {
    leave_to_runtime(number, info, context);
    return;
  }
  if (is_of_terminal(number, info)) return;
  noted[number].code = info->code;
  noted[number].process = info->process;
  __sync_fetch_and_add(&noted[number].count, 1);
  CALL3(write, pipe_ends[1], "", 1);
}

/* What the C library may use for itself. */
static int is_reserved(int number) {
  return number == 32 || number == 33;
}

static int is_watchable(int number) {
  return number != SIGKILL && number != SIGSTOP && number != SIGCHLD;
}

/* What `note` is installed with. */
static struct signal_action noting(void) {
  struct signal_action action = {(uintptr_t)note, SA_SIGINFO | SA_ONSTACK | SA_RESTART, 0, 0};
#ifdef __x86_64__
  action.flags |= SA_RESTORER;
  action.restorer = (uintptr_t)return_from_signal;
#endif
  return action;
}

/* From here on every signal is noted, and those that nobody may use do no harm: a descriptor that
 * can be read when there is a signal, or errno. */
static int watch_signals(void) {
  struct signal_action action = noting();
  static const signal_set of_terminal = SIGNAL(SIGTTIN) | SIGNAL(SIGTTOU);
  if (pipe_ends[1] == 0) {
    long error = CALL2(pipe2, pipe_ends, O_NONBLOCK | O_CLOEXEC);
    if (error < 0) return (int)error;
  }
  for (int number = 1; number < SIGNALS; number++) {
    if (!is_watchable(number)) continue;
    noted[number].count = 0;
    action.handler = is_reserved(number) ? SIG_IGN : (uintptr_t)note;
    long error = CALL4(rt_sigaction, number, NULL, &of_runtime[number], sizeof(signal_set));
    if (is_reserved(number) && of_runtime[number].handler != SIG_DFL) continue;
    if (error == 0) error = CALL4(rt_sigaction, number, &action, NULL, sizeof(signal_set));
    if (error == 0) watched |= SIGNAL(number);
  }
  CALL4(rt_sigprocmask, SIG_BLOCK, &of_terminal, &mask_before, sizeof of_terminal);
  return (int)CALL3(fcntl, pipe_ends[0], F_DUPFD_CLOEXEC, 3);
}

/* The runtime has begun or ceased to listen to a signal: that is what it gets back in the end, but
 * until then signals are noted. */
static int watch_again(void) {
  struct signal_action action = noting(), now;
  for (int number = 1; number < SIGNALS; number++) {
    if (!(watched & SIGNAL(number)) || is_reserved(number)) continue;
    if (CALL4(rt_sigaction, number, NULL, &now, sizeof(signal_set)) < 0) continue;
    if (now.handler == (uintptr_t)note || now.handler == SIG_IGN) continue;
    of_runtime[number] = now;
    CALL4(rt_sigaction, number, &action, NULL, sizeof(signal_set));
  }
  return 0;
}

/* What somebody else has caught meanwhile stays theirs. */
static int forget_signals(void) {
  for (int number = 1; number < SIGNALS; number++) {
    struct signal_action now;
    if (!(watched & SIGNAL(number))) continue;
    CALL4(rt_sigaction, number, NULL, &now, sizeof(signal_set));
    if (now.handler != (uintptr_t)note && now.handler != SIG_IGN) continue;
    CALL4(rt_sigaction, number, &of_runtime[number], NULL, sizeof(signal_set));
  }
  watched = 0;
  CALL4(rt_sigprocmask, SIG_SETMASK, &mask_before, NULL, sizeof mask_before);
  return 0;
}

/* A signal that was noted, whose code and sender are then told as after `next_signal`, or 0. They
 * take turns as there: the lowest above the last one, or else the lowest. */
static int take_noted(void) {
  if (state.turn >= FIRST_REAL_TIME) state.turn = 0;
  for (int i = 1; i <= SIGNALS; i++) {
    int number = (state.turn + i) % SIGNALS;
    if (noted[number].count == 0) continue;
    state.last.code = noted[number].code;
    state.last.process = noted[number].process;
    __sync_fetch_and_sub(&noted[number].count, 1);
    return state.turn = number;
  }
  return 0;
}

/* As `peek_child`, but of this thread's children alone: those of other threads are the business of
 * whoever started them there, and an adopted one comes to the first thread (wait(2)). */
static int peek_own(void) {
  struct signal_info info = {0};
  int options = WEXITED | WNOHANG | WNOWAIT | WNOTHREAD;
  long error = CALL5(waitid, P_ALL, 0, &info, options, NULL);
  return error < 0 ? (int)error : info.process;
}

static char **point_at(char *word, int count, char **to) {
  for (; count > 0; count--) {
    *to++ = word;
    while (*word++) {}
  }
  *to++ = NULL;
  return to;
}

/* Starts word `program` and all behind it; `pointers` has room for one before the words, both
 * lists, and the end of each. */
static int spawn_words(char *words, int count, char *variables, int variable_count, char **pointers,
                       int program, int place) {
  static const signal_set all = ALL_SIGNALS;
  signal_set before = 0;
  memset(began.files, 0, sizeof began.files);
  look_at_files(&began);
  guess();
  began.mask = mask_before;
  /* What an earlier program was is not what this one is when it has no name. */
  state.path = NULL;
  state.arguments = pointers + 1;
  state.environment = point_at(words, count, state.arguments);
  point_at(variables, variable_count, state.environment);
  /* The child shares this memory until its exec: no handler may run in it. */
  CALL4(rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  int child = spawn(program, place);
  CALL4(rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  state.named_count = state.withheld = 0;
  state.arguments = state.environment = NULL;
  return child;
}

SHOW(become_subreaper);
SHOW(watch_signals);
SHOW(watch_again);
SHOW(forget_signals);
SHOW(take_noted);
SHOW(peek_own);
SHOW(spawn_words);
