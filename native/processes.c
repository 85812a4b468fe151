/* Owns what is asked of the kernel about other processes: their list, one of them held by a
 * descriptor, and sets of PIDs. */
#include "entries.h"
#include "native.h"
#include "system.h"

/* PIDs go up to 4,194,304 (proc(5), pid_max): a set has a bit for each. A page of it is only there
 * once a bit in it was set, and until the set is emptied. */
enum { SETS = 3, SET_BYTES = 4194304 / 8 + 4096, MADV_DONTNEED = 4 };
static uint8_t sets[SETS][SET_BYTES] __attribute__((aligned(4096)));

/* Entries of /proc that are no PIDs, one behind the other: there are about seventy, and a folder in
 * its place that never ends is not read for ever. */
enum { STRAY_LIMIT = 65536 };

void stop_listing(void) {
  if (state.folder > 0) CALL1(close, state.folder - 1);
  state.folder = 0;
}

/* The next PID in the folder, 0 behind the last one, or errno. */
static int next_entry(void) {
  for (int strays = 0; strays < STRAY_LIMIT; strays++) {
    if (state.entries_at >= state.entries_length) {
      state.entries_at = 0;
      state.entries_length =
          CALL3(getdents64, state.folder - 1, state.entries, sizeof state.entries);
      if (state.entries_length <= 0) return (int)state.entries_length;
    }
    int process = entry_number(state.entries, &state.entries_at);
    if (process > 0) return process;
  }
  return -EIO;
}

/* proc(5) lists processes by their PIDs, from where it is on, so that one that was forked
 * meanwhile is not missed. */
int list_processes(int first) {
  if (first) {
    stop_listing();
    int folder = (int)CALL3(openat, AT_FDCWD, "/proc", O_RDONLY | O_CLOEXEC);
    if (folder < 0) return folder;
    state.folder = folder + 1;
    state.entries_length = state.entries_at = 0;
  }
  int process = state.folder > 0 ? next_entry() : 0;
  if (process <= 0) stop_listing();
  return process;
}

int open_process(int process) {
  return (int)CALL2(pidfd_open, process, 0);
}

int signal_process(int file, int signal) {
  return (int)CALL4(pidfd_send_signal, file, signal, NULL, 0);
}

int parent_of(int file) {
  struct process_info info = {0};
  long error = CALL3(ioctl, file, PIDFD_GET_INFO, &info);
  return error < 0 ? (int)error : (int)info.parent;
}

static int is_in_range(int set, int process) {
  return set >= 0 && set < SETS && process >= 0 && process / 8 < SET_BYTES;
}

int is_noted(int set, int process) {
  return is_in_range(set, process) && (sets[set][process / 8] >> process % 8 & 1);
}

int note_process(int set, int process) {
  if (!is_in_range(set, process) || is_noted(set, process)) return 0;
  sets[set][process / 8] |= (uint8_t)(1 << process % 8);
  return 1;
}

/* The pages are given back, and are zero when they are touched next (madvise(2)); where that is
 * refused, only what is not zero is written to, so that no page comes to be by it. */
void forget_processes(int set) {
  if (!is_in_range(set, 0)) return;
  if (CALL3(madvise, sets[set], SET_BYTES, MADV_DONTNEED) == 0) return;
  for (volatile uint8_t *byte = sets[set]; byte < sets[set] + SET_BYTES; byte++) {
    if (*byte) *byte = 0;
  }
}
