/** Owns what an option may mean: what rows of dialects name, and options.ts acts upon. */

export const HELP: i32 = 1;
export const VERSION: i32 = 2;
export const LICENSE: i32 = 3;
export const SUBREAPER: i32 = 4;
export const PARENT_DEATH_SIGNAL: i32 = 5;
export const VERBOSE: i32 = 6;
export const WARN_ON_REAP: i32 = 7;
export const GROUP: i32 = 8;
export const CHILD: i32 = 9;
export const FORWARD: i32 = 10;
export const ON_EXIT: i32 = 11;
export const GRACE: i32 = 12;
export const REWRITE: i32 = 13;
export const REMAP_EXIT: i32 = 14;
export const PAUSE: i32 = 15;
export const SESSION: i32 = 16;
export const LOG_FORMAT: i32 = 17;
export const JSON_FORMAT: i32 = 18;
export const ZOMBIES: i32 = 19;
export const INSTALL: i32 = 20;
export const DIALECT: i32 = 21;
// Of a variable alone.
export const VERBOSITY: i32 = 22;
