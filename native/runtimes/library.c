/* Owns the shared library of the Node and Bun hosts as one unit: system.c and its neighbours, as in
 * the static binary, and what makes up for the runtime around them. It calls no libc, and shows no
 * name but its own ones, so that it stands beside any. */
#include "processes.c"
#include "spawn.c"
#include "system.c"
#include "terminal.c"
#include "write.c"
#include "start.c"
#include "handlers.c"
#include "guard.c"
#include "caller.c"

/* The compiler makes calls of these where a libc would have them. */
__attribute__((used)) void *memset(void *to, int value, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}

__attribute__((used)) void *memcpy(void *to, const void *from, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
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
  end_guard();
  catch_all();
  take_noted_early();
  state.argument_count = kept;
  state.arguments = began.arguments + skipped;
  if (began.is_early) state.arguments[0] = began.arguments[0];
  state.environment = began.environment;
  if (began.is_turned) turn_back(state.environment);
  began.is_turned = 0;
  while (state.environment[state.environment_count]) state.environment_count++;
  give_back_limit(RLIMIT_FSIZE);
  take_name();
  return 0;
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
SHOW(is_ignored);
SHOW(name_child);
SHOW(withhold);
SHOW(spawn);
SHOW(terminal_error);
SHOW(clone_refused);
SHOW(open_program);
SHOW(open_file);
SHOW(create_file);
SHOW(kind_of_file);
SHOW(sync_file);
SHOW(remove_file);
SHOW(rename_file);
SHOW(list_processes);
SHOW(stop_listing);
SHOW(open_process);
SHOW(signal_process);
SHOW(parent_of);
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
SHOW(restore_signals);
SHOW(end);

/* Last, for it shows functions of its own. */
#include "embed.c"
