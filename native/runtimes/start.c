/* Owns the look at a process before, or soon after, a runtime has changed it. */
#include "entries.h"
#include "start.h"

/* No variable that a runtime knows begins with a byte that has this bit. */
enum { TURN = 0x80 };
/* Stands behind what had that bit from the first. */
static char kept_entry[] = "TSINIT_KEPT=";

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

/* No entry that was turned or kept is the same as this one. */
static int is_kept_entry(const char *entry) {
  return begins_with(entry, kept_entry) && entry[sizeof kept_entry - 1] == 0;
}

/* What finds programs and libraries. */
static int is_needed(const char *entry) {
  return begins_with(entry, "PATH=") || begins_with(entry, "LD_");
}

char **turn_variables(char **from, char **to) {
  for (; *from; from++) {
    char *entry = *to++ = *from;
    int is_turned = entry[0] & TURN;
    if (is_turned) *to++ = kept_entry;
    else if (entry[0] && !is_needed(entry)) entry[0] ^= TURN;
  }
  return to;
}

void turn_back(char **environment) {
  char **to = environment;
  for (char **from = environment; *from; from++) {
    char *entry = *to++ = *from;
    if (!(entry[0] & TURN)) continue;
    if (from[1] && is_kept_entry(from[1])) from++;
    else entry[0] ^= TURN;
  }
  *to = NULL;
}

char **hide_variables(char **environment, char **kept) {
  char **to = kept;
  for (; *environment; environment++) {
    *to++ = *environment;
    if (!is_needed(*environment)) *environment = kept_entry;
  }
  *to = NULL;
  return kept;
}

/* The same signal twice is one for whoever waits (signal(7), standard signals). */
void send_home(struct start *start, int number) {
  enum { QUEUED = -1 };
  if (__sync_fetch_and_and(&start->noted[number].count, 0) == 0) return;
  struct signal_info info = {.number = number, .code = QUEUED};
  info.process = start->noted[number].process;
  CALL4(rt_tgsigqueueinfo, CALL0(getpid), start->home, number, &info);
}
