/* Owns the handlers that bring a signal home: one that was taken by another thread of the runtime,
 * which does not block it, is sent on to where the main thread waits for it. */
#include "native.h"

enum { SA_SIGINFO = 4, SA_RESTORER = 0x04000000, SA_ONSTACK = 0x08000000, SA_RESTART = 0x10000000 };
enum { SI_QUEUE = -1, SI_TKILL = -6 };

static const signal_set faults = SIGNAL(SIGILL) | SIGNAL(SIGTRAP) | SIGNAL(SIGABRT) |
                                 SIGNAL(SIGBUS) | SIGNAL(SIGFPE) | SIGNAL(SIGSEGV) |
                                 SIGNAL(SIGSYS);

/* The thread that waits for signals, and blocks them all. */
static int home;

/* What the runtime had, by signal. */
static struct signal_action of_runtime[65];

#ifdef __x86_64__
/* What a handler returns to (rt_sigreturn(2)); other machines have it in the vdso. */
void return_from_signal(void);
__asm__(".text\n.hidden return_from_signal\n.globl return_from_signal\n"
        "return_from_signal:\n mov $15,%eax\n syscall\n");
#endif

/* A fault, or a word between the runtime's own threads: it knows what to do, or it is the end. */
static void leave_to_runtime(int number, struct signal_info *info, void *context) {
  const struct signal_action *action = &of_runtime[number];
  if (action->handler == SIG_IGN) return;
  if (action->handler != SIG_DFL) {
    ((void (*)(int, struct signal_info *, void *))action->handler)(number, info, context);
    return;
  }
  signal_set only = SIGNAL(number);
  CALL4(rt_sigaction, number, action, NULL, sizeof only);
  CALL3(tgkill, CALL0(getpid), CALL0(gettid), number);
  CALL4(rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
}

/* A fault of the processor's, or one thread's word to another. */
static int is_of_runtime(int number, const struct signal_info *info) {
  int is_fault = info->code > 0 && (faults & SIGNAL(number));
  return is_fault || (info->code == SI_TKILL && info->process == (int)CALL0(getpid));
}

/* A write of this thread's raised it: nobody sent it (write(2)). */
static int is_of_own_write(int number, const struct signal_info *info, int self) {
  return (number == SIGPIPE || number == SIGXFSZ) && info->code == 0 && info->process == self;
}

/* The sender goes with the signal, the code does not: one thread may not tell another that kill(2)
 * was used (rt_tgsigqueueinfo(2)). */
static void bring_home(int number, struct signal_info *info, void *context) {
  int self = (int)CALL0(getpid);
  if (is_of_runtime(number, info)) {
    leave_to_runtime(number, info, context);
    return;
  }
  if (is_of_own_write(number, info, self)) return;
  info->code = SI_QUEUE;
  if (CALL4(rt_tgsigqueueinfo, self, home, number, info) < 0) CALL3(tgkill, self, home, number);
}

/* 32 and 33 are the C library's own; nothing is done with them but that they do no harm. */
static void catch_all(void) {
  static const struct signal_action ignore = {.handler = SIG_IGN};
  struct signal_action action = {(uintptr_t)bring_home, SA_SIGINFO | SA_ONSTACK | SA_RESTART, 0,
                                 ALL_SIGNALS};
#ifdef __x86_64__
  action.flags |= SA_RESTORER;
  action.restorer = (uintptr_t)return_from_signal;
#endif
  home = (int)CALL0(gettid);
  for (int number = 1; number <= 64; number++) {
    struct signal_action *before = &of_runtime[number];
    int is_of_libc = number == 32 || number == 33;
    if (is_of_libc) CALL4(rt_sigaction, number, NULL, before, sizeof(signal_set));
    if (is_of_libc && before->handler != SIG_DFL) continue;
    CALL4(rt_sigaction, number, is_of_libc ? &ignore : &action, before, sizeof(signal_set));
  }
}

/* As `stop_group`, for which the signal must have its default effect. */
static int stop_as_if_uncaught(int signal) {
  static const struct signal_action standard = {.handler = SIG_DFL};
  struct signal_action ours = {0};
  CALL4(rt_sigaction, signal, &standard, &ours, sizeof(signal_set));
  int was_stopped = stop_group(signal);
  CALL4(rt_sigaction, signal, &ours, NULL, sizeof(signal_set));
  return was_stopped;
}
