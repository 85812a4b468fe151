/* Owns the texts of the core, packed by pairs (src/hosts/static/packing.ts): one block is
 * unpacked at a time. */
#include "native.h"

static const uint8_t pairs[][2] = {
#include "text-pairs.h"
};
static const uint8_t codes[] = {
#include "text-codes.h"
};
static const uint16_t starts[] = {
#include "text-starts.h"
};

enum { BLOCKS = sizeof starts / sizeof *starts, FIRST_PAIR = 128 };

static uint8_t *unpack(uint8_t *to, unsigned code) {
  while (code >= FIRST_PAIR) {
    to = unpack(to, pairs[code - FIRST_PAIR][0]);
    code = pairs[code - FIRST_PAIR][1];
  }
  *to = (uint8_t)code;
  return to + 1;
}

/* The byte of the texts at `at`, 0 behind the last one. */
int text_byte(unsigned at) {
  unsigned block = at / TEXT_BLOCK;
  if (block >= BLOCKS) return 0;
  if (state.text_block != block + 1) {
    unsigned end = block + 1 < BLOCKS ? starts[block + 1] : sizeof codes;
    uint8_t *to = state.text;
    for (unsigned from = starts[block]; from < end; from++) to = unpack(to, codes[from]);
    *to = 0;
    state.text_block = block + 1;
  }
  return state.text[at % TEXT_BLOCK];
}
