/** Owns the guard that keeps what a hook does beside its answer from ending tsinitctl. */
import { syncBuiltinESMExports } from "node:module";

function setExit(exit: typeof process.exit): void {
  process.exit = exit;
  // A module may have imported it by name from node:process.
  syncBuiltinESMExports();
}

/**
 * From here to the end of the process, an exception or a rejection that nobody catches goes to
 * `tell`, a write to standard output that fails as well, and `process.exit` throws. Gives back what
 * makes `process.exit` work again.
 */
export function guardProcess(tell: (error: unknown) => void): () => void {
  const { exit } = process;
  process.on("uncaughtException", (error) => tell(error));
  process.on("unhandledRejection", (reason) => tell(reason));
  process.stdout.removeAllListeners("error").on("error", tell);
  setExit(() => {
    throw new Error("process.exit would end the init; return a status from onExit");
  });
  return () => setExit(exit);
}
