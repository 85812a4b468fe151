/* Owns the guard over a runtime that starts: Node waits for ever for a thread that it could not
 * make, with all signals blocked, and as PID 1 nobody could even end it. */

enum { GUARD_SIGNAL = 32, SI_TIMER = -2, CLOCK_PROCESS_CPUTIME_ID = 2 };
/* Seconds between two looks, how many looks in a row must find that nothing is done, and what
 * counts as nothing, in nanoseconds: a slow machine, or one that has stood still, is no failure. */
enum { LOOK = 5, LOOKS = 3, NOTHING = 2000000 };

/* struct sigevent and struct itimerspec (timer_create(2), timer_settime(2)). */
struct timer_event { uint64_t value; int32_t signal, notify; char rest[48]; };
struct timer_times { struct time_span interval, first; };

static int guard_timer, is_guarded, idle_looks;
static struct time_span used;
static struct signal_action unguarded;

static void look_again(void) {
  static const struct timer_times times = {.first = {.seconds = LOOK}};
  CALL4(timer_settime, guard_timer, 0, &times, NULL);
}

/* Nobody else may use the signal, so what is not the timer's is not heeded. */
static void look_for_work(int number, struct signal_info *info, void *context) {
  static const char text[] = "tsinit: fatal: Node does not start: it waits for a thread that it "
                             "could not make; look at the limits of processes and memory\n";
  struct time_span now = {0};
  (void)number, (void)context;
  if (!is_guarded || info->code != SI_TIMER) return;
  CALL2(clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);
  int64_t more = (now.seconds - used.seconds) * 1000000000 + now.nanoseconds - used.nanoseconds;
  used = now;
  idle_looks = more < NOTHING ? idle_looks + 1 : 0;
  if (idle_looks < LOOKS) {
    look_again();
    return;
  }
  write_or_drop(2, text, sizeof text - 1, 1);
  for (;;) CALL1(exit_group, 1);
}

/* The signal is the one that the C library ends threads with (nptl(7)), which happens to none while
 * a runtime starts; it is blocked in no thread. */
static void begin_guard(void) {
  static const signal_set only = SIGNAL(GUARD_SIGNAL);
  struct timer_event event = {.signal = GUARD_SIGNAL};
  struct signal_action action = {(uintptr_t)look_for_work, SA_SIGINFO | SA_ONSTACK | SA_RESTART, 0,
                                 ALL_SIGNALS};
#ifdef __x86_64__
  action.flags |= SA_RESTORER;
  action.restorer = (uintptr_t)return_from_signal;
#endif
  if (CALL3(timer_create, CLOCK_MONOTONIC, &event, &guard_timer) < 0) return;
  is_guarded = 1;
  CALL4(rt_sigaction, GUARD_SIGNAL, &action, &unguarded, sizeof only);
  CALL4(rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  look_again();
}

/* The runtime has started. */
static void end_guard(void) {
  if (!is_guarded) return;
  is_guarded = 0;
  CALL1(timer_delete, guard_timer);
  CALL4(rt_sigaction, GUARD_SIGNAL, &unguarded, NULL, sizeof(signal_set));
}
