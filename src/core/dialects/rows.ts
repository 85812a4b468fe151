/**
 * Owns the form of the tables: a row is a line, its number in front. Rows are made before tsinit
 * runs, in JavaScript when a module is loaded, for the static binary when it is built, so strings
 * are put together here and nowhere else. grammar.ts and log.ts read what is made here.
 */
/** The names of the pieces in the order of their numbers (pieces.ts). */
const PIECES: string =
  "process self target signal signal-words signal-number error capital-error number " +
  "exit-status wait-status machine own-name program excerpt command flag option-word help-hint " +
  "option setting candidates long-name value";

/** A value goes with the option. */
export const TAKES_VALUE: bool = true;

/** An option: what it means (meanings.ts), its short flags, its long name; "" for none. */
export function option(
  meaning: i32,
  flags: string,
  name: string,
  takesValue: bool = false,
): string {
  return meaning.toString() + " " + flags + " " + name + (takesValue ? "=" : "") + "\n";
}

/** A message: its key and its level (messages.ts), and what is said. */
export function message(key: i32, level: i32, text: string): string {
  return key.toString() + " " + level.toString() + " " + words(text) + "\n";
}

/** What every message of the level begins with: the row has the level's number for a key. */
export function prefix(level: i32, text: string): string {
  return message(level, level, text);
}

/** A text in which the name of each piece, `{exit-status}`, gives way to its number, `{9}`. */
export function words(text: string): string {
  let made = "";
  let at = 0;
  for (let open = text.indexOf("{"); open >= 0; open = text.indexOf("{", at)) {
    const close = text.indexOf("}", open);
    const name = text.substring(open + 1, close);
    made += text.substring(at, open) + "{" + pieceNamed(name).toString() + "}";
    at = close + 1;
  }
  return made + text.substring(at);
}

/** The number of the piece, or -1 when there is none of that name. */
function pieceNamed(name: string): i32 {
  return PIECES.split(" ").indexOf(name);
}
