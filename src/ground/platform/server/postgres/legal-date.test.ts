/** The legal date of an instant is the same in SQL as in the kernel, also around midnight and where the clocks change. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { dateInAmsterdam } from "../../../kernel/dates.ts";
import { legalDate } from "./legal-date.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it.each([
  ["2026-01-31T22:59:59Z", "2026-01-31", "23:59 in winter"],
  ["2026-01-31T23:00:00Z", "2026-02-01", "midnight in winter"],
  ["2026-06-30T21:59:59Z", "2026-06-30", "23:59 in summer"],
  ["2026-06-30T22:00:00Z", "2026-07-01", "midnight in summer"],
  ["2026-03-28T23:00:00Z", "2026-03-29", "the day on which summer time begins"],
  ["2026-03-29T21:59:59Z", "2026-03-29", "its end, 23 hours later"],
  ["2026-10-24T22:00:00Z", "2026-10-25", "the day on which summer time ends"],
  ["2026-10-25T22:59:59Z", "2026-10-25", "its end, 25 hours later"],
  ["2028-02-28T23:00:00Z", "2028-02-29", "a leap day"],
])("%s is %s: %s", async (instant, day) => {
  const { rows } = await sql<{ day: string }>`select ${legalDate(sql`${instant}::timestamptz`)} as day`.execute(
    world.db,
  );
  expect(rows).toEqual([{ day }]);
  expect(dateInAmsterdam(new Date(instant))).toBe(day);
});
