/* Owns the reading of folders whose entries are numbers, as those of /proc. */
#ifndef TSINIT_ENTRIES_H
#define TSINIT_ENTRIES_H

#include "linux.h"

/* How often a folder of descriptors is read on: enough for a million, and no folder that somebody
 * has put in its place is read for ever. */
enum { READ_LIMIT = 65536 };

/* A longer name is no number: no descriptor and no PID (proc(5), pid_max) has more digits. */
enum { DIGIT_LIMIT = 7 };

/* The number that a directory entry's name is (struct linux_dirent64: its length is at 16, its
 * name at 19, getdents(2)), or -1. Moves `*at` to the next entry. */
static int entry_number(const char *entries, long *at) {
  const char *digit = entries + *at + 19;
  int number = *digit >= '0' && *digit <= '9' ? 0 : -1;
  for (int digits = 0; *digit >= '0' && *digit <= '9'; digit++) {
    number = digits++ < DIGIT_LIMIT ? number * 10 + (*digit - '0') : -1;
    if (number < 0) break;
  }
  *at += *(const uint16_t *)(entries + *at + 16);
  return number;
}

#endif
