/* Owns the static binary as one unit: the entry, the compiled core, and the bridge between it
 * and the other files here. Numbers pass as they are, places in the core's memory become
 * addresses after a check. The compiler sees both sides of every call. */
#include <string.h>

#include "wasm-rt.h"
#include "texts-length.h"

#include "processes.c"
#include "spawn.c"
#include "system.c"
#include "terminal.c"
#include "texts.c"
#include "write.c"

_Static_assert(SIGCHLD == CORE_SIGCHLD && SIGCONT == CORE_SIGCONT, "signal numbers");
_Static_assert(NAMED_LIMIT == CORE_NAMED_LIMIT, "entries that name the child");
_Static_assert(EPERM == CORE_EPERM && ENOENT == CORE_ENOENT && ESRCH == CORE_ESRCH &&
               ENOEXEC == CORE_ENOEXEC && ECHILD == CORE_ECHILD && EACCES == CORE_EACCES &&
               EISDIR == CORE_EISDIR, "error numbers");

__attribute__((aligned(4096), section(".bss.core"))) uint8_t core_memory[CORE_MEMORY];
/* How the core's memory begins after its construction, which the build has done; the rest of it is
 * zero. The build has made it whole words, for those are copied. */
static const uint8_t first_memory[] __attribute__((aligned(sizeof(uint64_t)))) = {
#include "memory.h"
};

/* The place `at` in the core's memory: `length` bytes from there on must lie within it. */
static void *address(uint32_t at, uint32_t length) {
  if (at > CORE_MEMORY || length > CORE_MEMORY - at) __builtin_trap();
  return core_memory + at;
}

static int write_bytes(int stream, uint32_t at, uint32_t length, int patient) {
  return write_or_drop(stream, address(at, length), (int)length, patient);
}

static int open_path(uint32_t at) {
  return open_file(address(at, 1));
}

static int create_path(uint32_t at) {
  return create_file(address(at, 1));
}

static int kind_of_path(uint32_t at) {
  return kind_of_file(address(at, 1));
}

static int remove_path(uint32_t at) {
  return remove_file(address(at, 1));
}

static int rename_path(uint32_t from, uint32_t to) {
  return rename_file(address(from, 1), address(to, 1));
}

static int read_bytes(int file, uint32_t at, uint32_t length) {
  return read_file(file, address(at, length), length);
}

/* The build has made the calls of imports direct, so each is a function above or one of
 * system.h. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "core.c"
#pragma GCC diagnostic pop

__attribute__((used)) void *(memcpy)(void *to, const void *from, size_t length) {
  for (size_t i = 0; i < length; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

__attribute__((used)) void *memset(void *to, int value, size_t length) {
  for (size_t i = 0; i < length; i++) ((char *)to)[i] = (char)value;
  return to;
}

static void lay_out_memory(void) {
  uint64_t *to = (uint64_t *)core_memory;
  const uint64_t *from = (const uint64_t *)first_memory;
  for (unsigned i = 0; i < sizeof first_memory / sizeof *from; i++) to[i] = from[i];
}

/* Saves what tsinit was started with and blocks every signal: nothing that arrives from here on
 * is lost. */
static void take_over(long *stack) {
  static const signal_set all = ALL_SIGNALS;
  long error = CALL4(rt_sigprocmask, SIG_SETMASK, &all, &state.mask, sizeof all);
  if (error < 0) error = CALL4(rt_sigprocmask, SIG_SETMASK, &all, &state.mask, sizeof all);
  state.mask_error = (int)-error;
  /* An ignored SIGCHLD would have the kernel reap in our place, and keep the status (wait(2)). */
  CALL4(rt_sigaction, SIGCHLD, &state.on_child, &state.on_child, sizeof all);
  state.argument_count = (int)stack[0];
  state.arguments = (char **)(stack + 1);
  state.environment = state.arguments + state.argument_count + 1;
  while (state.environment[state.environment_count]) state.environment_count++;
}

void give_back(void) {
  CALL4(rt_sigaction, SIGCHLD, &state.on_child, NULL, sizeof(signal_set));
  CALL4(rt_sigprocmask, SIG_SETMASK, &state.mask, NULL, sizeof(signal_set));
}

/* tsinit itself changes no disposition but SIGCHLD's, so all others are as it was started with. */
int is_ignored(int signal) {
  struct signal_action action = {0};
  CALL4(rt_sigaction, signal, NULL, &action, sizeof(signal_set));
  return action.handler == SIG_IGN;
}

__attribute__((noreturn, used)) void start(long *stack) {
  take_over(stack);
  lay_out_memory();
  init_globals();
  int status = (int)w2c_main();
  CALL1(exit_group, status);
  CALL1(exit, status);
  __builtin_trap();
}

ENTRY;
