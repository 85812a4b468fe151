/* Owns what runs before a runtime that is one file with its program: this is put into that file, in
 * front of its entry. It saves what the process was started with, blocks every signal, and goes on
 * to the runtime, which has its threads inherit that mask. */
#include "start.c"
#include "watch.c"

/* The compiler makes calls of these where a libc would have them. */
__attribute__((used)) void *memcpy(void *to, const void *from, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

__attribute__((used)) void *memset(void *to, int value, size_t length) {
  for (size_t i = 0; i < length; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}

/* Where the runtime begins, from the linker's command line. */
extern const char runtime_entry[];

/* The runtime's own parts are loaded from files in memory, which are bound by this limit too. */
static void lift_file_size(const struct limit *before) {
  struct limit none = {~0ul, ~0ul}, hard = {before->hard, before->hard};
  if (CALL4(prlimit64, 0, RLIMIT_FSIZE, &none, NULL) < 0) {
    CALL4(prlimit64, 0, RLIMIT_FSIZE, &hard, NULL);
  }
}

/* The runtime finds itself there, and breaks without. */
static void need_proc(void) {
  static const char text[] = "tsinit: fatal: Bun needs /proc; use the static tsinit there\n";
  if (CALL3(faccessat, AT_FDCWD, "/proc/self/exe", F_OK) == 0) return;
  CALL3(write, 2, text, sizeof text - 1);
  for (;;) CALL1(exit_group, 1);
}

__attribute__((used)) static void set_out(long *stack) {
  static const signal_set all = ALL_SIGNALS;
  signal_set mask = 0;
  char **environment = (char **)(stack + 1) + stack[0] + 1;
  size_t variables = 0;
  need_proc();
  while (environment[variables]) variables++;
  CALL4(rt_sigprocmask, SIG_SETMASK, &all, &mask, sizeof all);
  struct start *start = (struct start *)CALL6(
      mmap, KEPT_AT, sizeof *start + (variables + 1) * sizeof(char *), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  /* What cannot be kept is better not blocked: it would stay so in the child. */
  if ((uintptr_t)start != KEPT_AT) {
    CALL4(rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    return;
  }
  start->argument_count = (int)stack[0];
  start->arguments = (char **)(stack + 1);
  start->environment = hide_variables(environment, (char **)(start + 1));
  start->mask = mask;
  look_around(start);
  lift_file_size(&start->limits[RLIMIT_FSIZE]);
  watch_signals(start);
  start->is_early = 1;
  for (int i = 0; i < MARK_LENGTH; i++) start->mark[i] = MARK[i];
}

/* The registers are as the dynamic linker leaves them: one holds what is to be called at the
 * end. */
#if defined(__x86_64__)
__asm__(".section .text.first,\"ax\"\n.globl _start\n_start:\n"
        " push %rdx\n mov %rsp,%rdi\n add $8,%rdi\n mov %rsp,%rbp\n and $-16,%rsp\n"
        " call set_out\n mov %rbp,%rsp\n pop %rdx\n xor %ebp,%ebp\n"
        " mov $runtime_entry,%eax\n jmp *%rax\n.text\n");
#else
__asm__(".section .text.first,\"ax\"\n.globl _start\n_start:\n"
        " mov x19,x0\n mov x0,sp\n bl set_out\n mov x0,x19\n"
        " ldr x16,=runtime_entry\n br x16\n.ltorg\n.text\n");
#endif
