/** Work that is tried piece by piece: what is refused leaves nothing, what fails is not taken for a refusal. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { fieldError, notFound, VorderError } from "../../../kernel/errors.ts";
import type { Db } from "../http/module.ts";
import { inTransaction } from "../storage/deletions.ts";
import { connect } from "./database.ts";
import { refusalOf, withSavepoint } from "./savepoint.ts";

const words = { gone: "module.gone", changed: "module.changed" };

describe("why something was refused", () => {
  it.each([
    [
      "the message of a field",
      fieldError("a", "module.wrong", { max: 3 }),
      [{ key: "module.wrong", values: { max: 3 } }],
    ],
    ["a record that does not exist", notFound(), [{ key: "module.gone" }]],
    ["a record that was changed", new VorderError("conflict"), [{ key: "module.changed" }]],
    ["a missing right", new VorderError("forbidden"), [{ key: "platform.error.forbidden" }]],
    ["a service that cannot be reached", new VorderError("unavailable"), undefined],
    ["a fault", new Error("a fault"), undefined],
  ])("%s", (_what, error, expected) => {
    expect(refusalOf(error, words)).toEqual(expected);
  });
});

describe("pieces of work in one transaction", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await sql`create table tried (what text primary key)`.execute(world.owner.db);
    await sql`grant all on tried to public`.execute(world.owner.db);
  });
  afterAll(() => world.close());

  const put = (db: Db, what: string) => sql`insert into tried values (${what})`.execute(db);
  const kept = async (): Promise<string[]> =>
    (await sql<{ what: string }>`select what from tried order by what`.execute(world.db)).rows.map(({ what }) => what);

  it("keep what succeeded and roll back what was refused or failed, also when nested", async () => {
    await world.db.transaction().execute(async (db) => {
      expect(await withSavepoint({ db }, async () => (await put(db, "first")).rows.length, words)).toEqual({ done: 0 });
      const refused = await withSavepoint(
        { db },
        async () => {
          await put(db, "refused");
          expect(await withSavepoint({ db }, () => put(db, "within"), words)).toHaveProperty("done");
          throw fieldError("common", "module.no");
        },
        words,
      );
      expect(refused).toEqual({ refused: [{ key: "module.no" }] });
      await expect(withSavepoint({ db }, () => put(db, "first"), words)).rejects.toThrow("tried_pkey");
      await put(db, "last");
    });
    expect(await kept()).toEqual(["first", "last"]);
  });
});

describe("a change whose connection is given up", () => {
  it("fails for the reason for which it was given up, not for the rollback that could not be sent", async () => {
    const world = await startWorld();
    const { db, close } = connect(world.servingUrl, { max: 1, limits: { statement: 1 } });
    const change = inTransaction(db, world.vorder.parts.storage, async (tx) => {
      // The server does not end it, as one that hangs; the client gives the connection up.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    await expect(change).rejects.toThrow("Query read timeout");
    await close();
    await world.close();
  });
});
