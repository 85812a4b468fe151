/* Owns what stands between a runtime that is one file with its program and sigaction(2), until the
 * init has begun: the runtime unblocks fault signals and PWR in its threads, and what a process
 * sends meanwhile is neither its death nor lost, but noted for the init. */
#include "start.h"

enum { SIGPWR = 30, RESET_HANDLER = (int)0x80000000, WITH_INFO = 4, OF_THREAD = -6 };

static const signal_set unblocked = SIGNAL(SIGILL) | SIGNAL(SIGTRAP) | SIGNAL(SIGABRT) |
                                    SIGNAL(SIGBUS) | SIGNAL(SIGFPE) | SIGNAL(SIGSEGV) |
                                    SIGNAL(SIGSYS) | SIGNAL(SIGPWR);

/* The place in the runtime that holds the address of the C library's function, which is bound as
 * late as it is called: from the linker's command line. */
extern sigaction_function *sigaction_slot;

/* A true fault, or one thread's word to another, is the runtime's. */
static void note_signal(int number, struct signal_info *info, void *context) {
  struct start *start = (struct start *)KEPT_AT;
  const struct libc_action *action = &start->actions[number];
  int is_word = info->code == OF_THREAD && info->process == (int)CALL0(getpid);
  if ((info->code > 0 && number != SIGPWR) || is_word) {
    static const struct libc_action standard = {0};
    if (action->flags & RESET_HANDLER) start->sigaction(number, &standard, NULL);
    ((void (*)(int, struct signal_info *, void *))action->handler)(number, info, context);
    return;
  }
  start->noted[number].process = info->process;
  __sync_fetch_and_add(&start->noted[number].count, 1);
  if (start->home) send_home(start, number);
}

static int watch_action(int number, const struct libc_action *action, struct libc_action *old);

/* The first call binds the function, for which the dynamic linker writes its address into the
 * slot again (ld.so(8), LD_BIND_NOW). */
static int ask_libc(int number, const struct libc_action *action, struct libc_action *old) {
  struct start *start = (struct start *)KEPT_AT;
  int result = start->sigaction(number, action, old);
  if (sigaction_slot != watch_action) {
    start->sigaction = sigaction_slot;
    sigaction_slot = watch_action;
  }
  return result;
}

static int watch_action(int number, const struct libc_action *action, struct libc_action *old) {
  struct start *start = (struct start *)KEPT_AT;
  int is_watched = number > 0 && number <= 64 && (unblocked & SIGNAL(number));
  if (!is_watched) return ask_libc(number, action, old);
  struct libc_action before = start->actions[number];
  int result = 0;
  if (action) {
    struct libc_action ours = *action;
    if (action->handler > SIG_IGN) {
      ours.handler = (uintptr_t)note_signal;
      ours.flags = (action->flags | WITH_INFO) & ~RESET_HANDLER;
    }
    result = ask_libc(number, &ours, NULL);
    if (result == 0) start->actions[number] = *action;
  }
  if (old) *old = before;
  return result;
}

static void watch_signals(struct start *start) {
  start->sigaction = sigaction_slot;
  sigaction_slot = watch_action;
}
