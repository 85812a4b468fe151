/* The child under an init: prints "ready", answers SIGUSR1 with the time of its handler, makes as
   many orphans as the lines of its standard input say, and ends at end of file. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 64 };

static void answer(int number) {
	struct timespec t;
	(void)number;
	clock_gettime(CLOCK_MONOTONIC, &t);
	int64_t stamp = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	if (write(1, &stamp, sizeof stamp) < 0) _exit(1);
}

/* vfork shares the memory, so the middle process can leave its child's number here; that child ends
   first, and the zombie is given to the init when the middle process ends. */
static pid_t make_orphan(void) {
	static volatile pid_t orphan;
	pid_t middle = vfork();
	if (middle == 0) {
		orphan = vfork();
		if (orphan == 0) _exit(0);
		_exit(orphan < 0);
	}
	if (middle < 0) return -1;
	waitpid(middle, NULL, 0);
	return orphan;
}

/* A batch is over when none of it is left in the process table: the init sets the pace, and no PID
   is met twice. */
static int make_orphans(long left) {
	const struct timespec pause = {.tv_nsec = 50000};
	pid_t batch[BATCH];
	while (left > 0) {
		int size = left < BATCH ? (int)left : BATCH;
		for (int i = 0; i < size; i++)
			if ((batch[i] = make_orphan()) <= 0) return -1;
		for (int i = 0; i < size; i++)
			while (kill(batch[i], 0) == 0) nanosleep(&pause, NULL);
		left -= size;
	}
	return 0;
}

int main(void) {
	struct sigaction action = {.sa_handler = answer, .sa_flags = SA_RESTART};
	char line[32];
	sigaction(SIGUSR1, &action, NULL);
	if (write(1, "ready\n", 6) != 6) return 1;
	for (;;) {
		ssize_t length = read(0, line, sizeof line - 1);
		if (length <= 0) return 0;
		line[length] = 0;
		const char *reply = make_orphans(atol(line)) ? "failed\n" : "done\n";
		if (write(1, reply, strlen(reply)) < 0) return 1;
	}
}
