/* Owns the choice of the machine (machines/), and the short forms of a system call. */
#ifndef TSINIT_MACHINE_H
#define TSINIT_MACHINE_H

#if defined(__x86_64__)
#include "machines/x86_64.h"
#elif defined(__aarch64__)
#include "machines/aarch64.h"
#else
#error "no system calls are known for this machine: add it to native/machines"
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
