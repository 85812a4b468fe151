/* Owns the reading of folders whose entries are numbers, as those of /proc. */
#ifndef TSINIT_ENTRIES_H
#define TSINIT_ENTRIES_H

#include "linux.h"

/* The number that a directory entry's name is (struct linux_dirent64: its length is at 16, its
 * name at 19, getdents(2)), or -1. Moves `*at` to the next entry. */
static int entry_number(const char *entries, long *at) {
  const char *digit = entries + *at + 19;
  int number = *digit >= '0' && *digit <= '9' ? 0 : -1;
  for (; *digit >= '0' && *digit <= '9'; digit++) number = number * 10 + (*digit - '0');
  *at += *(const uint16_t *)(entries + *at + 16);
  return number;
}

#endif
