/** Files changed hundreds in a transaction are left as by the same calls one after the other: row by row over the whole database. */
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EveryRow, everyRow, inRolledBackTransaction } from "../../../app/testing/every-row.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { SystemCtx } from "../../../ground/platform/server/http/module.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.ts";
import { actOn } from "../actions/actions.server.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { reasonsOf } from "../forecast/plan.server.ts";
import { changeFiles, type Work } from "./batch.server.ts";
import { readFacts } from "./file-facts.server.ts";
import { takeBack, type Undoing } from "./undo.server.ts";
import { forbiddenActions, makeVariety, type Variety, variedActions } from "./variety.factory.ts";

let world: World;
let house: Variety;
let rows: EveryRow;

/** What is not compared: the works themselves, the clerk's session, and the seals, of which each statement makes one for all that it adds. */
const apart = ["bulk", "bulk_row", "session", "record_lot"];

beforeAll(async () => {
  world = await startWorld();
  house = await makeVariety(world);
  rows = await everyRow(world, apart);
}, 120_000);
afterAll(() => world.close());

const everything = (db: Kysely<DB>) => rows.of(db);

interface Left {
  /** What each file's row tells: how it is taken back, or why not. */
  readonly outcomes: readonly unknown[];
  readonly made: readonly string[];
  readonly undone: readonly string[];
}

const rolledBack = (run: (ctx: SystemCtx) => Promise<Left>) => inRolledBackTransaction(world, run, house.staff);

const isNew = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b1\d{9}\b/g, "0")
      .replaceAll(/bulk-\d+/g, "bulk"),
  );

/** Each file by the calls that a person would make of it. */
const oneByOne = (bulkId: number, action: BulkAction) =>
  rolledBack(async (ctx) => {
    const attempted = async <T>(run: () => Promise<T>) => {
      await sql`savepoint one`.execute(ctx.db);
      try {
        return { done: await run() };
      } catch (error) {
        if (!(error instanceof VorderError)) throw error;
        await sql`rollback to savepoint one`.execute(ctx.db);
        return { error: reasonsOf(error) };
      }
    };
    const outcomes: unknown[] = [];
    const undos: (readonly [file: number, undo: Undoing])[] = [];
    for (const file of house.files) {
      const outcome = await attempted(() => actOn(ctx, file, bulkId, action));
      outcomes.push("error" in outcome ? [file, "dropped", null, outcome.error] : [file, "done", outcome.done, null]);
      if ("done" in outcome && outcome.done) undos.push([file, outcome.done]);
    }
    const made = await everything(ctx.db);
    const why = ctx.translate({ key: "bulk.undoReason", values: { id: String(bulkId) } });
    for (const [file, undo] of undos) await attempted(() => takeBack(ctx, file, undo, why));
    return { outcomes: outcomes.map(isNew), made, undone: await everything(ctx.db) };
  });

/** All files at once, as the job of a work does them. */
const together = (bulkId: number, action: BulkAction) =>
  rolledBack(async (ctx) => {
    const seen = await readFacts(ctx.db, house.files, ctx.clock.today());
    await sql`insert into bulk_row (bulk_id, file_id, verdict, before, seen_version)
      select ${bulkId}, f.id, 'do', f.facts, f.version from jsonb_to_recordset(${JSON.stringify(
        [...seen].map(([id, { facts, version }]) => ({ id, facts, version })),
      )}::jsonb) as f(id bigint, facts jsonb, version int)`.execute(ctx.db);
    const work: Work = { id: bulkId, action, actor: house.staff };
    const all = async (state: "making" | "undoing") => {
      await changeFiles(ctx, work, state, { after: 0, limit: house.files.length });
    };
    await all("making");
    const { rows } = await sql<{ file_id: number; state: string; undo: unknown; error: unknown }>`
      select file_id, state, undo, error from bulk_row where bulk_id = ${bulkId} order by file_id`.execute(ctx.db);
    const made = await everything(ctx.db);
    await all("undoing");
    const outcomes = rows.map(({ file_id, state, undo, error }) => isNew([file_id, state, undo, error]));
    return { outcomes, made, undone: await everything(ctx.db) };
  });

const shared = variedActions.filter(([what]) => what !== "send");

test.each(shared)("%s", async (what, given) => {
  const action = given(house);
  const { id } = await world.db
    .insertInto("bulk")
    .values({
      user_id: house.staff.id,
      action: JSON.stringify(action),
      chosen: "{}",
      state: "making",
      asked_at: world.clock.now(),
      files: house.files.length,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const expected = await oneByOne(id, action);
  const left = await together(id, action);
  expect(new Set(left.outcomes)).toEqual(new Set(expected.outcomes));
  expect(left.made).toEqual(expected.made);
  expect(left.undone).toEqual(expected.undone);
  const isForbidden = forbiddenActions.includes(what);
  expect(expected.made.join("\n") === expected.undone.join("\n")).toBe(isForbidden);
});
