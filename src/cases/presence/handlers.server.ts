/** Who has a file open, and who viewed it on which day. For staff; views by clients are recorded but not shown to clients. */
import { sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { type Ctx, type Handler, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { requireFile } from "../files/files.server.ts";
import { announcePresence, whoSawFile } from "./presence.contract.ts";

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

const here = handle(announcePresence, async (ctx, { params, body }) => {
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

interface Seen {
  readonly on_day: PlainDate;
  readonly user_id: number;
  readonly acting_id: number;
  readonly how: "opened" | "listed";
  readonly times: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** Who opened a file, and who had it in a list, by day. */
const viewersOf = (fileId: number) => sql<Seen>`(
  select on_day, user_id, acting_id, 'opened' as how, times, first_at, last_at from file_view where file_id = ${fileId}
  union all
  select on_day, user_id, acting_id, 'listed', count(*)::int, min(at), max(at) from file_list_view
  where file_ids @> array[${fileId}::bigint] group by on_day, user_id, acting_id)`;

const views = handle(whoSawFile, async (ctx, { params, query }) => {
  const file = await requireFile(ctx, params.id);
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  const found = ctx.db
    .selectFrom(viewersOf(file.id).as("seen"))
    .innerJoin("app_user", "app_user.id", "seen.user_id")
    .leftJoin("app_user as acting", "acting.id", "seen.acting_id");
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select([
        "on_day",
        "user_id",
        "app_user.name",
        "app_user.kind",
        "acting.name as acting_name",
        "how",
        "times",
        "first_at",
        "last_at",
      ])
      .orderBy("on_day", query.order?.direction ?? "desc")
      .orderBy("last_at", "desc")
      .orderBy("user_id")
      .orderBy("acting_id")
      .orderBy("how"),
  );
  const items = rows.map((row) => ({
    on: row.on_day,
    userId: row.user_id,
    name: row.name,
    kind: listed(["staff", "customer", "contact"], row.kind),
    actingName: row.acting_name,
    how: row.how,
    times: row.times,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  }));
  return toPage(items, total, query.limit);
});

export const presenceHandlers: readonly Handler[] = [here, views];
