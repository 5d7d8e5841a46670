/** Opening and closing a database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { connect } from "./database.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test.each<[string, (database: ReturnType<typeof connect>) => Promise<unknown>]>([
  ["only its pool was used", ({ pool }) => pool.query("select 1")],
  ["only queries that were built were used", ({ db }) => db.selectFrom("client").select("id").execute()],
  [
    "both were used",
    async ({ pool, db }) => [await pool.query("select 1"), await db.selectFrom("client").select("id").execute()],
  ],
  ["nothing was used", async () => undefined],
])("a closed database has no connection left where %s, so that a command ends at once", async (_what, use) => {
  const database = connect(world.databaseUrl, { max: 2 });
  await use(database);
  await database.close();
  expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0]);
});
