/* Owns the list of what system.c answers; src/core/kernel.ts says what each means. */
#ifndef TSINIT_SYSTEM_H
#define TSINIT_SYSTEM_H

#include <stddef.h>

/* What src/core/linux/kinds.ts calls PLAIN, FOLDER and SPECIAL. */
enum { KIND_PLAIN = 0, KIND_FOLDER = 1, KIND_SPECIAL = 2 };

int text_byte(unsigned at);
int argument_byte(int index, int offset);
int environment_byte(int index, int offset);
int mask_error(void);
int process_id(void);
int parent_id(void);
int read_clock(void);
int clock_rest(void);
int monotonic_clock(void);
int list_processes(int first);
void stop_listing(void);
int open_process(int process);
int signal_process(int file, int signal);
int parent_of(int file);
int is_noted(int set, int process);
int note_process(int set, int process);
void forget_processes(int set);
int process_group(void);
int become_subreaper(void);
int set_parent_death_signal(int signal);
int reserved_signal(void);
int is_ignored(int signal);
int write_or_drop(int file, const void *bytes, int length, int patient);
int open_file(const char *path);
int open_self(void);
int create_file(const char *path);
void restore_mask(void);
int kind_of_file(const char *path);
int sync_file(int file);
int remove_file(const char *path);
int rename_file(const char *from, const char *to);
int read_file(int file, void *bytes, size_t length);
int close_file(int file);
int machine(void);
void let_go(void);
int next_signal(int milliseconds);
int signal_code(void);
int signal_sender(void);
int send_signal(int process, int signal);
int peek_child(void);
int wait_child(int process);
int wait_status(void);
int stop_group(int signal);

#endif
