/* Owns everything between clone and exec. The child shares the parent's memory and the parent
 * stands still until the exec has happened or failed, so the child tells its errno through that
 * memory, and nobody can see it half made. */
#include "native.h"
#include "numbers.h"
#include "system.h"

static size_t length_of(const char *word) {
  size_t length = 0;
  while (word[length]) length++;
  return length;
}

/* The longest number of a process that an int holds, and the zero byte behind it. */
enum { NUMBER_LENGTH = 11 };

/* Puts NAME= of `entry` and the decimal digits of `number` into `to`; a name that leaves too little
 * room for them is cut. */
static void write_entry(char *to, const char *entry, int number) {
  int unit = 1;
  for (int i = 0; i < NAMED_LENGTH - NUMBER_LENGTH && entry[i]; i++) {
    *to++ = entry[i];
    if (entry[i] == '=') break;
  }
  while (number / unit >= 10) unit *= 10;
  for (; unit > 0; unit /= 10) *to++ = (char)('0' + number / unit % 10);
  *to = 0;
}

void name_child(int index) {
  if (state.named_count < NAMED_LIMIT) state.named[state.named_count++] = index;
}

void withhold(int index) {
  state.withheld = index + 1;
}

/* The child's environment: what names tsinit in it names the child now. */
static void change_environment(int self) {
  for (int i = 0; i < state.named_count; i++) {
    char **entry = state.environment + state.named[i];
    write_entry(state.named_text[i], *entry, self);
    *entry = state.named_text[i];
  }
  if (state.withheld == 0) return;
  char **entry = state.environment + state.withheld - 1;
  do entry[0] = entry[1];
  while (*entry++);
}

/* The directories to search: confstr(_CS_PATH) is the default when PATH is not set (execvp(3)). */
static const char *search_path(void) {
  for (char **entry = state.environment; *entry; entry++) {
    const char *at = *entry;
    if (at[0] == 'P' && at[1] == 'A' && at[2] == 'T' && at[3] == 'H' && at[4] == '=') return at + 5;
  }
  return "/bin:/usr/bin";
}

/* A file that exec takes for no program is a shell script unless there is a zero byte before its
 * first newline: the shell would only read rubbish then. A file that cannot be read is left to
 * the shell's own judgement. */
static int is_script(void) {
  char head[128];
  int file = open_program();
  long length = file < 0 ? 0 : CALL3(read, file, head, sizeof head);
  if (file >= 0) close_file(file);
  for (long i = 0; i < length && head[i] != '\n'; i++) {
    if (head[i] == 0) return 0;
  }
  return length >= 0;
}

/* Runs what `path` names; returns its errno. The words before the program are tsinit's own, and
 * there is always one, so a shell's `sh SCRIPT` finds room for one more word in front. */
static int run(char **words) {
  long error = CALL3(execve, state.path, words, state.environment);
  if (error != -ENOEXEC || !is_script()) return (int)-error;
  char *name = words[0];
  words[-1] = "/bin/sh";
  words[0] = (char *)state.path;
  error = CALL3(execve, words[-1], words - 1, state.environment);
  words[0] = name;
  return (int)-error;
}

/* Joins the directory at `from`, up to a colon, and `name`; 0 when that is longer than any path. */
static int join(const char *from, const char *name, size_t name_length) {
  size_t length = 0;
  while (from[length] && from[length] != ':') length++;
  if (length + name_length + 2 > PATH_LIMIT) return 0;
  char *to = length + name_length + 2 > SHORT_PATH ? state.long_path : state.short_path;
  state.path = to;
  for (size_t i = 0; i < length; i++) *to++ = from[i];
  if (length) *to++ = '/';
  for (size_t i = 0; i <= name_length; i++) *to++ = name[i];
  return 1;
}

/* execvp(3)'s search. What is there but cannot be run does not end it, yet is remembered: `path`
 * names it in the end. */
static int search(const char *name, char **words) {
  size_t name_length = length_of(name);
  const char *remembered = NULL;
  int error = ENOENT;
  if (name_length > NAME_LIMIT) return ENAMETOOLONG;
  for (const char *at = search_path();; at++) {
    int tried = join(at, name, name_length) ? run(words) : ENOENT;
    int is_there = tried == EACCES ||
                   (tried == ENOENT && CALL3(faccessat, AT_FDCWD, state.path, F_OK) == 0);
    if (is_there && !remembered) {
      remembered = at;
      error = tried;
    } else if (!is_there && tried != ENOENT && tried != ENOTDIR && tried != ENODEV &&
               tried != ESTALE && tried != ETIMEDOUT) {
      return tried;
    }
    while (*at && *at != ':') at++;
    if (!*at) break;
  }
  if (remembered) join(remembered, name, name_length);
  else state.path = NULL;
  return error;
}

static int run_program(char **words) {
  const char *name = words[0];
  int has_slash = 0;
  size_t length = length_of(name);
  for (size_t i = 0; i < length; i++) has_slash |= name[i] == '/';
  if (!has_slash) return length ? search(name, words) : ENOENT;
  if (length >= PATH_LIMIT) return ENAMETOOLONG;
  state.path = name;
  return run(words);
}

/* A session of its own, and standard input's terminal as its controlling terminal, if that is
 * one and no other session's (setsid(2), ioctl_tty(2)). */
static void lead_session(void) {
  CALL0(setsid);
  state.terminal_error = (int)-CALL3(ioctl, 0, TIOCSCTTY, 0);
}

/* The child: its own group first, then the terminal (every signal is still blocked, SIGTTOU
 * too), then what tsinit was started with, and the program. Errors before the exec are survived:
 * a sandbox may refuse any of it. */
__attribute__((noinline, noreturn)) static void be_child(int program, int place) {
  int self = (int)CALL0(getpid);
  if (place == CORE_SESSION) lead_session();
  else CALL2(setpgid, 0, 0);
  if (place == CORE_FOREGROUND) set_foreground_group(self);
  change_environment(self);
  give_back();
  state.exec_error = run_program(state.arguments + program);
  for (;;) CALL1(exit_group, state.exec_error == ENOENT ? 127 : 126);
}

/* No stack is given, so the child goes on below this frame, which it must not return from: hence
 * `be_child`. */
__attribute__((noinline)) int spawn(int program, int place) {
  state.exec_error = 0;
  long child = CALL5(clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) be_child(program, place);
  state.clone_refused = child < 0;
  state.has_child = child > 0;
  if (child < 0 || state.exec_error == 0) return (int)child;
  state.has_child = 0;
  CALL4(wait4, child, NULL, 0, NULL);
  return -state.exec_error;
}

int terminal_error(void) {
  return state.terminal_error;
}

int clone_refused(void) {
  return state.clone_refused;
}

int open_program(void) {
  if (!state.path) return -ENOENT;
  return open_file(state.path);
}
