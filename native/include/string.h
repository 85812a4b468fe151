/* Stands in for a libc's <string.h>: what the code made by wasm2c, and the compiler itself,
 * call. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);

/* A freestanding compiler takes memcpy for any function; the builtin is a plain load or store
 * where the length is known. */
#define memcpy(to, from, length) __builtin_memcpy(to, from, length)
