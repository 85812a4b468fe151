/* Owns the look at a process before, or soon after, a runtime has changed it. */
#include "entries.h"
#include "start.h"

/* What no name of a variable begins with is what this bit makes of all. */
enum { TURN = (char)0x80 };

static signal_set ignored_signals(void) {
  signal_set ignored = 0;
  for (int number = 1; number <= 64; number++) {
    struct signal_action action = {0};
    long error = CALL4(rt_sigaction, number, NULL, &action, sizeof(signal_set));
    if (error == 0 && action.handler == SIG_IGN) ignored |= SIGNAL(number);
  }
  return ignored;
}

static void note_file(struct start *start, int file) {
  if (file >= FILES || CALL3(fcntl, file, F_GETFD, 0) < 0) return;
  start->files[file / 64] |= (uint64_t)1 << file % 64;
}

/* Without /proc the low numbers have to do. */
static void look_at_files(struct start *start) {
  char entries[1024] __attribute__((aligned(8)));
  long folder = CALL4(openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_CLOEXEC, 0);
  if (folder < 0) {
    for (int file = 0; file < 1024; file++) note_file(start, file);
    return;
  }
  for (int reads = 0; reads < READ_LIMIT; reads++) {
    long length = CALL3(getdents64, folder, entries, sizeof entries);
    if (length <= 0) break;
    for (long at = 0; at < length;) {
      int file = entry_number(entries, &at);
      if (file >= 0 && file != folder) note_file(start, file);
    }
  }
  CALL1(close, folder);
}

void look_around(struct start *start) {
  start->ignored = ignored_signals();
  for (int i = 0; i < LIMITS; i++) {
    long error = CALL4(prlimit64, 0, i, NULL, &start->limits[i]);
    if (error == 0) start->known_limits |= 1u << i;
  }
  look_at_files(start);
}

static int begins_with(const char *word, const char *prefix) {
  while (*prefix && *word == *prefix) word++, prefix++;
  return *prefix == 0;
}

void turn_variables(char **environment) {
  for (; *environment; environment++) {
    char *entry = *environment;
    int is_needed = begins_with(entry, "PATH=") || begins_with(entry, "LD_");
    if (!is_needed && entry[0] && entry[0] != TURN) entry[0] ^= TURN;
  }
}
