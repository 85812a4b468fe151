/* Owns what the caller gave to the process that became a runtime: how it is learnt, before the
 * runtime changes it where that can be, and how the child gets it. */
#include "start.h"

static struct start began;
/* early.c was there, and what it keeps is in its place. */
static int has_kept;

/* Signals that the runtime is not to unblock. */
static signal_set held;

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
  return has_kept = 1;
}

/* What early.c has had noted comes home, now and from now on. */
static void take_noted_early(void) {
  struct start *kept = (struct start *)KEPT_AT;
  if (!has_kept) return;
  kept->home = (int)CALL0(gettid);
  __sync_synchronize();
  for (int number = 1; number <= 64; number++) send_home(kept, number);
}

/* Called by the dynamic linker, which a launcher has do so before the runtime's first instruction
 * (LD_PRELOAD, ld.so(8)); or else when the host loads the library. */
__attribute__((constructor)) static void begin(int count, char **arguments, char **environment) {
  if (take_kept() || !arguments || !environment) return;
  began.argument_count = count;
  began.arguments = arguments;
  began.environment = environment;
  signal_set now = 0;
  int is_launched = began.is_turned = drop_launcher(environment, &began.mask);
  CALL4(rt_sigprocmask, SIG_SETMASK, NULL, &now, sizeof now);
  /* Where LD_PRELOAD did not work Node has unblocked by now what the launcher blocked. */
  began.is_early = is_launched && (now | SIGNAL(SIGKILL) | SIGNAL(SIGSTOP)) == ALL_SIGNALS;
  look_around(&began);
  if (!began.is_early) return;
  held = ALL_SIGNALS & ~SIGNAL(GUARD_SIGNAL);
  begin_guard();
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

int is_ignored(int signal) {
  return (began.ignored & SIGNAL(signal)) != 0;
}

static void give_back_limit(int limit) {
  if (began.known_limits >> limit & 1) CALL4(prlimit64, 0, limit, &began.limits[limit], NULL);
}

static void give_back_dispositions(void) {
  for (int number = 1; number <= 64; number++) {
    struct signal_action action = {.handler = SIG_DFL};
    if (began.ignored & SIGNAL(number)) action.handler = SIG_IGN;
    CALL4(rt_sigaction, number, &action, NULL, sizeof(signal_set));
  }
}

/* For this process itself, when it is to be one that signals end. */
static void restore_signals(void) {
  give_back_dispositions();
  CALL4(rt_sigprocmask, SIG_SETMASK, &began.mask, NULL, sizeof(signal_set));
}

/* The child: what the runtime caught would run its handlers in here, so the mask comes last. */
void give_back(void) {
  give_back_dispositions();
  for (int i = 0; i < LIMITS; i++) give_back_limit(i);
  CALL3(close_range, 3, FILES - 1, CLOSE_RANGE_CLOEXEC);
  for (int file = 0; file < FILES; file++) {
    if (is_open(&began, file)) CALL3(fcntl, file, F_SETFD, 0);
    else if (file < 3 && began.is_early) CALL1(close, file);
  }
  CALL4(rt_sigprocmask, SIG_SETMASK, &began.mask, NULL, sizeof(signal_set));
}

/* What the runtime has opened stays open: it would end the process if one of its own was gone. */
static void let_go_of_inherited(void) {
  CALL1(chdir, "/");
  if (!began.is_early) return;
  for (int file = 3; file < FILES; file++) {
    if (is_open(&began, file)) CALL1(close, file);
  }
  CALL3(close_range, FILES, ~0u, 0);
}
