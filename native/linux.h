/* Owns the numbers and layouts of the Linux interface that are the same on every 64-bit machine
 * here. No header of a libc is needed, so a bare compiler, also a cross compiler, builds tsinit. */
#ifndef TSINIT_LINUX_H
#define TSINIT_LINUX_H

#include <stddef.h>
#include <stdint.h>

enum {
  EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENOEXEC = 8, EBADF = 9, ECHILD = 10,
  EAGAIN = 11, EACCES = 13, EFAULT = 14, ENODEV = 19, ENOTDIR = 20, EISDIR = 21, EINVAL = 22,
  ENOTTY = 25, EPIPE = 32, ENAMETOOLONG = 36, EOPNOTSUPP = 95, ETIMEDOUT = 110, ESTALE = 116
};

enum { SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGBUS = 7, SIGFPE = 8, SIGKILL = 9, SIGSEGV = 11 };
enum { SIGPIPE = 13, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGXFSZ = 25, SIGSYS = 31 };
enum { FIRST_REAL_TIME = 32 };
enum { SIG_SETMASK = 2, SIG_UNBLOCK = 1 };
enum { SIG_DFL = 0, SIG_IGN = 1 };

/* sigset_t, struct sigaction and siginfo_t as the kernel has them (rt_sigaction(2), "C
 * library/kernel differences"). */
typedef uint64_t signal_set;
struct signal_action {
  uintptr_t handler;
  unsigned long flags;
  uintptr_t restorer;
  signal_set mask;
};
struct signal_info {
  int32_t number, error, code, padding;
  int32_t process, user, status;
  char rest[128 - 7 * sizeof(int32_t)];
};
struct signalfd_info {
  uint32_t number;
  int32_t error, code;
  uint32_t process;
  char rest[128 - 4 * sizeof(int32_t)];
};
#define SIGNAL(number) ((signal_set)1 << ((number)-1))
#define ALL_SIGNALS (~(signal_set)0)

struct time_span { int64_t seconds, nanoseconds; };
struct poll_entry { int32_t file; int16_t events, found; };
struct io_part { const void *bytes; size_t length; };

/* struct pidfd_info as it was first (linux/pidfd.h, since Linux 6.13), and the ioctl that fills it
 * in. */
struct process_info {
  uint64_t mask, cgroup;
  uint32_t process, group, parent, users[8];
  int32_t end;
};
#define PIDFD_GET_INFO 0xc040ff0bul

enum { CLONE_VM = 0x100, CLONE_VFORK = 0x4000 };
enum { WNOHANG = 1, WUNTRACED = 2, WSTOPPED = 2, WEXITED = 4, WNOWAIT = 0x01000000 };
enum { WALL = 0x40000000 };
enum { P_ALL = 0, P_PID = 1 };
enum { CLD_EXITED = 1, CLD_KILLED = 2, CLD_DUMPED = 3, CLD_STOPPED = 5 };
enum { PR_SET_PDEATHSIG = 1, PR_SET_NAME = 15, PR_SET_CHILD_SUBREAPER = 36 };
enum { F_GETFD = 1, F_SETFD = 2, FD_CLOEXEC = 1, CLOSE_RANGE_CLOEXEC = 4, F_GETPIPE_SZ = 1032 };
enum { PROT_READ = 1, PROT_WRITE = 2 };
enum { MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_FIXED_NOREPLACE = 0x100000 };
enum { AT_FDCWD = -100, F_OK = 0, AT_EXECFN = 31 };
enum {
  O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_NOCTTY = 0400,
  O_APPEND = 02000, O_NONBLOCK = 04000, O_CLOEXEC = 02000000
};
enum { S_IFMT = 0170000, S_IFDIR = 0040000, S_IFREG = 0100000, STAT_LIMIT = 256 };
enum { TIOCGPGRP = 0x540f, TIOCSPGRP = 0x5410, TIOCSCTTY = 0x540e, TIOCNOTTY = 0x5422 };
enum { TIOCGDEV = (int)0x80045432 };
enum { POLLOUT = 4, RWF_NOWAIT = 8, SFD_CLOEXEC = 02000000, SPLICE_F_NONBLOCK = 2 };
enum { SEEK_CUR = 1, MSG_DONTWAIT = 0x40, MSG_NOSIGNAL = 0x4000 };
enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 1 };
enum { PATH_LIMIT = 4096, NAME_LIMIT = 255 };

#endif
