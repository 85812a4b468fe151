/* Owns the small program that starts Node as an init: it keeps from the runtime what is the
 * child's, and has it load library.c's library before its own first instruction. */
#include <string.h>

#include "spawn.c"
#include "start.c"

struct state state;

/* spawn.c's other half is not used here. */
void give_back(void) {}
int set_foreground_group(int group) { return group; }
int open_file(const char *path) {
  return (int)CALL3(openat, AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}
int close_file(int file) { return (int)CALL1(close, file); }

__attribute__((used)) void *(memcpy)(void *to, const void *from, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

__attribute__((used)) void *memset(void *to, int value, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}

static const char *const folders[] = {"/usr/local/bin", "/usr/bin", "/bin"};
static char folder[PATH_LIMIT], script[PATH_LIMIT + 16], preload[2 * PATH_LIMIT + 16];
static char launched[] = "TSINIT_LAUNCHED=0000000000000000";

static char *append(char *to, const char *from) {
  while (*from) *to++ = *from++;
  *to = 0;
  return to;
}

__attribute__((noreturn)) static void fail(const char *cause) {
  char line[PATH_LIMIT + 128];
  char *end = append(append(append(line, "tsinit: fatal: "), cause), "\n");
  CALL3(write, 2, line, end - line);
  for (;;) CALL1(exit_group, 1);
}

/* The folder that this program is in, with its slash. */
static void find_folder(const char *name) {
  long length = CALL4(readlinkat, AT_FDCWD, "/proc/self/exe", folder, PATH_LIMIT - 1);
  if (length <= 0) length = append(folder, name) - folder;
  while (length > 0 && folder[length - 1] != '/') length--;
  folder[length] = 0;
}

/* The caller's own LD_PRELOAD goes on working. A blank or a colon in a path would end it, so such a
 * path is not named (ld.so(8)). */
static char *write_preload(char **environment) {
  char *end = append(append(append(preload, "LD_PRELOAD="), folder), "tsinit-native.so");
  for (const char *at = folder; *at; at++) {
    if (*at == ' ' || *at == ':') end = append(preload, "LD_PRELOAD=");
  }
  for (; *environment; environment++) {
    if (!begins_with(*environment, "LD_PRELOAD=")) continue;
    size_t length = length_of(*environment + 11);
    if (length && length < PATH_LIMIT) append(append(end, " "), *environment + 11);
  }
  return preload;
}

static void launch(int count, char **arguments, char **environment) {
  int variables = 0;
  while (environment[variables]) variables++;
  char *words[count + 3], *entries[variables + 3];
  words[1] = arguments[0];
  words[2] = script;
  for (int i = 1; i <= count; i++) words[i + 2] = arguments[i];
  for (int i = 0; i < variables; i++) entries[i] = environment[i];
  entries[variables] = launched;
  entries[variables + 1] = write_preload(environment);
  entries[variables + 2] = NULL;
  state.environment = entries;
  search("node", words + 1);
  /* The caller's PATH is the program's, and need not lead to Node. */
  for (int i = 0; i < 3; i++) {
    append(append(state.path, folders[i]), "/node");
    run(words + 1);
  }
}

__attribute__((noreturn, used)) void start(long *stack) {
  static const signal_set all = ALL_SIGNALS;
  int count = (int)stack[0];
  char **arguments = (char **)(stack + 1);
  CALL4(rt_sigprocmask, SIG_SETMASK, &all, &state.mask, sizeof all);
  for (int i = 0; i < 16; i++) {
    launched[16 + i] = "0123456789abcdef"[state.mask >> (60 - 4 * i) & 15];
  }
  if (count < 1) fail("started without a name");
  find_folder(arguments[0]);
  append(append(script, folder), "tsinit.mjs");
  turn_variables(arguments + count + 1);
  if (CALL3(faccessat, AT_FDCWD, script, F_OK) < 0) fail("tsinit.mjs is not beside this program");
  launch(count, arguments, arguments + count + 1);
  fail("cannot run node: it is neither in PATH nor in /usr/local/bin, /usr/bin, /bin");
}

ENTRY;
