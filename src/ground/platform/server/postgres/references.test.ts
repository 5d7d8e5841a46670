import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { VorderError } from "../../../kernel/errors.ts";
import { refuseIfUsed, usesCap, usesOf } from "./references.ts";

describe("where a record is used", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await sql`create table flavour (id bigint primary key, code text unique)`.execute(world.owner.db);
    await sql`create table cake (id bigint generated always as identity, flavour_id bigint references flavour (id))`.execute(
      world.owner.db,
    );
    await sql`create table recipe (name text, archived_at timestamptz, flavour text references flavour (code))`.execute(
      world.owner.db,
    );
    await sql`create table taste (flavour_id bigint references flavour (id) on delete cascade)`.execute(world.owner.db);
    await sql`create table wish (flavour_id bigint references flavour (id) on delete set null)`.execute(world.owner.db);
    await sql`create table remark (about text)`.execute(world.owner.db);
    await sql`grant all on all tables in schema public to public`.execute(world.owner.db);
    await sql`insert into flavour values (1, 'lemon'), (2, 'mint'), (3, 'plum')`.execute(world.db);
    await sql`insert into cake (flavour_id) select 1 from generate_series(1, 2)`.execute(world.db);
    await sql`insert into cake (flavour_id) select 3 from generate_series(1, ${usesCap + 1}::int)`.execute(world.db);
    await sql`insert into recipe (name, flavour) values ('Pie', 'lemon')`.execute(world.db);
    await sql`insert into taste values (2)`.execute(world.db);
    await sql`insert into wish values (2)`.execute(world.db);
    await sql`insert into remark values ('mint')`.execute(world.db);
  });
  afterAll(() => world.close());

  test("is found from the foreign keys, to whichever column they lead, with names of lists only", async () => {
    expect(await usesOf(world.db, "flavour", 1)).toEqual([
      { table: "cake", column: "flavour_id", count: 2, capped: false, sample: [] },
      { table: "recipe", column: "flavour", count: 1, capped: false, sample: ["Pie"] },
    ]);
  });

  test("does not count references that cascade or are set to null", async () => {
    expect(await usesOf(world.db, "flavour", 2)).toEqual([]);
  });

  test("counts a code without a foreign key where it is declared", async () => {
    expect(await usesOf(world.db, "flavour", 2, [{ table: "remark", column: "about", value: "mint" }])).toEqual([
      { table: "remark", column: "about", count: 1, capped: false, sample: [] },
    ]);
  });

  test("stops counting at a limit", async () => {
    expect(await usesOf(world.db, "flavour", 3)).toMatchObject([{ table: "cake", count: usesCap, capped: true }]);
  });

  test("a table that does not exist is an error, not a record without uses", async () => {
    await expect(usesOf(world.db, "flavor", 1)).rejects.toThrow(/flavor/);
  });

  test("refuses with a readable message, and allows deleting an unused record", async () => {
    await world.work((ctx) => refuseIfUsed(ctx, "flavour", 2));
    const error: unknown = await world
      .work((ctx) => refuseIfUsed(ctx, "flavour", 1, { mayArchive: true }))
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof VorderError)) throw error;
    expect(error.code).toBe("refused");
    expect(error.detail.fields).toEqual({
      common: [{ key: "uses.inUseArchive", values: { where: "2 andere gegevens en 1 ander gegeven" } }],
    });
    expect(error.detail.data).toMatchObject({ mayArchive: true, uses: [{ table: "cake" }, { table: "recipe" }] });
  });
});
