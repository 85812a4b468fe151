/* Owns what differs between machines: how a system call is made, its numbers, the ELF machine,
 * the entry point. */
#ifndef TSINIT_MACHINE_H
#define TSINIT_MACHINE_H

#if defined(__x86_64__)

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

#elif defined(__aarch64__)

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

#else
#error "no system calls are known for this machine: add it to native/machine.h"
#endif

#define CALL0(name) system_call(0, NR_##name, 0, 0, 0, 0, 0, 0)
#define CALL1(name, a) system_call(1, NR_##name, (long)(a), 0, 0, 0, 0, 0)
#define CALL2(name, a, b) system_call(2, NR_##name, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL3(name, a, b, c) system_call(3, NR_##name, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(name, a, b, c, d)                                                                    \
  system_call(4, NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define CALL5(name, a, b, c, d, e)                                                                 \
  system_call(5, NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define CALL6(name, a, b, c, d, e, f)                                                              \
  system_call(6, NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#endif
