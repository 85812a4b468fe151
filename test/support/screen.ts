/**
 * What the programs on a terminal of test/fixtures/pty.c have written, without the keys' echoes.
 */
/**
 * The kernel sends the signal of a key before it echoes the key (n_tty.c: isig, then echo_char), so
 * the echo falls anywhere among the lines that the signal brings about, even at the end of one. Of
 * Ctrl-D, two backspaces take it back.
 */
const echoes = /\^[CZ\\]|\^D\x08\x08/g;

/** All that a terminal has shown but the echoes, read off the probe's report. */
export function screenOf(report: string): string {
  const parts = [...report.matchAll(/^screen ([0-9a-f]*)$/gm)].map((part) => part[1] ?? "");
  return Buffer.from(parts.join(""), "hex").toString("latin1").replaceAll(echoes, "");
}
