/** Answers the news: what a reader may see is one condition, and writing is audited. */
import { type Selectable, type SqlBool, sql } from "kysely";
import { any } from "../../ground/kernel/access.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { plainText, richText } from "../../ground/platform/rich-text.ts";
import { type Actor, type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import type { NewsItem as Stored } from "../../ground/platform/server/postgres/database.types.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";
import {
  addNews,
  addNewsScreen,
  countUnread,
  deleteNews,
  editNewsScreen,
  getNews,
  listDrafts,
  listNews,
  markRead,
  type NewsDraft,
  newsScreen,
  restoreNews,
  updateNews,
} from "./news.contract.ts";
import { newsTexts } from "./news.texts.ts";
import { type NewsPayload, type Standing, standingOn } from "./news.ts";

/** The news that a reader may see on a day: published, within its window, and for everyone or for a role that the reader holds. */
export const visibleNews = ({ acl }: Pick<Actor, "acl">, today: PlainDate) =>
  sql<SqlBool>`(news_item.deleted_at is null and not news_item.draft and news_item.shown_from <= ${today}
    and (news_item.shown_until is null or news_item.shown_until >= ${today})
    and (news_item.audience = '{}' or ${acl.includes("*")}::boolean or news_item.audience && ${[...acl]}::text[]))`;

/** Whether this user has read an item. Who is not logged in has nothing unread. */
const isRead = ({ id }: Pick<Actor, "id">) =>
  id === 0
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from news_read where news_read.news_item_id = news_item.id and news_read.user_id = ${id})`;

const list = handle(listNews, async (ctx, { query }) => {
  const { search, unread } = query.filter;
  const seen = ctx.db
    .selectFrom("news_item")
    .innerJoin("app_user", "app_user.id", "news_item.author_id")
    .where(visibleNews(ctx.user, ctx.clock.today()))
    .where(contains(["news_item.title"], search))
    .$if(unread === true, (found) => found.where(sql<SqlBool>`not ${isRead(ctx.user)}`));
  const { rows, total } = await pagedList(ctx.db, seen, query, (found) =>
    found
      .selectAll("news_item")
      .select("app_user.name as author")
      .select(isRead(ctx.user).as("read"))
      .orderBy("news_item.pinned", "desc")
      .orderBy("news_item.shown_from", query.order?.direction ?? "desc")
      .orderBy("news_item.id", "desc"),
  );
  const named = ctx.user.kind !== "guest";
  const items = rows.map((row) => ({
    id: row.id,
    title: row.title,
    body: richText.parse(row.body),
    pinned: row.pinned,
    from: row.shown_from,
    author: named ? row.author : "",
    read: row.read,
  }));
  return toPage(items, total, query.limit);
});

const unreadOf = async ({ db, user, clock }: Ctx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select from news_item
    where ${visibleNews(user, clock.today())} and not ${isRead(user)} limit 100) as unread`.execute(db);
  return rows[0]?.count ?? 0;
};

const mark = handle(markRead, async (ctx, { body }) => {
  await sql`insert into news_read (user_id, news_item_id, read_at)
    select ${ctx.user.id}, news_item.id, ${ctx.clock.now()} from news_item
    where ${visibleNews(ctx.user, ctx.clock.today())}
      and (${body.ids === undefined}::boolean or news_item.id = any(${body.ids ?? []}::bigint[]))
    on conflict do nothing`.execute(ctx.db);
  return { count: await unreadOf(ctx) };
});

type Row = Selectable<Stored> & { author: string; readers: number };

const toDraft = (row: Row, today: PlainDate): NewsDraft => ({
  id: row.id,
  title: row.title,
  body: richText.parse(row.body),
  draft: row.draft,
  pinned: row.pinned,
  audience: row.audience,
  from: row.shown_from,
  until: row.shown_until,
  author: row.author,
  readers: row.readers,
  standing: standingOn({ draft: row.draft, from: row.shown_from, until: row.shown_until }, today),
  version: row.version,
});

const readers = sql<number>`(select count(*) from news_read where news_read.news_item_id = news_item.id)`;

const written = (ctx: Ctx) =>
  ctx.db.selectFrom("news_item").innerJoin("app_user", "app_user.id", "news_item.author_id");

async function requireNews(ctx: Ctx, id: number, deleted = false): Promise<NewsDraft> {
  const row = await written(ctx)
    .selectAll("news_item")
    .select("app_user.name as author")
    .select(readers.as("readers"))
    .where("news_item.id", "=", id)
    .where("news_item.deleted_at", deleted ? "is not" : "is", null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return toDraft(row, ctx.clock.today());
}

const standingIs = (standing: Standing, today: PlainDate) =>
  ({
    draft: sql<SqlBool>`draft`,
    planned: sql<SqlBool>`not draft and shown_from > ${today}`,
    over: sql<SqlBool>`not draft and shown_until < ${today}`,
    shown: sql<SqlBool>`not draft and shown_from <= ${today} and (shown_until is null or shown_until >= ${today})`,
  })[standing];

const columns = {
  title: sql`news_item.title`,
  from: sql`news_item.shown_from`,
  until: sql`news_item.shown_until`,
  readers,
} as const;

const drafts = handle(listDrafts, async (ctx, { query }) => {
  const { search, standing } = query.filter;
  const today = ctx.clock.today();
  const { field, direction } = query.order ?? { field: "from", direction: "desc" };
  const all = written(ctx)
    .where("news_item.deleted_at", "is", null)
    .where(contains(["news_item.title"], search))
    .$if(standing !== undefined, (found) => found.where(standingIs(standing ?? "draft", today)));
  const { rows, total } = await pagedList(ctx.db, all, query, (found) =>
    found
      .selectAll("news_item")
      .select("app_user.name as author")
      .select(readers.as("readers"))
      .orderBy(columns[field], direction)
      .orderBy("news_item.id", direction),
  );
  return toPage(
    rows.map((row) => toDraft(row, today)),
    total,
    query.limit,
  );
});

/** Without a first day it is today, which may lie after the last. */
function requireWindow({ from, until }: NewsPayload, today: PlainDate): void {
  if (from === null && until !== null && until < today) throw fieldError("until", "news.untilBeforeFrom");
}

const toColumns = (payload: NewsPayload, today: PlainDate) => ({
  title: payload.title,
  body: JSON.stringify(payload.body),
  draft: payload.draft,
  pinned: payload.pinned,
  audience: [...new Set(payload.audience)].sort(),
  shown_from: payload.from ?? today,
  shown_until: payload.until,
});

/** In the audit trail the text stands as words, so that a change can be read. */
const audited = (item: NewsDraft) => ({ ...item, body: plainText(item.body) });

const add = handle(addNews, async (ctx, { body }) => {
  requireWindow(body, ctx.clock.today());
  const { id } = await ctx.db
    .insertInto("news_item")
    .values({ ...toColumns(body, ctx.clock.today()), author_id: ctx.user.id, created_at: ctx.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const after = await requireNews(ctx, id);
  await ctx.audit({ action: "news.create", subject: "news", subjectId: id, after: audited(after) });
  return after;
});

const update = handle(updateNews, async (ctx, { params, body }) => {
  const before = await requireNews(ctx, params.id);
  requireWindow(body, ctx.clock.today());
  const done = await ctx.db
    .updateTable("news_item")
    .set((set) => ({ ...toColumns(body, ctx.clock.today()), version: set("version", "+", 1) }))
    .where("id", "=", params.id)
    .where("deleted_at", "is", null)
    .where("version", "=", body.version ?? before.version)
    .executeTakeFirst();
  const current = await requireNews(ctx, params.id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
  await ctx.audit({
    action: "news.update",
    subject: "news",
    subjectId: params.id,
    before: audited(before),
    after: audited(current),
  });
  return current;
});

const setDeleted = (ctx: Ctx, id: number, at: Date | null) =>
  ctx.db.updateTable("news_item").set({ deleted_at: at }).where("id", "=", id).execute();

const remove = handle(deleteNews, async (ctx, { params }) => {
  const before = await requireNews(ctx, params.id);
  await setDeleted(ctx, params.id, ctx.clock.now());
  await ctx.audit({ action: "news.delete", subject: "news", subjectId: params.id, before: audited(before) });
  return {};
});

const restore = handle(restoreNews, async (ctx, { params }) => {
  await requireNews(ctx, params.id, true);
  await setDeleted(ctx, params.id, null);
  const after = await requireNews(ctx, params.id);
  await ctx.audit({ action: "news.restore", subject: "news", subjectId: params.id, after: audited(after) });
  return after;
});

export const newsServer = defineModule({
  name: "news",
  screens: [addNewsScreen, editNewsScreen, newsScreen],
  texts: [newsTexts],
  history: [
    {
      subject: "news",
      who: any("ROLE_NEWS"),
      name: "news.title",
      // The plain names are those of the module and of the mark that readers see.
      field: (field) => `news.${field === "title" ? "newsTitle" : field === "pinned" ? "pinnedField" : field}`,
    },
  ],
  handlers: [
    list,
    handle(countUnread, async (ctx) => ({ count: await unreadOf(ctx) })),
    mark,
    drafts,
    handle(getNews, (ctx, { params }) => requireNews(ctx, params.id)),
    add,
    update,
    remove,
    restore,
  ],
});
