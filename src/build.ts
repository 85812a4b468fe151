/** Builds all of dist: the binary first, whose hash the package carries. */
for (const part of ["./hosts/static/build.ts", "./library/build.ts"]) {
  // A part that fails has said why, and left the status.
  if (process.exitCode === undefined) await import(part);
}

export {};
