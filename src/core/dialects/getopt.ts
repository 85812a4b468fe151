/** Owns what getopt_long(3) says for every dialect but tsinit's own. */
import * as keys from "./keys.ts";
import { BARE } from "./keys.ts";
import { message } from "./rows.ts";

export const MESSAGES: string =
  message(keys.NO_SUCH_FLAG, BARE, "{own-name}: invalid option -- '{flag}'") +
  message(keys.NO_SUCH_NAME, BARE, "{own-name}: unrecognized option '{option-word}'") +
  message(keys.FLAG_NEEDS_VALUE, BARE, "{own-name}: option requires an argument -- '{flag}'") +
  message(keys.NAME_NEEDS_VALUE, BARE, "{own-name}: option '{long-name}' requires an argument") +
  message(
    keys.NO_VALUE_ALLOWED,
    BARE,
    "{own-name}: option '{long-name}' doesn't allow an argument",
  ) +
  message(
    keys.AMBIGUOUS_NAME,
    BARE,
    "{own-name}: option '{option-word}' is ambiguous; possibilities:{candidates}",
  );
