/** Owns tsinit's own options; what it says is in messages.ts, its help in usage.ts. */

/** The union of what the others take, and more; grammar.ts tells how a row is read. */
export const OPTIONS: string =
  "h h help\n" +
  "V V version\n" +
  "l lL license\n" +
  "s s subreaper\n" +
  "p p parent-death-signal=\n" +
  "v v verbose\n" +
  "w w warn-on-reap\n" +
  "g g \n" +
  "c c single-child\n" +
  "F  forward=\n" +
  "E  on-exit=\n" +
  "G  grace=\n" +
  "r r rewrite=\n" +
  "e e remap-exit=\n" +
  "P P pause\n" +
  "S  session\n" +
  "j  log-format=\n" +
  "J  json\n" +
  "Z  zombies\n" +
  "I  install=\n" +
  "D  dialect=\n";
