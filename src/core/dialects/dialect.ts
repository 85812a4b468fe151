/** Owns which init tsinit is at the moment: a dialect is tables, texts and a few facts, no code. */

import { EACCES, ENOENT } from "../linux/errno.ts";
import { Cursor } from "../text/cursor.ts";
import * as catatonit from "./catatonit.ts";
import * as dumbInit from "./dumb-init.ts";
import { INFO, TRACE } from "./keys.ts";
import * as tini from "./tini.ts";
import * as tsinit from "./tsinit.ts";
import { HELP_TEXT, LICENSE_TEXT, VERSION_TEXT } from "./usage.ts";

export const TSINIT: i32 = 0;
export const TINI: i32 = 1;
export const DUMB_INIT: i32 = 2;
export const CATATONIT: i32 = 3;
export const NO_DIALECT: i32 = -1;

const STDOUT: i32 = 1;
const STDERR: i32 = 2;
const NEVER: i32 = TRACE + 1;

export class Dialect {
  kind: i32 = TSINIT;
  options: string = tsinit.OPTIONS;
  messages: string = tsinit.MESSAGES;
  help: string = HELP_TEXT;
  version: string = VERSION_TEXT;
  license: string = LICENSE_TEXT;
  /** What follows, or stands in place of, the message about a wrong use, by its sort. */
  moreOnWrongUse: string = "";
  moreOnWrongValue: string = "";
  moreOnNoProgram: string = "";
  helpStream: i32 = STDOUT;
  versionStream: i32 = STDOUT;
  /** Messages from this level on go to standard output. */
  stdoutLevel: i32 = NEVER;

  /** Becomes `kind` altogether. */
  become(kind: i32): void {
    this.kind = kind;
    if (kind == TINI) {
      this.options = tini.OPTIONS;
      this.messages = tini.MESSAGES;
      this.help = tini.HELP_TEXT;
      this.version = tini.VERSION_TEXT;
      this.moreOnWrongUse = tini.HELP_TEXT;
      this.moreOnNoProgram = tini.HELP_TEXT;
      this.stdoutLevel = INFO;
    } else if (kind == DUMB_INIT) {
      this.options = dumbInit.OPTIONS;
      this.messages = dumbInit.MESSAGES;
      this.help = dumbInit.HELP_TEXT;
      this.version = dumbInit.VERSION_TEXT;
      this.moreOnWrongValue = dumbInit.MORE_ON_WRONG_USE;
      this.moreOnNoProgram = dumbInit.MORE_ON_WRONG_USE;
      this.helpStream = STDERR;
      this.versionStream = STDERR;
    } else if (kind == CATATONIT) {
      this.options = catatonit.OPTIONS;
      this.messages = catatonit.MESSAGES;
      this.help = catatonit.HELP_TEXT;
      this.version = catatonit.VERSION_TEXT;
      this.moreOnWrongUse = catatonit.USAGE_LINE;
      this.moreOnNoProgram = catatonit.USAGE_LINE;
      this.helpStream = STDERR;
    }
  }

  /** The exit status for a program that could not be run: the original's own, or `status`. */
  execStatus(errno: i32, status: i32): i32 {
    if (this.kind == DUMB_INIT) return 2;
    if (this.kind == CATATONIT) return 1;
    if (this.kind == TINI) return errno == ENOENT ? 127 : errno == EACCES ? 126 : 1;
    return status;
  }
}

/** The dialect whose name is the whole rest of the word at `name`, or `NO_DIALECT`. */
export function dialectNamed(name: Cursor): i32 {
  if (names(name, "tini") || names(name, "tini-static") || names(name, "docker-init")) return TINI;
  if (names(name, "dumb-init")) return DUMB_INIT;
  if (names(name, "catatonit") || names(name, "podman-init")) return CATATONIT;
  return names(name, "tsinit") ? TSINIT : NO_DIALECT;
}

function names(name: Cursor, text: string): bool {
  const start = name.offset;
  const same = name.skip(text, false) && name.peek() <= 0;
  name.offset = start;
  return same;
}
