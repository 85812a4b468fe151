/* Owns the texts of the core, packed by pairs (src/hosts/static/pairs.ts): one block is unpacked
 * at a time. */
#include "native.h"

static const uint8_t pairs[] __attribute__((aligned(1))) = {
#include "text-pairs.h"
};
static const uint8_t codes[] __attribute__((aligned(1))) = {
#include "text-codes.h"
};
static const uint16_t starts[] __attribute__((aligned(1))) = {
#include "text-starts.h"
};

enum { BLOCKS = sizeof starts / sizeof *starts - 1, CODE_NEWLINE = 95, FIRST_PAIR = 97,
       CODE_BITS = 9 };

static unsigned code_at(const uint8_t *bits, unsigned index) {
  unsigned at = index * CODE_BITS;
  bits += at / 8;
  return (bits[0] | (unsigned)bits[1] << 8) >> at % 8 & ((1 << CODE_BITS) - 1);
}

static uint8_t *unpack(uint8_t *to, unsigned code) {
  while (code >= FIRST_PAIR) {
    unsigned pair = (code - FIRST_PAIR) * 2;
    to = unpack(to, code_at(pairs, pair));
    code = code_at(pairs, pair + 1);
  }
  /* The codes of their own: printable bytes, newline, zero. */
  *to = code < CODE_NEWLINE ? (uint8_t)(code + ' ') : code == CODE_NEWLINE ? '\n' : 0;
  return to + 1;
}

/* The byte of the texts at `at`, 0 behind the last one. */
int text_byte(unsigned at) {
  unsigned block = at / TEXT_BLOCK;
  if (block >= BLOCKS) return 0;
  if (state.text_block != block + 1) {
    uint8_t *to = state.text;
    for (unsigned i = starts[block]; i < starts[block + 1]; i++) to = unpack(to, code_at(codes, i));
    *to = 0;
    state.text_block = block + 1;
  }
  return state.text[at % TEXT_BLOCK];
}
