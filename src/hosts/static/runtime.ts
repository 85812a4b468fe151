/**
 * Owns where the core's objects lie; stands in for AssemblyScript's own runtime. Only the core's
 * construction allocates, which the build runs, so nothing is ever freed. AssemblyScript.
 *
 * Buffers lie behind all other objects: a page that only holds buffers costs no memory until one
 * of them is used. Nothing stands in front of an object: what would be its size there only a
 * StaticArray asks for, and the core has none.
 */

/** Objects have the first page, and buffers begin behind it. */
const BUFFERS: usize = 4096;

/** Where the construction notes each object for the build (layout.ts); no memory of the binary. */
const NOTES: usize = 65536;

let nextObject: usize = __heap_base;
let nextBuffer: usize = BUFFERS;
let nextNote: usize = NOTES;

// @ts-ignore: decorator
@global @unsafe
export function __new(size: usize, id: u32): usize {
  const isBuffer = id == idof<ArrayBuffer>();
  const at = isBuffer ? nextBuffer : nextObject;
  const end = (at + size + 3) & ~3;
  if (isBuffer) nextBuffer = end;
  else nextObject = end;
  if (nextObject > BUFFERS || nextBuffer > NOTES) unreachable();
  store<u32>(nextNote, <u32>at);
  store<u32>(nextNote + 4, id);
  store<u32>(nextNote + 8, <u32>size);
  nextNote += 12;
  return at;
}

// What else the compiler asks of a runtime, which matters to collectors of garbage.

// @ts-ignore: decorator
@global @unsafe
export function __link(parent: usize, child: usize, expectMultiple: bool): void {}

// @ts-ignore: decorator
@global @unsafe
export function __visit(object: usize, cookie: u32): void {}

// @ts-ignore: decorator
@global @unsafe
export function __collect(): void {}
