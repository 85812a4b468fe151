/** Sweeps over all signals: each program's effects side by side, the intended differences apart. */
import { expect, it } from "vitest";
import * as machine from "../../support/machine.ts";
import { describeEffect, effect, type Place } from "./dialect-effects.ts";
import { sweep } from "./dialect-numbers.ts";
import { type Pair, savedSignals, selfTest } from "./dialects.ts";

const places: Record<Place, { readonly title: string; readonly need: machine.Need }> = {
  beside: { title: "", need: { met: true, suffix: "" } },
  pid1: { title: " as PID 1", need: machine.pidNamespace },
  terminal: { title: " as the leader of a terminal", need: { met: true, suffix: "" } },
};

/** What becomes of a signal that the original keeps from the child. */
function forwarded(number: number, group: boolean, place: Place): string {
  const end = place === "terminal" ? "exited 137" : "137";
  return describeEffect([number], group ? [number] : [], end);
}

export interface Mode {
  readonly options: readonly string[];
  readonly group: boolean;
}

export function sameEffects(pair: Pair, modes: readonly Mode[], where: readonly Place[]): void {
  for (const { options, group } of modes) {
    for (const place of where) {
      const { title, need } = places[place];
      const called = [pair.name, ...options].join(" ");
      const sentence = `${called}${title}: every signal has its effect${need.suffix}`;
      it.skipIf(!need.met)(
        sentence,
        async () => {
          const [wanted, got]: [string[], string[]] = [[], []];
          for (const number of sweep) {
            const saved = !selfTest && savedSignals(pair.name).includes(number);
            const [real, own] = await Promise.all([
              saved
                ? forwarded(number, group, place)
                : effect(pair.original, options, number, place),
              effect(pair.ours, options, number, place),
            ]);
            wanted.push(`${number}: ${real}`);
            got.push(`${number}: ${own}`);
          }
          expect(got).toEqual(wanted);
        },
        240_000,
      );
    }
  }
}
