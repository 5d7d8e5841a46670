/** Every row of a world's database, so that two ways to do the same can be compared: done in turn, each taken back. */
import { type Kysely, sql } from "kysely";
import type { Actor, SystemCtx } from "../../ground/platform/server/http/module.ts";
import type { DB } from "../../ground/platform/server/postgres/database.ts";
import type { World } from "./world.factory.ts";

/** Numbers that are handed out from now on, from here up, a part of its own for each table: so a number tells what it is of. */
const newFrom = 1_000_000_000;
const part = 1_000_000;

interface Row {
  readonly id?: unknown;
  readonly file_id?: unknown;
  readonly client_ref?: unknown;
}

export interface EveryRow {
  /**
   * Every row. A new number reads as what it is of: its table and its file, a new file by its reference. An instant, a random key and what is handed
   * out in turn read alike.
   */
  of(db: Kysely<DB>): Promise<readonly string[]>;
}

/** Begins to hand out numbers anew. Tables that are `apart` are not compared. */
export async function everyRow(world: World, apart: readonly string[]): Promise<EveryRow> {
  const { rows: tables } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${[...apart]}::text[]) order by 1`.execute(
    world.db,
  );
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1`.execute(world.owner.db);
  for (const [at, { name }] of rows.entries())
    await sql`alter sequence ${sql.raw(name)} restart with ${sql.raw(String(newFrom + at * part))}`.execute(
      world.owner.db,
    );
  return {
    async of(db) {
      const all: { readonly table: string; readonly row: Row }[] = [];
      for (const { name } of tables) {
        const read = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db);
        all.push(...read.rows.map(({ row }) => ({ table: name, row })));
      }
      const named = new Map<string, string>();
      const isNew = (id: unknown): boolean => Number(id) >= newFrom;
      for (const { table, row } of all)
        if (table === "case_file" && isNew(row.id)) named.set(String(row.id), `file ${row.client_ref}`);
      for (const { table, row } of all) {
        const file = named.get(String(row.file_id)) ?? row.file_id ?? "-";
        if (table !== "case_file" && isNew(row.id)) named.set(String(row.id), `${table} of file ${file}`);
      }
      return all
        .map(({ table, row }) => {
          const text = JSON.stringify(row)
            .replaceAll(/\b1\d{9}\b/g, (id) => named.get(id) ?? "new")
            .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "uuid");
          return `${table} ${text}`;
        })
        .sort();
    },
  };
}

class TakenBack extends Error {}

/** Does something in a transaction that is rolled back; what it returned. */
export async function inRolledBackTransaction<R>(
  world: World,
  run: (ctx: SystemCtx) => Promise<R>,
  user?: Actor,
): Promise<R> {
  let left: { readonly result: R } | undefined;
  try {
    await world.work(async (ctx) => {
      left = { result: await run(ctx) };
      throw new TakenBack();
    }, user);
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (!left) throw new Error("nothing was done");
  return left.result;
}
