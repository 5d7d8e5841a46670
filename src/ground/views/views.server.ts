/** Handles the calls of saved views. */
import { type ExpressionBuilder, sql } from "kysely";
import { fieldError, notFound, VorderError } from "../kernel/errors.ts";
import { type Actor, type Ctx, defineModule, handle } from "../platform/server/http/module.ts";
import { brokenConstraint } from "../platform/server/postgres/database.ts";
import type { DB } from "../platform/server/postgres/database.types.ts";
import { chooseDefaultView, createView, deleteView, listViews, updateView, type ViewRow } from "./views.contract.ts";
import { viewsTexts } from "./views.texts.ts";
import { mostViewsOfTable, type ViewPayload, viewColumns } from "./views.ts";

/** The views that somebody may see: their own, and those that are shared with a team of theirs. */
const visibleTo = (actor: Actor) => (eb: ExpressionBuilder<DB, "saved_view">) =>
  eb.or([
    eb("saved_view.owner_id", "=", actor.id),
    ...(actor.teamIds.length > 0 ? [eb("saved_view.team_id", "in", [...actor.teamIds])] : []),
  ]);

const views = ({ db, user }: Pick<Ctx, "db" | "user">) =>
  db
    .selectFrom("saved_view")
    .innerJoin("app_user", "app_user.id", "saved_view.owner_id")
    .leftJoin("team", "team.id", "saved_view.team_id")
    .leftJoin("saved_view_default", (join) =>
      join.onRef("saved_view_default.view_id", "=", "saved_view.id").on("saved_view_default.user_id", "=", user.id),
    )
    .where(visibleTo(user))
    .select([
      "saved_view.id",
      "saved_view.table_key",
      "saved_view.name",
      "saved_view.owner_id",
      "saved_view.team_id",
      "saved_view.query",
      "saved_view.columns",
      "saved_view.version",
      "app_user.name as owner_name",
      "team.name as team_name",
      "saved_view_default.view_id as default_id",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof views>["executeTakeFirstOrThrow"]>>;

const toRow = (row: Row, actor: Actor): ViewRow => ({
  id: row.id,
  table: row.table_key,
  name: row.name,
  query: row.query,
  columns: viewColumns.parse(row.columns),
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? "" },
  owner: { id: row.owner_id, name: row.owner_name },
  mine: row.owner_id === actor.id,
  isDefault: row.default_id !== null,
  version: row.version,
});

async function requireView(ctx: Ctx, id: number): Promise<ViewRow> {
  const row = await views(ctx).where("saved_view.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toRow(row, ctx.user);
}

/** A view that others share is seen, but only its owner changes it. */
async function requireOwn(ctx: Ctx, id: number): Promise<ViewRow> {
  const view = await requireView(ctx, id);
  if (!view.mine) throw new VorderError("refused", { fields: { common: [{ key: "views.notYours" }] } });
  return view;
}

/** The teams of the person at the keyboard, by name. */
const ownTeams = async ({ db, user }: Ctx): Promise<{ id: number; text: string }[]> =>
  user.teamIds.length === 0
    ? []
    : db
        .selectFrom("team")
        .select(["id", "name as text"])
        .where("id", "in", [...user.teamIds])
        .where("active", "=", true)
        .orderBy("name")
        .execute();

/** Somebody else's team does not exist for this purpose. */
async function requireTeam(ctx: Ctx, team: number | null): Promise<void> {
  if (team !== null && !(await ownTeams(ctx)).some(({ id }) => id === team))
    throw fieldError("team", "views.teamUnknown");
}

async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "saved_view_name") throw fieldError("name", "views.nameTaken");
    throw error;
  }
}

const toColumns = ({ name, query, columns, team }: ViewPayload) => ({
  name,
  query,
  columns: sql<string>`${JSON.stringify(columns)}::jsonb`,
  team_id: team,
});

/** What others see is on the record; what a person keeps for themselves is theirs alone. */
async function record(ctx: Ctx, action: string, id: number, before?: ViewRow, after?: ViewRow): Promise<void> {
  if (!before?.team && !after?.team) return;
  await ctx.audit({
    action,
    subject: "view",
    subjectId: id,
    ...(before ? { before: auditedView(before) } : {}),
    ...(after ? { after: auditedView(after) } : {}),
  });
}

const auditedView = ({ table, name, query, columns, team, version }: ViewRow) => ({
  table,
  name,
  query,
  columns,
  team,
  version,
});

export const viewsServer = defineModule({
  name: "views",
  texts: [viewsTexts],
  handlers: [
    handle(listViews, async (ctx, { query: { table } }) => {
      const rows = await views(ctx)
        .where("saved_view.table_key", "=", table)
        .orderBy(sql`lower(saved_view.name)`)
        .orderBy("saved_view.id")
        .execute();
      return { items: rows.map((row) => toRow(row, ctx.user)), teams: await ownTeams(ctx) };
    }),

    handle(createView, async (ctx, { body: { table, ...payload } }) => {
      await requireTeam(ctx, payload.team);
      const { kept } = await ctx.db
        .selectFrom("saved_view")
        .select((eb) => eb.fn.countAll<number>().as("kept"))
        .where("owner_id", "=", ctx.user.id)
        .where("table_key", "=", table)
        .executeTakeFirstOrThrow();
      if (kept >= mostViewsOfTable) throw fieldError("common", "views.tooMany", { most: mostViewsOfTable });
      const { id } = await saving(() =>
        ctx.db
          .insertInto("saved_view")
          .values({
            ...toColumns(payload),
            table_key: table,
            owner_id: ctx.user.id,
            created_at: ctx.clock.now(),
          })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      const after = await requireView(ctx, id);
      await record(ctx, "view.create", id, undefined, after);
      return after;
    }),

    handle(updateView, async (ctx, { params, body: { version, ...payload } }) => {
      const before = await requireOwn(ctx, params.id);
      // A team that the owner has left since keeps the view until it is taken away from it.
      if (payload.team !== before.team?.id) await requireTeam(ctx, payload.team);
      const done = await saving(() =>
        ctx.db
          .updateTable("saved_view")
          .set((set) => ({ ...toColumns(payload), version: set("version", "+", 1) }))
          .where("id", "=", params.id)
          .where("version", "=", version)
          .executeTakeFirst(),
      );
      const current = await requireView(ctx, params.id);
      if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
      await record(ctx, "view.update", params.id, before, current);
      return current;
    }),

    handle(deleteView, async (ctx, { params }) => {
      const before = await requireOwn(ctx, params.id);
      await ctx.db.deleteFrom("saved_view").where("id", "=", params.id).execute();
      await record(ctx, "view.delete", params.id, before);
      return {};
    }),

    handle(chooseDefaultView, async (ctx, { params, body: { isDefault } }) => {
      const { table } = await requireView(ctx, params.id);
      const mine = { user_id: ctx.user.id, table_key: table, view_id: params.id };
      if (isDefault) {
        await ctx.db
          .insertInto("saved_view_default")
          .values(mine)
          .onConflict((conflict) => conflict.columns(["user_id", "table_key"]).doUpdateSet({ view_id: params.id }))
          .execute();
      } else {
        await ctx.db
          .deleteFrom("saved_view_default")
          .where("user_id", "=", ctx.user.id)
          .where("view_id", "=", params.id)
          .execute();
      }
      return requireView(ctx, params.id);
    }),
  ],
});
