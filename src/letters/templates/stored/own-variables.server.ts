/** The provider's own text blocks in templates: stored, with where each is used. */
import { sql } from "kysely";
import { type Language, languages } from "../../../ground/kernel/texts.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type OwnTexts, ownTextIn } from "../rendering/own-texts.ts";
import { ownTexts } from "./find.server.ts";

export interface OwnVariable {
  readonly id: number;
  readonly name: string;
  /** What it stands for, in the words of the house. */
  readonly title: string;
  readonly texts: OwnTexts;
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

export async function ownVariables(db: Db): Promise<OwnVariable[]> {
  const rows = await db
    .selectFrom("own_variable")
    .leftJoin("app_user", "app_user.id", "own_variable.changed_by")
    .select(["own_variable.id", "own_variable.name", "title", "texts", "own_variable.version"])
    .select(["changed_at as changedAt", "app_user.name as changedBy"])
    .orderBy("own_variable.name")
    .execute();
  return rows.map((row) => ({ ...row, texts: ownTexts.parse(row.texts) }));
}

/** What the own texts say in a language, by name. */
export const ownTextsIn = (all: readonly OwnVariable[], language: Language): ReadonlyMap<string, string> =>
  new Map(all.map(({ name, texts }) => [name, ownTextIn(texts, language)]));

type Kept = Pick<OwnVariable, "title" | "texts">;

/** @returns its id; undefined where there is one of that name already. */
export async function addOwnVariable(ctx: WorkCtx, { name, title, texts }: Kept & { name: string }) {
  const added = await ctx.db
    .insertInto("own_variable")
    .values({ name, title, texts: JSON.stringify(texts), changed_at: ctx.clock.now(), changed_by: ctx.user.id || null })
    .onConflict((on) => on.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

/** Its name stays: templates know it by that. @returns false where somebody else has saved it since that version. */
export async function changeOwnVariable(ctx: WorkCtx, id: number, { title, texts }: Kept, version: number) {
  const done = await ctx.db
    .updateTable("own_variable")
    .set((set) => ({
      title,
      texts: JSON.stringify(texts),
      changed_at: ctx.clock.now(),
      changed_by: ctx.user.id || null,
      version: set("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export const removeOwnVariable = async (ctx: WorkCtx, id: number): Promise<void> => {
  // Nobody saves a template that names it between the look at its uses and this.
  await ctx.db.deleteFrom("own_variable").where("id", "=", id).execute();
};

/** Until the end of the transaction nobody else saves a template or an own text: what is found of their uses holds. */
export async function holdTemplates(ctx: WorkCtx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('template_mark', 0))`.execute(ctx.db);
}

export interface VariableUse {
  readonly id: number;
  readonly channel: string;
  readonly code: string;
  readonly name: string;
  readonly languages: readonly Language[];
}

/** The templates that name a variable, by its name: with the id and name of the first of their languages. */
export async function usesOfVariables(db: Db): Promise<ReadonlyMap<string, readonly VariableUse[]>> {
  const { rows } = await sql<{ variable: string } & VariableUse>`
    with named as (
      select id, channel, code, language, name, jsonb_path_query(body, 'strict $.**.attrs.name') #>> '{}' as variable from template
      union
      select id, channel, code, language, name, (regexp_matches(subject, '%(\\w+)%', 'g'))[1] from template)
    select variable, channel, code, (array_agg(id order by array_position(${[...languages]}::text[], language)))[1] as id,
      (array_agg(name order by array_position(${[...languages]}::text[], language)))[1] as name,
      array_agg(distinct language) as languages
    from named group by variable, channel, code order by variable, channel, code`.execute(db);
  return Map.groupBy(rows, ({ variable }) => variable);
}
