/** Who has a file open now, and who looked at it on which day. For the people who work here; clients are counted and never told. */
import { notFound } from "../kernel/errors.ts";
import { toPage } from "../kernel/query.ts";
import { pagedList } from "../platform/server/paged-list.ts";
import { type Answer, answer, type Ctx } from "../platform/server/room.ts";
import { beHere, whoSawFile } from "./presence.contract.ts";
import { listed, requireFile } from "./record.server.ts";

/** After how many seconds without a word somebody is taken to have left. */
const leftAfterSeconds = 45;

async function others(ctx: Ctx, fileId: number) {
  // Whoever works for a client is not told who of the office is at work on a file, nor the reverse.
  if (ctx.user.kind !== "staff") return [];
  const since = new Date(ctx.clock.now().getTime() - leftAfterSeconds * 1000);
  const rows = await ctx.db
    .selectFrom("file_presence")
    .innerJoin("app_user", "app_user.id", "file_presence.user_id")
    .select(["app_user.id", "app_user.name", "file_presence.since", "file_presence.editing"])
    .where("file_presence.file_id", "=", fileId)
    .where("file_presence.user_id", "<>", ctx.user.id)
    .where("file_presence.seen_at", ">=", since)
    .orderBy("file_presence.since")
    .orderBy("app_user.id")
    .limit(20)
    .execute();
  return rows.map(({ id, name, since: at, editing }) => ({ id, name, since: at.toISOString(), editing }));
}

const here = answer(beHere, async (ctx, { params, body }) => {
  const file = await requireFile(ctx, params.id);
  const now = ctx.clock.now();
  const gone = new Date(now.getTime() - leftAfterSeconds * 1000);
  if (ctx.user.kind === "staff") {
    // Whoever left without a word is swept out by those who are there.
    await ctx.db
      .deleteFrom("file_presence")
      .where("file_id", "=", file.id)
      .where((eb) => eb.or([eb("seen_at", "<", gone), ...(body.leave ? [eb("user_id", "=", ctx.user.id)] : [])]))
      .execute();
    if (!body.leave) {
      await ctx.db
        .insertInto("file_presence")
        .values({ file_id: file.id, user_id: ctx.user.id, since: now, seen_at: now, editing: body.editing })
        .onConflict((conflict) =>
          conflict.columns(["file_id", "user_id"]).doUpdateSet({ seen_at: now, editing: body.editing }),
        )
        .execute();
    }
  }
  return { others: await others(ctx, file.id), version: file.version };
});

const views = answer(whoSawFile, async (ctx, { params, query }) => {
  const file = await requireFile(ctx, params.id);
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  const found = ctx.db
    .selectFrom("file_view")
    .innerJoin("app_user", "app_user.id", "file_view.user_id")
    .leftJoin("app_user as acting", "acting.id", "file_view.acting_id")
    .where("file_view.file_id", "=", file.id);
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select([
        "on_day",
        "user_id",
        "app_user.name",
        "app_user.kind",
        "acting.name as acting_name",
        "times",
        "first_at",
        "last_at",
      ])
      .orderBy("on_day", query.order?.direction ?? "desc")
      .orderBy("last_at", "desc")
      .orderBy("user_id")
      .orderBy("acting_id"),
  );
  const items = rows.map((row) => ({
    on: row.on_day,
    userId: row.user_id,
    name: row.name,
    kind: listed(["staff", "customer", "contact"], row.kind),
    actingName: row.acting_name,
    times: row.times,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  }));
  return toPage(items, total, query.limit);
});

export const presenceAnswers: readonly Answer[] = [here, views];
