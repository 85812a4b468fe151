/* Start-up driver: `start ROUNDS COMMAND ; COMMAND ...` prints, one line a round, each command's
   nanoseconds from start to exit. */
#include "driver.h"

static uint32_t seed = 2463534242u;

static uint32_t any(uint32_t below) {
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % below;
}

/* A new order each round, so that none always runs on the caches that the same other one left. */
static void shuffle(int *order) {
	for (int i = count - 1; i > 0; i--) {
		int j = (int)any((uint32_t)i + 1), kept = order[i];
		order[i] = order[j];
		order[j] = kept;
	}
}

static int64_t run(char **command, int null) {
	int status = 0;
	int64_t begin = now();
	pid_t pid = start(command, null, null, null);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR);
	int64_t end = now();
	if (status != 0) give_up("did not end with status 0", command[0]);
	return end - begin;
}

int main(int argc, char **argv) {
	long rounds = read_arguments(argc, argv);
	int order[MAX_SUBJECTS];
	int64_t took[MAX_SUBJECTS];
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int i = 0; i < count; i++) order[i] = i;
	for (long round = -WARM_UP; round < rounds; round++) {
		shuffle(order);
		for (int i = 0; i < count; i++) took[order[i]] = run(subjects[order[i]], null);
		if (round < 0) continue;
		for (int i = 0; i < count; i++)
			printf("%lld%c", (long long)took[i], i + 1 < count ? ' ' : '\n');
	}
	return 0;
}
