/** What is remembered is made once for all who ask, and anew when it is too old. */
import { expect, it } from "vitest";
import { remember } from "../../src/tsinitctl/remember.ts";

it("fifty who ask at once, and those who ask before it is too old, make for one look", async () => {
  let time = 0;
  let looks = 0;
  const look = remember(
    async () => ++looks,
    1000,
    () => time,
  );
  expect(new Set(await Promise.all(Array.from({ length: 50 }, look)))).toEqual(new Set([1]));
  time = 999;
  expect(await look()).toBe(1);
  time = 1000;
  expect(await Promise.all([look(), look()])).toEqual([2, 2]);
});

it("its age counts from its end, so that slow looks leave time between them", async () => {
  let time = 0;
  let looks = 0;
  const look = remember(
    async () => {
      time += 5000;
      return ++looks;
    },
    1000,
    () => time,
  );
  expect([await look(), await look()]).toEqual([1, 1]);
});

it("a failure is told to all, and tried anew when it is too old", async () => {
  let time = 0;
  let looks = 0;
  const look = remember(
    async () => {
      if (looks++ === 0) throw new Error("no");
      return looks;
    },
    1000,
    () => time,
  );
  await expect(look()).rejects.toThrow("no");
  await expect(look()).rejects.toThrow("no");
  time = 1000;
  expect(await look()).toBe(2);
});
