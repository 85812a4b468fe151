/* Owns how a message is written: at once or not at all, whatever its descriptor is of. Descriptions
 * of open files are shared with the child, so O_NONBLOCK is not ours to set on one. */
#include "native.h"
#include "system.h"

/* What a write is that none of the ways here can make without a wait. */
enum { NO_WAY = -EOPNOTSUPP };
/* Between two tries of a patient write, and how many there are at most. */
enum { PAUSE = 10, TRIES = 200, SECOND = 1000 };

/* A terminal by another name may be another one; where `file` is none both answers are alike. */
static int is_same(int file, int other) {
  unsigned device = 0, other_device = 0;
  long error = CALL3(ioctl, file, TIOCGDEV, &device);
  return CALL3(ioctl, other, TIOCGDEV, &other_device) == error && device == other_device;
}

static int open_again(int file, const char *name) {
  int flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  int other = (int)CALL3(openat, AT_FDCWD, name, flags);
  if (other < 0 || is_same(file, other)) return other;
  CALL1(close, other);
  return NO_WAY;
}

/* The same pipe or terminal, opened anew, does not wait although `file` does. A terminal that
 * another user has opened is out of reach by its own name, and so is all where /proc is missing,
 * but who has it as the controlling terminal, or as the console, may know it by these names too. */
static int open_anew(int file) {
  char name[32];
  write_entry(name, "/proc/self/fd/", file);
  int other = open_again(file, name);
  unsigned device;
  if (other >= 0 || CALL3(ioctl, file, TIOCGDEV, &device) < 0) return other;
  other = open_again(file, "/dev/tty");
  return other < 0 ? open_again(file, "/dev/console") : other;
}

/* A pipe that cannot be opened anew takes what another pipe holds, without a wait (splice(2)). */
static long move_into_pipe(int file, const void *bytes, int length) {
  int ends[2];
  if (CALL3(fcntl, file, F_GETPIPE_SZ, 0) < 0) return NO_WAY;
  if (CALL2(pipe2, ends, O_NONBLOCK | O_CLOEXEC) < 0) return NO_WAY;
  long written = CALL3(write, ends[1], bytes, length);
  if (written > 0) {
    written = CALL6(splice, ends[0], NULL, file, NULL, written, SPLICE_F_NONBLOCK);
  }
  CALL1(close, ends[0]);
  CALL1(close, ends[1]);
  return written;
}

/* RWF_NOWAIT serves pipes and sockets, but terminals never, and nothing on an old kernel
 * (pwritev2(2)). What can be sought in is a file or a device without a reader to wait for; a
 * regular file, whose offset is shared too, must not be opened anew. /dev/kmsg says EINVAL. */
static long write_at_once(int file, const void *bytes, int length) {
  struct io_part part = {bytes, (size_t)length};
  long written = CALL6(pwritev2, file, &part, 1, -1, -1, RWF_NOWAIT);
  if (written >= 0 || written == -EPIPE) return written;
  long place = CALL3(lseek, file, 0, SEEK_CUR);
  if (place >= 0 || place == -EINVAL) return CALL3(write, file, bytes, length);
  if (written == -EAGAIN || place == -EBADF) return written;
  written = CALL6(sendto, file, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0);
  if (written >= 0 || written == -EAGAIN || written == -EPIPE) return written;
  int other = open_anew(file);
  if (other < 0) return move_into_pipe(file, bytes, length);
  written = CALL3(write, other, bytes, length);
  CALL1(close, other);
  return written;
}

/* Before the start, and where there is no other way: a process that may wait in our place, for a
 * second. */
static long write_by_other(int file, const void *bytes, int length) {
  static const struct time_span pause = {.nanoseconds = PAUSE * 1000000};
  int word = 0;
  long child = CALL5(clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    long written = CALL3(write, file, bytes, length);
    for (;;) CALL1(exit_group, written != length);
  }
  if (child < 0) return child;
  for (int waited = 0; waited < SECOND; waited += PAUSE) {
    if (CALL4(wait4, child, &word, WNOHANG, NULL) != 0) return word == 0 ? length : -EAGAIN;
    CALL5(ppoll, NULL, 0, &pause, NULL, 0);
  }
  CALL2(kill, child, SIGKILL);
  CALL4(wait4, child, NULL, 0, NULL);
  return -EAGAIN;
}

/* Waits until there may be room, until a second after `start`. Room that somebody else takes each
 * time is not looked for without a pause. */
static int wait_for_room(int file, int start) {
  static const struct time_span pause = {.nanoseconds = PAUSE * 1000000};
  int left = SECOND - ((monotonic_clock() - start) & 0x7fffffff);
  struct time_span limit = {left / SECOND, left % SECOND * 1000000L};
  struct poll_entry entry = {.file = file, .events = POLLOUT};
  if (left <= 0) return 0;
  if (CALL5(ppoll, &entry, 1, &limit, NULL, 0) == 0) return 0;
  CALL5(ppoll, NULL, 0, &pause, NULL, 0);
  return 1;
}

/* A terminal takes a part of a line when there is no room for all of it. The next line must not
 * run into that, so it is not written before the newline is. */
static int is_torn(int file) {
  if (!(state.torn >> file & 1)) return 0;
  if (write_at_once(file, "\n", 1) != 1) return 1;
  state.torn &= ~(1u << file);
  return 0;
}

int write_or_drop(int file, const void *bytes, int length, int patient) {
  int start = patient ? monotonic_clock() : 0, at = 0;
  /* What tsinit has opened itself is a regular file, at an offset that no other way keeps. */
  if (file > 2) return (int)CALL3(write, file, bytes, length);
  long written = -EAGAIN;
  for (int tries = 0; tries < TRIES; tries++) {
    const char *rest = (const char *)bytes + at;
    written = is_torn(file) ? -EAGAIN : write_at_once(file, rest, length - at);
    if (written == NO_WAY && patient) written = write_by_other(file, rest, length - at);
    if (written > 0) at += (int)written;
    if (at == length || !patient || (written < 0 && written != -EAGAIN)) break;
    if (!wait_for_room(file, start)) break;
  }
  if (at > 0 && at < length) state.torn |= 1u << file;
  return at > 0 ? at : (int)written;
}
