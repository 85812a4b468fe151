/* Owns aarch64: how a system call is made, its numbers, the ELF machine, the entry point. */

enum {
  ELF_MACHINE = 183, STAT_MODE = 16, NR_fcntl = 25, NR_ioctl = 29, NR_unlinkat = 35,
  NR_renameat = 38, NR_faccessat = 48, NR_chdir = 49, NR_fchmod = 52, NR_openat = 56,
  NR_close = 57, NR_pipe2 = 59, NR_getdents64 = 61, NR_lseek = 62, NR_read = 63, NR_write = 64,
  NR_ppoll = 73, NR_signalfd4 = 74, NR_splice = 76, NR_readlinkat = 78, NR_newfstatat = 79,
  NR_fsync = 82, NR_exit = 93, NR_exit_group = 94, NR_waitid = 95, NR_timer_create = 107,
  NR_timer_settime = 110, NR_timer_delete = 111, NR_clock_gettime = 113, NR_kill = 129,
  NR_tgkill = 131, NR_rt_sigaction = 134, NR_rt_sigprocmask = 135, NR_rt_sigpending = 136,
  NR_rt_sigtimedwait = 137, NR_setpgid = 154, NR_getpgid = 155, NR_getsid = 156, NR_setsid = 157,
  NR_prctl = 167, NR_getpid = 172, NR_getppid = 173, NR_gettid = 178, NR_sendto = 206,
  NR_clone = 220, NR_execve = 221, NR_mmap = 222, NR_madvise = 233, NR_rt_tgsigqueueinfo = 240,
  NR_wait4 = 260, NR_prlimit64 = 261, NR_pwritev2 = 287, NR_pidfd_send_signal = 424,
  NR_pidfd_open = 434, NR_close_range = 436
};

static inline long system_call(int count, long n, long a, long b, long c, long d, long e,
                               long f) {
  (void)count;
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

/* The kernel leaves argc, argv and envp on the stack, which is aligned; `start` gets their
 * address. */
#define ENTRY __asm__(".globl _start\n_start:\n mov x29,#0\n mov x30,#0\n mov x0,sp\n b start\n")
