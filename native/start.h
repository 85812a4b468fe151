/* Owns what is kept of the moment before a runtime starts: a runtime changes all of it. */
#ifndef TSINIT_START_H
#define TSINIT_START_H

#include "native.h"

enum { LIMITS = 16, RLIMIT_FSIZE = 1, FILES = 8192 };

/* Where early.c keeps it for library.c: a place that no kernel or runtime chooses by itself. */
#define KEPT_AT 0x1000000000ul
#define MARK "tsinit start 1"
enum { MARK_LENGTH = sizeof MARK };

struct limit { uint64_t soft, hard; };

struct start {
  char mark[MARK_LENGTH];
  /* Taken before the runtime did anything: what is missing else is guessed (library.c). */
  int is_early;
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
};

/* Looks at this process as it is now. */
void look_around(struct start *start);

/* Any variable may change what a runtime does, but is meant for the child: all names are made
 * unknown while the runtime reads its environment, and put right again by a second turn. Only what
 * finds programs and libraries is left. */
void turn_variables(char **environment);

static inline int is_open(const struct start *start, int file) {
  return file >= 0 && file < FILES && (start->files[file / 64] >> file % 64 & 1) != 0;
}

#endif
