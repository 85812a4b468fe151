/* Owns what is kept of the moment before a runtime starts: a runtime changes all of it. */
#ifndef TSINIT_START_H
#define TSINIT_START_H

#include "native.h"

enum { LIMITS = 16, RLIMIT_FSIZE = 1, FILES = 8192 };

/* Where early.c keeps it for library.c: a place that no kernel or runtime chooses by itself. */
#define KEPT_AT 0x1000000000ul
#define MARK "tsinit start 2"
enum { MARK_LENGTH = sizeof MARK };

struct limit { uint64_t soft, hard; };

/* struct sigaction as the C library has it (sigaction(2)). */
struct libc_action {
  uintptr_t handler;
  uint64_t mask[16];
  int flags;
  void (*restorer)(void);
};
typedef int sigaction_function(int, const struct libc_action *, struct libc_action *);

struct start {
  char mark[MARK_LENGTH];
  /* Taken before the runtime did anything: what is missing else is guessed (library.c). */
  int is_early;
  /* The environment is as `turn_variables` leaves it. */
  int is_turned;
  int argument_count;
  char **arguments;
  char **environment;
  signal_set mask, ignored;
  struct limit limits[LIMITS];
  /* The limits that could be read, a bit each. */
  uint32_t known_limits;
  /* The descriptors that were open, a bit each; those from `FILES` on are not looked at. */
  uint64_t files[FILES / 64];
  /* What watch.c keeps: the C library's own function, what the runtime has asked it for, the
   * signals that were noted, and the thread that they are for, once it waits for them. */
  sigaction_function *sigaction;
  struct libc_action actions[65];
  struct { volatile int count, process; } noted[65];
  volatile int home;
};

/* Looks at this process as it is now. */
void look_around(struct start *start);

/* Any variable may change what a runtime does, but is meant for the child: none but those that find
 * programs and libraries is to be seen while the runtime reads its environment. */

/* For a runtime that is executed: fills `to`, of room for two to each entry, with what is turned,
 * and gives its end. What need not be turned for it to be unknown is marked, so that every first
 * byte comes back. */
char **turn_variables(char **from, char **to);
/* Makes of that, in the list itself, what it was. */
void turn_back(char **environment);
/* For a runtime in this process: has all entries name nothing, and keeps them in `kept`, of room
 * for all and the end. */
char **hide_variables(char **environment, char **kept);

/* Sends to the thread that waits for signals what was noted, once. */
void send_home(struct start *start, int number);

static inline int is_open(const struct start *start, int file) {
  return file >= 0 && file < FILES && (start->files[file / 64] >> file % 64 & 1) != 0;
}

#endif
