/* Owns x86-64: how a system call is made, its numbers, the ELF machine, the entry point. */

/* STAT_MODE: where the mode is in struct stat. */
enum {
  ELF_MACHINE = 62, STAT_MODE = 24, NR_read = 0, NR_write = 1, NR_close = 3, NR_lseek = 8,
  NR_mmap = 9, NR_rt_sigaction = 13, NR_rt_sigprocmask = 14, NR_ioctl = 16, NR_madvise = 28,
  NR_getpid = 39, NR_sendto = 44, NR_clone = 56, NR_execve = 59, NR_exit = 60, NR_wait4 = 61,
  NR_kill = 62, NR_fcntl = 72, NR_fsync = 74, NR_chdir = 80, NR_fchmod = 91, NR_setpgid = 109,
  NR_getppid = 110, NR_setsid = 112, NR_getpgid = 121, NR_getsid = 124, NR_rt_sigpending = 127,
  NR_rt_sigtimedwait = 128, NR_prctl = 157, NR_gettid = 186, NR_getdents64 = 217,
  NR_timer_create = 222, NR_timer_settime = 223, NR_timer_delete = 226, NR_clock_gettime = 228,
  NR_exit_group = 231, NR_tgkill = 234, NR_waitid = 247, NR_openat = 257, NR_newfstatat = 262,
  NR_unlinkat = 263, NR_renameat = 264, NR_readlinkat = 267, NR_faccessat = 269, NR_ppoll = 271,
  NR_splice = 275, NR_signalfd4 = 289, NR_pipe2 = 293, NR_rt_tgsigqueueinfo = 297,
  NR_prlimit64 = 302, NR_pwritev2 = 328, NR_pidfd_send_signal = 424, NR_pidfd_open = 434,
  NR_close_range = 436
};

/* What a call is given is put into rdi, rsi, rdx, r10, r8, r9, and rcx and r11 are spoilt
 * (syscall(2)). A register that a call does not read is left as it is: `count` is a constant, so
 * this costs nothing. */
static inline __attribute__((always_inline)) long system_call(int count, long n, long a, long b,
                                                              long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10");
  register long r8 __asm__("r8");
  register long r9 __asm__("r9");
  if (count > 3) r10 = d;
  if (count > 4) r8 = e;
  if (count > 5) r9 = f;
#define SYSCALL(...)                                                                               \
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), ##__VA_ARGS__ : "rcx", "r11", "memory")
  if (count == 0) SYSCALL();
  else if (count == 1) SYSCALL("D"(a));
  else if (count == 2) SYSCALL("D"(a), "S"(b));
  else if (count == 3) SYSCALL("D"(a), "S"(b), "d"(c));
  else if (count == 4) SYSCALL("D"(a), "S"(b), "d"(c), "r"(r10));
  else if (count == 5) SYSCALL("D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8));
  else SYSCALL("D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9));
#undef SYSCALL
  return result;
}

/* The kernel leaves argc, argv and envp on the stack (x86-64 psABI, 3.4.1); `start` gets their
 * address. */
#define ENTRY                                                                                      \
  __asm__(".globl _start\n_start:\n xor %ebp,%ebp\n mov %rsp,%rdi\n and $-16,%rsp\n call start\n")
