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
static const char library[] = "tsinit-native.so", main_script[] = "tsinit.mjs";
/* One beginning, two paths, the blank between them. */
enum { PRELOAD_LIMIT = sizeof "LD_PRELOAD=" + PATH_LIMIT + sizeof library + PATH_LIMIT + 1 };
static char folder[PATH_LIMIT], script[PATH_LIMIT + sizeof main_script], preload[PRELOAD_LIMIT];
static char line[256], launched[] = "TSINIT_LAUNCHED=0000000000000000";

/* Puts `from` to `to`, of which `end` is the first byte that is not its own: where to go on. What
 * has no room is cut off. */
static char *append(char *to, const char *end, const char *from) {
  while (*from && to < end - 1) *to++ = *from++;
  *to = 0;
  return to;
}
#define END(array) ((array) + sizeof(array))

__attribute__((noreturn)) static void fail(const char *cause) {
  char *to = append(line, END(line), "tsinit: fatal: ");
  to = append(append(to, END(line) - 1, cause), END(line), "\n");
  CALL3(write, 2, line, to - line);
  for (;;) CALL1(exit_group, 1);
}

/* The path that this program was executed by (getauxval(3)): the caller cannot choose it as it can
 * the first word. */
static const char *executed_path(char **environment) {
  while (*environment) environment++;
  for (const long *entry = (const long *)(environment + 1); entry[0]; entry += 2) {
    if (entry[0] == AT_EXECFN) return (const char *)entry[1];
  }
  return "";
}

/* The folder that this program is in, with its slash. */
static void find_folder(char **environment) {
  long length = CALL4(readlinkat, AT_FDCWD, "/proc/self/exe", folder, PATH_LIMIT - 1);
  if (length <= 0) {
    const char *path = executed_path(environment);
    if (length_of(path) >= PATH_LIMIT) fail("the path of this program is too long");
    length = append(folder, END(folder), path) - folder;
  }
  while (length > 0 && folder[length - 1] != '/') length--;
  folder[length] = 0;
}

/* The caller's own LD_PRELOAD goes on working. A blank or a colon in a path would end it, so such a
 * path is not named (ld.so(8)). */
static char *write_preload(char **environment) {
  char *to = append(preload, END(preload), "LD_PRELOAD="), *first = to;
  to = append(append(to, END(preload), folder), END(preload), library);
  for (const char *at = folder; *at; at++) {
    if (*at == ' ' || *at == ':') to = append(first, END(preload), "");
  }
  for (; *environment; environment++) {
    if (!begins_with(*environment, "LD_PRELOAD=")) continue;
    const char *own = *environment + sizeof "LD_PRELOAD=" - 1;
    size_t length = length_of(own);
    if (!length || length >= PATH_LIMIT) continue;
    append(append(to, END(preload), " "), END(preload), own);
  }
  return preload;
}

/* Room for lists of pointers, however long: not on the stack, which may have a low limit. */
static char **room_for(size_t count) {
  long at = CALL6(mmap, NULL, count * sizeof(char *), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at < 0 && at > -PATH_LIMIT) fail("no memory for the words and the environment");
  return (char **)at;
}

static void launch(int count, char **arguments, char **environment) {
  size_t variables = 0;
  while (environment[variables]) variables++;
  char **words = room_for((size_t)count + 3), **entries = room_for(2 * variables + 3);
  words[1] = arguments[0];
  words[2] = script;
  for (int i = 1; i <= count; i++) words[i + 2] = arguments[i];
  char *own = write_preload(environment);
  char **to = turn_variables(environment, entries);
  *to++ = launched;
  *to++ = own;
  *to = NULL;
  state.environment = entries;
  search("node", words + 1);
  /* The caller's PATH is the program's, and need not lead to Node. */
  for (int i = 0; i < 3; i++) {
    char *end = append(state.long_path, END(state.long_path), folders[i]);
    append(end, END(state.long_path), "/node");
    state.path = state.long_path;
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
  find_folder(arguments + count + 1);
  append(append(script, END(script), folder), END(script), main_script);
  if (CALL3(faccessat, AT_FDCWD, script, F_OK) < 0) fail("tsinit.mjs is not beside this program");
  launch(count, arguments, arguments + count + 1);
  fail("cannot run node: it is neither in PATH nor in /usr/local/bin, /usr/bin, /bin");
}

ENTRY;
