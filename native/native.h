/* Owns what the files of native/ share: the state that tsinit was started with, and the entry of each. */
#ifndef TSINIT_NATIVE_H
#define TSINIT_NATIVE_H

#include "linux.h"
#include "machine.h"

/* What tsinit was started with, before it changed anything of its own. */
struct origin {
  int argument_count;
  int environment_count;
  char **arguments;
  char **environment;
  signal_set mask;
  struct signal_action on_child;
};
extern struct origin origin;

/* Saves the origin and blocks every signal: nothing that arrives from here on is lost. */
void take_over(long *stack);

/* The terminal (terminal.c): each opens what it needs and leaves nothing open. */
int foreground_group(void);
int set_foreground_group(int group);

/* Starts the program (spawn.c); errors are negative errno. */
int spawn(int program, int foreground, int listen_pid);
int clone_refused(void);
int open_program(void);

#endif
