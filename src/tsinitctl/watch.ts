/** Owns the terminal while something is drawn on it anew: it is given back however that ends. */
import { TsinitError } from "../library/errors.ts";

/** Back to the first line and column, and nothing from there on (console_codes(4)). */
const CLEAR = "\x1b[H\x1b[J";
const OWN_SCREEN = "\x1b[?1049h\x1b[?25l";
const SHARED_SCREEN = "\x1b[?25h\x1b[?1049l";

/** Whatever asks for the end; SIGUSR1 would start Node's debugger, which writes to the screen. */
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Draws what `look` gives, every `interval` seconds and when the size changes, until a signal
 * comes. Rejects with what `look` throws. A terminal that is gone is an error of standard output.
 */
export async function watchScreen(look: () => string, interval: number): Promise<void> {
  const { stdout } = process;
  if (!stdout.isTTY) {
    throw new TsinitError("ERR_TSINIT_OPTION", "--watch needs a terminal; use --json without it");
  }
  const draw = (): void => {
    const lines = look()
      .split("\n")
      .slice(0, stdout.rows - 1);
    stdout.write(`${CLEAR}${lines.join("\n")}`);
  };
  let timer: NodeJS.Timeout | undefined;
  stdout.write(OWN_SCREEN);
  try {
    await new Promise<void>((end, fail) => {
      const drawOrFail = (): void => {
        try {
          draw();
        } catch (error) {
          fail(error);
        }
      };
      for (const signal of ENDS) process.once(signal, () => end());
      timer = setInterval(drawOrFail, interval * 1000);
      stdout.on("resize", drawOrFail);
      drawOrFail();
    });
  } finally {
    clearInterval(timer);
    stdout.removeAllListeners("resize").write(SHARED_SCREEN);
  }
}
