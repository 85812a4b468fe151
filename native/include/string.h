/* Stands in for a libc's <string.h>: what the code made by wasm2c, and the compiler itself, call. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);
