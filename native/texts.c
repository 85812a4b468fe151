/* Owns the texts of the core, packed by a dictionary (src/hosts/static/packing.ts): one block is
 * unpacked at a time. */
#include "native.h"

static const uint8_t phrases[] __attribute__((aligned(1))) = {
#include "text-phrases.h"
};
static const uint16_t bounds[] __attribute__((aligned(1))) = {
#include "text-bounds.h"
};
static const uint8_t codes[] __attribute__((aligned(1))) = {
#include "text-codes.h"
};
static const uint16_t starts[] __attribute__((aligned(1))) = {
#include "text-starts.h"
};

enum { BLOCKS = sizeof starts / sizeof *starts - 1, FIRST_PHRASE = 128 };

static void unpack(unsigned block) {
  uint8_t *to = state.text;
  for (unsigned at = starts[block]; at < starts[block + 1]; at++) {
    if (codes[at] < FIRST_PHRASE) {
      *to++ = codes[at];
      continue;
    }
    unsigned phrase = codes[at] - FIRST_PHRASE;
    for (unsigned i = bounds[phrase]; i < bounds[phrase + 1]; i++) *to++ = phrases[i];
  }
  *to = 0;
  state.text_block = block + 1;
}

/* The byte of the texts at `at`, 0 behind the last one. */
int text_byte(unsigned at) {
  unsigned block = at / TEXT_BLOCK;
  if (block >= BLOCKS) return 0;
  if (state.text_block != block + 1) unpack(block);
  return state.text[at % TEXT_BLOCK];
}
