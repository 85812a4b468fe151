/* Owns the other threads of a runtime: a signal that one of them does not block would be taken by
 * that thread, and be lost. */
#include "entries.h"
#include "native.h"

enum { CALLER = 63, SA_SIGINFO = 4, SA_RESTORER = 0x04000000, SI_TKILL = -6 };

static volatile int answers;

#ifdef __x86_64__
/* What a handler returns to (rt_sigreturn(2)); other machines have it in the vdso. */
void return_from_signal(void);
__asm__(".text\n.hidden return_from_signal\n.globl return_from_signal\n"
        "return_from_signal:\n mov $15,%eax\n syscall\n");
#endif

/* Runs on the thread that is called. What it returns to has every signal blocked. */
static void answer(int number, struct signal_info *info, char *context) {
  *(signal_set *)(context + CONTEXT_MASK) = ALL_SIGNALS;
  int self = (int)CALL0(getpid);
  if (info->code == SI_TKILL && info->process == self) __sync_fetch_and_add(&answers, 1);
  else CALL2(kill, self, number);
}

static int call_each(long folder, int self) {
  char entries[1024] __attribute__((aligned(8)));
  int called = 0;
  long length;
  while ((length = CALL3(getdents64, folder, entries, sizeof entries)) > 0) {
    for (long at = 0; at < length;) {
      int thread = entry_number(entries, &at);
      if (thread > 0 && thread != self && CALL3(tgkill, self, thread, CALLER) == 0) called++;
    }
  }
  return called;
}

/* Has every other thread block all signals; new ones get their maker's mask. A thread that blocks
 * the call already does not answer, and has most likely blocked all: it is waited for only so
 * long. Without /proc the other threads are left as they are. */
static void block_elsewhere(void) {
  static const struct time_span pause = {.nanoseconds = 100000};
  struct signal_action before, call = {(uintptr_t)answer, SA_SIGINFO, 0, ALL_SIGNALS};
#ifdef __x86_64__
  call.flags |= SA_RESTORER;
  call.restorer = (uintptr_t)return_from_signal;
#endif
  long folder = CALL4(openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_CLOEXEC, 0);
  if (folder < 0) return;
  answers = 0;
  if (CALL4(rt_sigaction, CALLER, &call, &before, sizeof(signal_set)) == 0) {
    int called = call_each(folder, (int)CALL0(getpid));
    for (int tries = 0; answers < called && tries < 200; tries++) {
      CALL5(ppoll, NULL, 0, &pause, NULL, 0);
    }
    if (answers >= called) CALL4(rt_sigaction, CALLER, &before, NULL, sizeof(signal_set));
  }
  CALL1(close, folder);
}
