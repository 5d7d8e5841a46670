import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { singleFlight } from "./single-flight.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await sql`create table asked (at integer)`.execute(world.owner.db);
  await sql`create sequence times_asked`.execute(world.owner.db);
  await sql`grant all on asked, times_asked to public`.execute(world.owner.db);
});
afterAll(() => world.close());

const count = (note = 0) =>
  sql<{ rows: number; asked: number }>`select (select count(*) from asked) as rows, nextval('times_asked') as asked,
    ${note}::integer as note, pg_sleep(0.05)`;
const timesAsked = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select nextval('times_asked') as n`.execute(world.db);
  return rows[0]?.n ?? 0;
};

test("a hundred simultaneous equal queries take two statements, and none gets a result begun before it asked", async () => {
  const before = await timesAsked();
  const first = singleFlight(world.db, count());
  await sql`insert into asked values (1)`.execute(world.db);
  const others = await Promise.all(Array.from({ length: 99 }, () => singleFlight(world.db, count())));
  expect((await first).rows[0]?.asked).toBe(before + 1);
  expect(new Set(others.map(({ rows }) => rows[0]?.asked))).toEqual(new Set([before + 2]));
  expect(others.every(({ rows }) => rows[0]?.rows === 1)).toBe(true);
  expect((await singleFlight(world.db, count())).rows[0]?.asked).toBe(before + 3);
});

test("other parameters are another query", async () => {
  const answers = await Promise.all([1, 2, 3].map((note) => singleFlight(world.db, count(note))));
  expect(new Set(answers.map(({ rows }) => rows[0]?.asked)).size).toBe(3);
});

test("an error is passed to all waiting callers, and the next query succeeds", async () => {
  const wrong = () => singleFlight(world.db, sql`select 1 / (select count(*) from asked where at < 0), pg_sleep(0.02)`);
  const outcomes = await Promise.allSettled([wrong(), wrong(), wrong()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await sql`insert into asked values (-1)`.execute(world.db);
  await expect(wrong()).resolves.toBeDefined();
});

test("a transaction runs its own query, and sees what it wrote", async () => {
  const outside = singleFlight(world.db, count());
  const inside = await world.db.transaction().execute(async (tx) => {
    await sql`insert into asked values (7)`.execute(tx);
    return singleFlight(tx, count());
  });
  expect(inside.rows[0]?.rows).toBe(((await outside).rows[0]?.rows ?? 0) + 1);
});
