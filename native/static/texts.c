/* Owns the texts of the core, packed (src/build/static/packing.ts says how): they are unpacked as
 * far as they have been asked for. Those that every start looks at come first. */
#include "native.h"

static const uint8_t packed_texts[] __attribute__((aligned(1))) = {
#include "packed-texts.h"
};

enum { FIRST_COPY = 128, SHORTEST = 3 };

/* One byte, or one copy of what was unpacked before. */
static void unpack_more(void) {
  uint8_t *to = state.texts + state.unpacked;
  unsigned code = packed_texts[state.taken++];
  if (code < FIRST_COPY) {
    *to = (uint8_t)code;
    state.unpacked++;
    return;
  }
  unsigned length = (code >> 4 & 7) + SHORTEST;
  unsigned distance = ((code & 15) << 8 | packed_texts[state.taken++]) + 1;
  state.unpacked += length;
  for (; length > 0; length--, to++) *to = *(to - distance);
}

/* The byte of the texts at `at`, 0 behind the last one. */
int text_byte(unsigned at) {
  if (at >= TEXTS_LENGTH) return 0;
  while (state.unpacked <= at) unpack_more();
  return state.texts[at];
}
