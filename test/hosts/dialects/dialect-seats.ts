/** Runs on a terminal that both programs have to show in the same way. */
import { expect, it } from "vitest";
import { probe } from "../../support/harness.ts";
import { Desk, placeOf, type Seat, shown } from "./dialect-terminal.ts";
import type { Pair, Side } from "./dialects.ts";

const seats: readonly (readonly [string, Seat])[] = [
  ["as the leader of a terminal", { leader: true }],
  ["below a shell on a terminal", { leader: false }],
];

const keys: readonly (readonly [string, string, number])[] = [
  ["Ctrl-C", "\x03", 2],
  ["Ctrl-\\", "\x1c", 3],
];

type Env = Record<string, string>;

/** The child's session, group and terminal, and what is shown of a few short lives. */
export function sameSeats(
  pair: Pair,
  options: readonly (readonly string[])[],
  env: Env = {},
): void {
  for (const words of options) {
    const called = [pair.name, ...words].join(" ");
    for (const [title, seat] of seats) {
      it(`${called} ${title}: the child has the same place`, async () => {
        const place = async (side: Side): Promise<object> => {
          const program = ["sh", "-c", "echo ready; sleep 1000"];
          const desk = new Desk(side, [...words, "--", ...program], seat, env);
          // Not at the start of a line: an original's message may be on the screen in part.
          if (seat.leader) await desk.shows(/ready/);
          return await placeOf(desk);
        };
        expect(await place(pair.ours)).toEqual(await place(pair.original));
      });

      it.each([["exit 3"], ["kill -TERM $$"]])(
        `${called} ${title} shows the same of a program that does %j`,
        async (script) => {
          const life = [...words, "--", "sh", "-c", script];
          const wanted = await shown(pair, pair.original, life, seat, { env });
          expect(await shown(pair, pair.ours, life, seat, { env })).toEqual(wanted);
        },
      );

      it(`${called} ${title} shows the same of a program that is missing`, async () => {
        const life = [...words, "--", "no-such-program"];
        const wanted = await shown(pair, pair.original, life, seat, { env });
        expect(await shown(pair, pair.ours, life, seat, { env })).toEqual(wanted);
      });
    }
    const title = `${called} as the leader of a terminal: %s reaches the child`;
    it.each(keys)(title, async (_, typed, n) => {
      const life = [...words, "--", probe("record"), `until=${n}`];
      const act = { env, keys: typed };
      const wanted = await shown(pair, pair.original, life, { leader: true }, act);
      expect(await shown(pair, pair.ours, life, { leader: true }, act)).toEqual(wanted);
    });
  }
}
