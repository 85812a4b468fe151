/* Owns what the files of native/ share: the state that tsinit was started with, and the entry of
 * each. */
#ifndef TSINIT_NATIVE_H
#define TSINIT_NATIVE_H

#include "linux.h"
#include "machine.h"

/* How many entries NAME=PID of the environment may name the child, and how long one may be. */
enum { NAMED_LIMIT = 3, NAMED_LENGTH = 32 };

/* A path that is no longer takes no page of its own. */
enum { SHORT_PATH = 256 };

/* All that native/ keeps. The pages that are touched are the memory that tsinit takes, so what
 * every start needs is in the first one, and what few need behind it. */
struct state {
  /* What tsinit was started with, before it changed anything of its own. */
  int argument_count;
  int environment_count;
  char **arguments;
  char **environment;
  signal_set mask;
  struct signal_action on_child;

  int mask_error;

  /* The signal taken last, and the word of the last wait. */
  struct signal_info last;
  int wait_word;
  /* A signalfd in place of rt_sigtimedwait where a sandbox refuses that; the descriptor plus 1. */
  int signal_file;
  /* Waits for a signal that were cut short, one behind the other. */
  int cut_short;

  /* Set by the child while the parent stands still. */
  volatile int exec_error;
  int clone_refused;
  int terminal_error;
  int clock_rest;
  /* The streams, a bit each, whose last line was cut off. */
  unsigned torn;
  /* Entries of the environment that are to name the child, how many they are, and what they become;
   * and one that is not the child's, plus 1. */
  int named[NAMED_LIMIT];
  int named_count;
  char named_text[NAMED_LIMIT][NAMED_LENGTH];
  int withheld;
  /* The signal taken last, or 0 when nothing above it was waiting. */
  int turn;
  /* There was a child, so that to have none is news. */
  int has_child;
  /* The descriptor of the folder that is listed, plus 1, or 0, and what was read of it. */
  int folder;
  long entries_length, entries_at;
  char entries[512] __attribute__((aligned(8)));
  /* The program that was found: one of its words, or one of the two below; or none. */
  const char *path;
  char short_path[SHORT_PATH];
#ifdef TEXTS_LENGTH
  /* The texts (texts.c), how much of them is unpacked, and how much of the packed ones is done. */
  unsigned unpacked, taken;
  uint8_t texts[TEXTS_LENGTH];
#endif
  char long_path[PATH_LIMIT];
} __attribute__((aligned(4096)));
extern struct state state;

/* Gives the child what tsinit was started with: each host changed other things (tsinit.c,
 * library.c). */
void give_back(void);

/* The terminal (terminal.c): each opens what it needs and leaves nothing open. */
int foreground_group(void);
int set_foreground_group(int group);
int leave_terminal(void);
int terminal_error(void);

/* Starts the program (spawn.c); errors are negative errno. */
int spawn(int program, int place);
void name_child(int index);
void withhold(int index);
int clone_refused(void);
int open_program(void);

#endif
