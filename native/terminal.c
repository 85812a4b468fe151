/* Owns the controlling terminal's foreground process group, wherever the terminal can be
 * reached. */
#include "native.h"

/* TIOCGPGRP and TIOCSPGRP fail with ENOTTY on all but the controlling terminal (tcgetpgrp(3)),
 * so the first descriptor that answers is it. Without one, /dev/tty is the same terminal by
 * name. */
static int on_terminal(int request, int *group) {
  for (int file = 0; file <= 2; file++) {
    long error = CALL3(ioctl, file, request, group);
    if (error == 0) return 0;
  }
  long file = CALL3(openat, AT_FDCWD, "/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -ENOTTY;
  long error = CALL3(ioctl, file, request, group);
  CALL1(close, file);
  return (int)error;
}

int foreground_group(void) {
  int group = 0;
  int error = on_terminal(TIOCGPGRP, &group);
  return error < 0 ? error : group;
}

/* SIGTTOU is blocked, so a process in the background may do this too (tcsetpgrp(3)). */
int set_foreground_group(int group) {
  return on_terminal(TIOCSPGRP, &group);
}

/* Standard input, as for the child that is to get it. Whoever leads the session takes the
 * terminal from all of it, and the foreground group gets SIGHUP and SIGCONT (ioctl_tty(2)). */
int leave_terminal(void) {
  int error = (int)CALL3(ioctl, 0, TIOCNOTTY, 0);
  return error < 0 ? error : CALL1(getsid, 0) == CALL0(getpid);
}
