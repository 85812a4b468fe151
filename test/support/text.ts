/**
 * Stands in for src/core/text/text.ts: here a text has an end. In JavaScript it ends in zeros without
 * end; in the static binary the next text follows, and reading on finds that.
 */

export function byteOf(text: string, index: number): number {
  if (index < text.length && index >= 0) return text.charCodeAt(index);
  if (index !== text.length) throw new Error(`byte ${index} of "${text}" is read`);
  return 0;
}
