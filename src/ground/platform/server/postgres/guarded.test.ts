import { type QueryExecutorProvider, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { visibleFiles } from "../../../../cases/files/files.server.ts";
import { asSystem, type Db, type GuardedTable, guardedTables, handedOut, keyOf, type SystemDb } from "./guarded.ts";

let world: World;
let db: Db;
beforeAll(async () => {
  world = await startWorld();
  db = handedOut(world.db);
});
afterAll(() => world.close());

// What the compiler holds: each of these lines would be red.
const noneIsReadable: Extract<Parameters<Db["selectFrom"]>[0], GuardedTable> extends never ? true : never = true;
const noHandedIsWhole: Db extends SystemDb ? never : true = true;
const wholeIsHanded: SystemDb extends Db ? true : never = true;

test("the compiler lets a handler read no guarded table, and pass its database to no function that needs a full one", () => {
  expect([noneIsReadable, noHandedIsWhole, wholeIsHanded]).toEqual([true, true, true]);
});

/** Texts of queries by name: what a handler's database says to them is below. */
const refused: Readonly<Record<string, (table: string) => ReturnType<typeof sql>>> = {
  "from it": (table) => sql`select id from ${sql.raw(table)}`,
  "under a name": (table) => sql`select g.id from ${sql.raw(table)} as g`,
  joined: (table) => sql`select t.id from team t left join ${sql.raw(table)} on true`,
  "in quotes": (table) => sql`select id from ${sql.table(table)}`,
  within: (table) => sql`select (select count(*) from ${sql.raw(table)}) as n`,
  "in a part with a name": (table) => sql`with found as (select id from ${sql.raw(table)}) select * from found`,
};

describe.each(guardedTables)("a query text that reads %s without naming a reader", (table) => {
  test.each(Object.keys(refused))("is refused: %s", async (how) => {
    const query = refused[how]?.(table);
    await expect(query?.execute(db)).rejects.toMatchObject({ code: "internal" });
    await expect(query?.execute(asSystem(db, "this test asks as the system"))).resolves.toBeDefined();
  });
});

describe("the database of a handler", () => {
  const runs = (query: { execute(by: QueryExecutorProvider): Promise<unknown> }) =>
    expect(query.execute(db)).resolves.toBeDefined();

  test("runs query texts that name the reader", async () => {
    await runs(sql`select id from case_file where ${visibleFiles({ ...nobody, teamIds: [1] })}`);
  });
  test("runs query texts over unguarded tables, whatever their columns are called", async () => {
    await runs(sql`select id from team where name is distinct from 'client'`);
    await runs(sql`select to_address as message from (select '' as to_address) as document`);
  });
  test("locks no guarded row without naming a reader", async () => {
    await expect(sql`select id from case_file for no key update`.execute(db)).rejects.toMatchObject({
      code: "internal",
    });
  });
  test("writes the tables of its module", async () => {
    await runs(sql`update message set subject = subject where id = any (select id from message where false)`);
    expect(await db.updateTable("case_file").set({ version: 1 }).where("id", "=", 0).execute()).toHaveLength(1);
  });
  test("is the same object for the same database, and recognised as such", () => {
    expect(handedOut(world.db)).toBe(db);
    expect(keyOf(db)).toBe(keyOf(world.db));
    expect(asSystem(db, "this test asks as the system")).toBe(world.db);
    expect(() => asSystem(db, "")).toThrow();
  });
});

const nobody = {
  id: 1,
  username: "",
  name: "",
  acl: [],
  kind: "staff",
  clientIds: [],
  teamIds: [],
  seesAllFiles: false,
  lang: "nl",
} as const;
