/* Ends with status 0, without libc: its own cost hides nothing of an init's. */
void _start(void) {
#if defined(__x86_64__)
	__asm__ volatile("syscall" : : "a"(60), "D"(0) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
	register long status __asm__("x0") = 0;
	register long number __asm__("x8") = 93;
	__asm__ volatile("svc 0" : : "r"(status), "r"(number) : "memory");
#else
#error "true.c knows how to exit on x86-64 and aarch64 only"
#endif
	__builtin_unreachable();
}
