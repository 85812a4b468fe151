/* Owns what the C code that wasm2c makes of the core expects of its host, cut down to what the
 * core uses: one memory of a fixed size, no table, no call stack counter (the core does not
 * recurse, and the stack has its guard page). */
#ifndef WASM_RT_H
#define WASM_RT_H

#include <stdint.h>

#define CORE_MEMORY 65536

typedef enum {
  WASM_RT_TRAP_NONE, WASM_RT_TRAP_OOB, WASM_RT_TRAP_INT_OVERFLOW, WASM_RT_TRAP_DIV_BY_ZERO,
  WASM_RT_TRAP_INVALID_CONVERSION, WASM_RT_TRAP_UNREACHABLE, WASM_RT_TRAP_CALL_INDIRECT,
  WASM_RT_TRAP_EXHAUSTION
} wasm_rt_trap_t;

typedef struct { uint32_t pages; } wasm_rt_memory_t;

/* A bug in the core ends here, before it can do harm: a trap of the machine, as for any fault of
 * a program. */
#define wasm_rt_trap(reason) __builtin_trap()
#define wasm_rt_register_func_type(...) 0
#define wasm_rt_allocate_memory(memory, count, limit) ((void)((memory)->pages = (count)))
#define wasm_rt_grow_memory(memory, pages) (UINT32_MAX)

/* The last thing in the address space below the stack: every place that the core can name lies
 * in here or in the 4 GiB behind, where nothing is mapped, so that a bug in the core faults and
 * cannot corrupt. The build checks that it is last. */
extern uint8_t core_memory[CORE_MEMORY];

#endif
