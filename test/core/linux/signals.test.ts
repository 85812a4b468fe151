/** All 64 signals: how they are named, read, written, and which sets they are in. */

import { constants } from "node:os";
import { describe, expect, it } from "vitest";
import * as core from "../../../src/core/linux/signals.ts";
import {
  isFault,
  isForwardable,
  isSignal,
  isTerminalStop,
  takeSignal,
  writeSignal,
} from "../../../src/core/linux/signals.ts";
import { constant, cursorAt, textOf } from "../../support/core.ts";
import {
  FAULTS,
  FORWARDABLE,
  LAST_SIGNAL,
  NAMES,
  nameOf,
  TSTP,
  TTIN,
  TTOU,
} from "../../support/signals.ts";

const ALL = [...Array(LAST_SIGNAL + 1).keys()].slice(1);
const NAMED = ALL.filter((signal) => signal < 32);
const REAL_TIME = ALL.filter((signal) => signal >= 34);

/** The signal that the whole of `word` names, or -1. */
function read(word: string): number {
  const cursor = cursorAt(word);
  const signal = takeSignal(cursor);
  return cursor.peek() === 0 ? signal : -1;
}

function mixed(word: string): string {
  return [...word].map((letter, i) => (i % 2 ? letter : letter.toLowerCase())).join("");
}

describe("names", () => {
  it("there are 31, each once, in the order of their numbers", () => {
    const names = constant("NAMES").split(" ");
    expect(names.pop()).toBe("");
    expect(names).toEqual(NAMES);
    expect(new Set(names).size).toBe(31);
  });

  it("the core's numbers are those of the system that runs this test", () => {
    for (const [name, number] of Object.entries(core)) {
      if (typeof number !== "number" || !/^SIG(?!RT)/.test(name)) continue;
      expect([name, number]).toEqual([name, constants.signals[name as NodeJS.Signals]]);
    }
    for (const signal of NAMED) {
      const own = constants.signals[`SIG${NAMES[signal - 1]}` as NodeJS.Signals];
      if (own !== undefined) expect(own).toBe(signal);
    }
  });

  it.each(NAMED)("%d is written SIGNAME and read in every form and case", (signal) => {
    const name = NAMES[signal - 1]!;
    expect(textOf((line) => writeSignal(line, signal))).toBe(`SIG${name}`);
    const forms = [name, `SIG${name}`].flatMap((form) => [form, form.toLowerCase(), mixed(form)]);
    for (const form of [...forms, `sig${name}`, `Sig${name}`])
      expect([form, read(form)]).toEqual([form, signal]);
  });

  it.each(REAL_TIME)("%d is written SIGRTMIN+n and read from RTMIN+n and RTMAX-n", (signal) => {
    expect(textOf((line) => writeSignal(line, signal))).toBe(`SIGRTMIN+${signal - 34}`);
    for (const prefix of ["", "SIG", "sig"]) {
      for (const [low, high] of [
        ["RTMIN", "RTMAX"],
        ["rtmin", "rtmax"],
        ["RtMin", "rTmAX"],
      ]) {
        expect(read(`${prefix}${low}+${signal - 34}`)).toBe(signal);
        expect(read(`${prefix}${high}-${64 - signal}`)).toBe(signal);
        expect(read(`${prefix}${low}+0${signal - 34}`)).toBe(signal);
      }
    }
  });

  it("RTMIN is 34 and RTMAX is 64", () => {
    for (const prefix of ["", "SIG", "sig"]) {
      expect(read(`${prefix}RTMIN`)).toBe(34);
      expect(read(`${prefix}RTMAX`)).toBe(64);
    }
  });

  it("POLL is IO and IOT is ABRT", () => {
    for (const [name, signal] of [
      ["POLL", 29],
      ["SIGPOLL", 29],
      ["sigiot", 6],
      ["IOT", 6],
    ] as const) {
      expect(read(name)).toBe(signal);
    }
  });

  it.each([32, 33])("%d, which has no name, is written with its number", (signal) => {
    expect(textOf((line) => writeSignal(line, signal))).toBe(`SIG${signal}`);
  });
});

describe("numbers", () => {
  it("each of 1 to 31 and 34 to 64 is itself, zeros in front or not", () => {
    for (const signal of [...NAMED, ...REAL_TIME]) {
      expect(read(`${signal}`)).toBe(signal);
      expect(read(`0${signal}`)).toBe(signal);
      expect(read(`000${signal}`)).toBe(signal);
    }
  });

  it("0 is 0; 32, 33, and what is above 64 are none", () => {
    expect(read("0")).toBe(0);
    for (const none of [32, 33, 65, 100, 255, 4_294_967_297, 18_446_744_073_709_551_000n]) {
      expect(read(`${none}`)).toBe(-1);
    }
  });

  it("no prefix, suffix or part of a name is that name", () => {
    for (const signal of NAMED) {
      const name = NAMES[signal - 1]!;
      const wrong = [
        `${name}X`,
        `${name}_`,
        `X${name}`,
        ` ${name}`,
        `${name} `,
        `${name}9`,
        `SIGSIG${name}`,
      ];
      for (const word of wrong) expect([word, read(word)]).toEqual([word, -1]);
      const part = name.slice(0, -1);
      if (!NAMES.includes(part)) expect([part, read(part)]).toEqual([part, -1]);
    }
  });

  it("reading stops behind the name, whatever follows", () => {
    for (const signal of ALL.filter((one) => isSignal(one))) {
      for (const word of [nameOf(signal), `${signal}`]) {
        const cursor = cursorAt(`${word}:x`);
        expect(takeSignal(cursor)).toBe(signal);
        expect(cursor.offset).toBe(word.length);
      }
    }
  });
});

describe("sets", () => {
  const members = (isIn: (signal: number) => boolean): number[] =>
    [...Array(200).keys()].map((n) => n - 50).filter((n) => isIn(n));

  it("forwardable: 1 to 31 but KILL, STOP and CHLD, and 34 to 64", () => {
    expect(members(isForwardable)).toEqual(FORWARDABLE);
    expect(FORWARDABLE).toHaveLength(59);
  });

  it("a person can name 1 to 31 and 34 to 64", () => {
    expect(members(isSignal)).toEqual([...NAMED, ...REAL_TIME]);
  });

  it("faults: ILL TRAP ABRT BUS FPE SEGV SYS", () => {
    expect(members(isFault)).toEqual(FAULTS);
  });

  it("stop signals of a terminal: TSTP TTIN TTOU", () => {
    expect(members(isTerminalStop)).toEqual([TSTP, TTIN, TTOU]);
  });
});
