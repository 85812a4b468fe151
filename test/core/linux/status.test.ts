/** The wait status and the exit status made of it, over their whole domains. */
import { describe, expect, it } from "vitest";
import {
  exitStatus,
  hasEnded,
  killSignal,
  stopSignal,
  writeStatus,
} from "../../../src/core/linux/status.ts";
import { tsinit } from "../../sim/scenario.ts";
import { optionsOf, textOf } from "../../support/core.ts";
import { LAST_SIGNAL, nameOf, STOP } from "../../support/signals.ts";

const ALL = [...Array(256).keys()];
const DEADLY = [...Array(LAST_SIGNAL + 1).keys()].filter((n) => n > 0 && n !== STOP);

describe("all 65,536 wait statuses are read as wait(2) has them", () => {
  it("ended by itself, killed by a signal, stopped, or continued", () => {
    for (let word = 0; word < 65_536; word++) {
      const [low, high] = [word & 0x7f, word >> 8];
      const ended = low !== 0x7f;
      const stopped = (word & 0xff) === 0x7f ? high : 0;
      const killed = ended ? low : 0;
      const found = [hasEnded(word), stopSignal(word), killSignal(word)];
      if (found.join() !== [ended, stopped, killed].join()) throw new Error(`${word}: ${found}`);
      if (ended && exitStatus(word) !== (low === 0 ? high : 128 + low)) throw new Error(`${word}`);
    }
  });

  it("an exit status never leaves 0 to 255", () => {
    for (let word = 0; word < 65_536; word++) {
      if (!hasEnded(word)) continue;
      if (exitStatus(word) < 0 || exitStatus(word) > 255) throw new Error(`${word}`);
    }
  });

  it("each is written as an exit status or as the signal that killed", () => {
    for (const status of ALL) {
      expect(textOf((line) => writeStatus(line, status << 8))).toBe(`exit status ${status}`);
    }
  });

  it.each(DEADLY)("killed by signal %d is written with its name, dumped core or not", (signal) => {
    for (const word of [signal, signal | 0x80]) {
      expect(textOf((line) => writeStatus(line, word))).toBe(`killed by ${nameOf(signal)}`);
    }
  });
});

describe("tsinit ends as its child ended", () => {
  it("with each of the 256 exit statuses", () => {
    for (const status of ALL) expect(tsinit(["p"], { end: status << 8 }).status).toBe(status);
  });

  it("with 128+n for each signal n that can kill", () => {
    for (const signal of DEADLY) {
      expect(tsinit(["p"], { end: signal }).status).toBe(128 + signal);
      expect(tsinit(["p"], { end: signal | 0x80 }).status).toBe(128 + signal);
    }
  });

  it("with 0 in place of each of the 256 statuses when that one is remapped", () => {
    for (const status of ALL) {
      expect(tsinit([`-e${status}`, "p"], { end: status << 8 }).status).toBe(0);
      const other = (status + 1) & 255;
      expect(tsinit([`-e${status}`, "p"], { end: other << 8 }).status).toBe(other);
    }
  });

  it("with a remapped status also when a signal killed it", () => {
    for (const signal of DEADLY) {
      expect(tsinit(["-e", `${128 + signal}`, "p"], { end: signal }).status).toBe(0);
    }
  });

  it("with 0 in place of every status when all are remapped at once", () => {
    const words = ALL.flatMap((status) => ["-e", `${status}`]);
    for (const status of ALL) expect(tsinit([...words, "p"], { end: status << 8 }).status).toBe(0);
  });
});

describe("-e FROM:TO", () => {
  it("reports TO for every pair of the 65,536, and leaves every other status alone", () => {
    for (const from of ALL) {
      for (const to of ALL) {
        const options = optionsOf(`-e${from}:${to}`);
        if (options.remaps.get(from) !== to) throw new Error(`${from}:${to}`);
        const other = (from + 77) & 255;
        if (options.remaps.get(other) !== other) throw new Error(`${from}:${to} moves ${other}`);
      }
    }
  });
});
