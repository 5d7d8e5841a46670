import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutIndexes } from "../../ground/platform/server/postgres/bulk-load.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { eventsOf } from "../../money/claims/claims.server.ts";
import { balanceOf } from "../../money/claims/claims.ts";
import { startWorld, type World } from "../testing/world.factory.ts";
import { isDemoComplete, seedDemo } from "./demo.server.ts";

const count = 400;

const indexesOf = async (world: World): Promise<string[]> => {
  const { rows } = await world.vorder.database.pool.query<{ definition: string }>(
    "select indexdef as definition from pg_indexes where schemaname = 'public' order by 1",
  );
  return rows.map(({ definition }) => definition);
};

describe("a portfolio loaded in bulk", () => {
  let world: World;
  let before: string[];
  beforeAll(async () => {
    world = await startWorld();
    before = await indexesOf(world);
    // `npm run seed` fills a database as its owner: a portfolio of this kind is loaded without indexes.
    const { parts, modules } = world.vorder;
    await seedDemo({ files: count, seed: 3, bulk: true, clock: world.clock, parts, database: world.owner, modules });
  });
  afterAll(() => world.close());

  test("leaves every index as it was", async () => {
    expect(await indexesOf(world)).toEqual(before);
    expect(await isDemoComplete(world.db)).toBe(true);
  });

  test("has files in every state, each with a debtor, a workflow and at least two lines on its timeline", async () => {
    const { rows } = await world.vorder.database.pool.query<Record<string, number>>(
      `select count(*)::int as files, count(distinct debtor_id)::int as debtors,
         count(*) filter (where exists (select from file_workflow w where w.file_id = f.id))::int as workflows,
         count(*) filter (where (select count(*) from file_log l where l.file_id = f.id) >= 2)::int as told,
         (select count(distinct status) from case_file)::int as statuses, (select count(*) from file_hold)::int as holds,
         (select count(*) from file_closure)::int as closures
       from case_file f`,
    );
    const [found] = rows;
    expect(found).toMatchObject({ files: count, debtors: count, workflows: count, told: count });
    expect(found?.statuses).toBeGreaterThanOrEqual(3);
    expect(found?.holds).toBeGreaterThan(0);
    expect(found?.closures).toBeGreaterThan(0);
  });

  test("shows on its lists the balances that the events give", async () => {
    const tariffs = await loadTariffs(world.db);
    const files = await world.db.selectFrom("case_file").select(["id", "open_cents", "balance_on"]).execute();
    for (const file of files) {
      if (file.balance_on === null) throw new Error(`file ${file.id} was never reckoned`);
      expect(balanceOf(await eventsOf(world.db, file.id), tariffs, file.balance_on).open).toBe(file.open_cents);
    }
  });

  test("recreates its indexes after a failure", async () => {
    const { pool } = world.owner;
    const failing = withoutIndexes(pool, { tables: ["debtor", "case_file"], keep: [] }, async () => {
      expect((await indexesOf(world)).length).toBeLessThan(before.length);
      throw new Error("the load broke off");
    });
    await expect(failing).rejects.toThrow("the load broke off");
    expect(await indexesOf(world)).toEqual(before);
  });
});
