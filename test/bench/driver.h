/* What both drivers share: the clock, their CPU, their subjects and how one starts. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SUBJECTS = 32, WARM_UP = 20 };

static char **subjects[MAX_SUBJECTS];
static int count;

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void give_up(const char *what, const char *who) {
	fprintf(stderr, "bench: fatal: %s: %s\n", who, what);
	exit(1);
}

/* One CPU for the driver and all that it starts: a wake-up on another core costs whatever that
   core's sleep costs. */
static void pin(void) {
	cpu_set_t allowed, last;
	CPU_ZERO(&last);
	if (sched_getaffinity(0, sizeof allowed, &allowed)) return;
	for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--)
		if (CPU_ISSET(cpu, &allowed)) {
			CPU_SET(cpu, &last);
			break;
		}
	sched_setaffinity(0, sizeof last, &last);
}

/* The words after ROUNDS are commands separated by ";". */
static long read_arguments(int argc, char **argv) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 2; i < argc; i++) {
		if (count == MAX_SUBJECTS) give_up("too many subjects", argv[0]);
		subjects[count++] = argv + i;
		while (i < argc && strcmp(argv[i], ";")) i++;
		argv[i < argc ? i : argc] = NULL;
	}
	pin();
	return argc > 1 ? atol(argv[1]) : 0;
}

/* Descriptor 2 of the child is /dev/null, as no message is of interest here. */
static pid_t start(char **command, int in, int out, int null) {
	pid_t pid = vfork();
	if (pid == 0) {
		dup2(in, 0);
		dup2(out, 1);
		dup2(null, 2);
		execv(command[0], command);
		_exit(127);
	}
	if (pid < 0) give_up(strerror(errno), command[0]);
	return pid;
}
