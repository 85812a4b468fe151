/* Signal driver: `latency ROUNDS COMMAND ; COMMAND ...` starts the probe under each command and
   prints, one line a round, the nanoseconds from kill(command, SIGUSR1) to the probe's handler. */
#include "driver.h"

static pid_t pids[MAX_SUBJECTS];
static int replies[MAX_SUBJECTS];

static void expect(int subject, void *into, size_t length) {
	struct pollfd reply = {.fd = replies[subject], .events = POLLIN};
	if (poll(&reply, 1, 2000) != 1 || read(replies[subject], into, length) != (ssize_t)length)
		give_up("no answer from the child within 2 s", subjects[subject][0]);
}

/* The write end of each probe's standard input lives in the driver alone: when the driver ends,
   however it does, the probes read end of file and end too, and their inits with them. */
static void start_all(int *inputs, int null) {
	char ready[6];
	for (int i = 0; i < count; i++) {
		int in[2], out[2];
		if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) give_up(strerror(errno), "pipe");
		pids[i] = start(subjects[i], in[0], out[1], null);
		close(in[0]);
		close(out[1]);
		inputs[i] = in[1];
		replies[i] = out[0];
		expect(i, ready, sizeof ready);
		if (memcmp(ready, "ready\n", sizeof ready)) give_up("its child is not ready", subjects[i][0]);
	}
}

static int64_t signal_once(int subject) {
	struct timespec pause = {.tv_nsec = 200000};
	int64_t handled;
	/* Time to go back to sleep for the init that was signalled before. */
	nanosleep(&pause, NULL);
	int64_t sent = now();
	if (kill(pids[subject], SIGUSR1)) give_up(strerror(errno), subjects[subject][0]);
	expect(subject, &handled, sizeof handled);
	return handled - sent;
}

int main(int argc, char **argv) {
	long rounds = read_arguments(argc, argv);
	int inputs[MAX_SUBJECTS];
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	start_all(inputs, null);
	for (long round = -WARM_UP; round < rounds; round++)
		for (int i = 0; i < count; i++) {
			int64_t took = signal_once(i);
			if (round >= 0) printf("%lld%c", (long long)took, i + 1 < count ? ' ' : '\n');
		}
	for (int i = 0; i < count; i++) {
		close(inputs[i]);
		while (waitpid(pids[i], NULL, 0) < 0 && errno == EINTR);
	}
	return 0;
}
