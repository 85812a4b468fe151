/* The floor: the least that an init can do, by hand and without libc, options or messages. It
   blocks signals, starts the program in a process group of its own, waits for its end, and ends
   with its status; a signal that it takes meanwhile goes to the child. What tsinit takes beyond
   this is its own, the rest is the kernel's. */
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
enum {
	SIGPROCMASK = 14, CLONE = 56, EXECVE = 59, EXIT = 60, WAIT4 = 61, KILL = 62,
	SETPGID = 109, SIGTIMEDWAIT = 128
};

static inline long call(long number, long a, long b, long c, long d, long e) {
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	long result = number;
	__asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
	                 : "rcx", "r11", "memory");
	return result;
}

__asm__(".globl _start\n_start:\n mov %rsp,%rdi\n and $-16,%rsp\n call supervise\n");
#elif defined(__aarch64__)
enum {
	EXIT = 93, KILL = 129, SIGPROCMASK = 135, SIGTIMEDWAIT = 137, SETPGID = 154,
	CLONE = 220, EXECVE = 221, WAIT4 = 260
};

static inline long call(long number, long a, long b, long c, long d, long e) {
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
	return x0;
}

__asm__(".globl _start\n_start:\n mov x0,sp\n b supervise\n");
#else
#error "floor.c knows the system calls of x86-64 and aarch64 only"
#endif

enum { SIG_SETMASK = 2, SIGCHLD = 17, WNOHANG = 1, CLONE_VM = 0x100, CLONE_VFORK = 0x4000 };

static const uint64_t all = ~(uint64_t)0;

/* No stack is given, so the child goes on below the frame of its parent, which it must not return
   from: hence a function of its own. */
__attribute__((noinline, noreturn)) static void be_child(char **words, char **environment,
                                                         uint64_t *mask) {
	call(SETPGID, 0, 0, 0, 0, 0);
	call(SIGPROCMASK, SIG_SETMASK, (long)mask, 0, sizeof *mask, 0);
	call(EXECVE, (long)words[0], (long)words, (long)environment, 0, 0);
	for (;;) call(EXIT, 127, 0, 0, 0, 0);
}

/* The words are `floor -- PROGRAM ARG...`, with a path for the program. */
__attribute__((used, noreturn)) void supervise(long *stack) {
	char **words = (char **)(stack + 1);
	char **environment = words + stack[0] + 1;
	uint64_t mask = 0;
	int status = 0;
	if (stack[0] < 3) call(EXIT, 2, 0, 0, 0, 0);
	call(SIGPROCMASK, SIG_SETMASK, (long)&all, (long)&mask, sizeof mask, 0);
	long child = call(CLONE, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
	if (child == 0) be_child(words + 2, environment, &mask);
	for (;;) {
		long signal = call(SIGTIMEDWAIT, (long)&all, 0, 0, sizeof all, 0);
		if (signal != SIGCHLD) {
			if (signal > 0) call(KILL, child, signal, 0, 0, 0);
			continue;
		}
		long ended;
		while ((ended = call(WAIT4, -1, (long)&status, WNOHANG, 0, 0)) > 0)
			if (ended == child)
				call(EXIT, status & 0x7f ? 128 + (status & 0x7f) : status >> 8 & 0xff, 0, 0, 0, 0);
		if (ended < 0) call(EXIT, 1, 0, 0, 0, 0);
	}
}
