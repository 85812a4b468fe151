/* Owns the bridge between the compiled core and system.c: numbers pass as they are, places in
 * the core's memory become addresses after a check. Includes the core itself, so that the
 * compiler sees both sides of every call. */
#include <string.h>

#include "native.h"
#include "numbers.h"
#include "system.h"
#include "wasm-rt.h"

_Static_assert(SIGCHLD == CORE_SIGCHLD && SIGCONT == CORE_SIGCONT, "signal numbers");
_Static_assert(EPERM == CORE_EPERM && ENOENT == CORE_ENOENT && ESRCH == CORE_ESRCH &&
               ENOEXEC == CORE_ENOEXEC && ECHILD == CORE_ECHILD && EACCES == CORE_EACCES &&
               EISDIR == CORE_EISDIR, "error numbers");

__attribute__((aligned(4096), section(".bss.core"))) uint8_t core_memory[CORE_MEMORY];
static const uint8_t texts[] = {
#include "texts.h"
};

/* The place `at` in the core's memory: `length` bytes from there on must lie within it. */
static void *address(uint32_t at, uint32_t length) {
  if (at > CORE_MEMORY || length > CORE_MEMORY - at) __builtin_trap();
  return core_memory + at;
}

static uint32_t text_byte(uint32_t at) {
  return at < sizeof texts ? texts[at] : 0;
}

static int write_bytes(int stream, uint32_t at, uint32_t length, int patient) {
  const void *bytes = address(at, length);
  return (patient ? write_patiently : write_or_drop)(stream, bytes, (int)length);
}

static int open_path(uint32_t at) {
  return open_file(address(at, 1));
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

__attribute__((noreturn, used)) void start(long *stack) {
  take_over(stack);
  init();
  int status = (int)w2c_main();
  for (;;) CALL1(exit_group, status);
}

ENTRY;
