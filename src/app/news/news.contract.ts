/** Calls and screens of the news (specification, point 2): open to everyone, written by whoever holds ROLE_NEWS. */
import { z } from "zod";
import { any, open, user } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { richText } from "../../ground/platform/rich-text.ts";
import { newsPayload, standings } from "./news.ts";

const editors = any("ROLE_NEWS");
const whole = z.number().int();

/** What a reader sees. The author is named to those who are logged in only. */
export const newsItem = z.object({
  id: whole,
  title: z.string(),
  body: richText,
  pinned: z.boolean(),
  from: calendarDate(),
  author: z.string(),
  /** Whether this user has read it; always true for who is not logged in. */
  read: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItem>;

export const listNews = call({
  method: "GET",
  path: "/api/v4/news",
  who: open,
  summary: "The news that is for this reader today: pinned items first, then the newest.",
  query: tableQuery({ order: ["from"], filter: { search: z.string().trim().max(200), unread: z.stringbool() } }),
  reply: pageOf(newsItem),
});

export const countUnread = call({
  method: "GET",
  path: "/api/v4/news/unread",
  who: user,
  summary: "How many items of the news this user has not read yet.",
  reply: z.object({ count: whole }),
});

export const markRead = call({
  method: "POST",
  path: "/api/v4/news/read",
  who: user,
  summary: "Marks items as read, or all that this user sees.",
  body: z.strictObject({ ids: z.array(whole.positive().max(Number.MAX_SAFE_INTEGER)).max(1000).optional() }),
  reply: z.object({ count: whole }),
});

/** What an editor sees. */
export const newsDraft = newsItem.omit({ read: true }).extend({
  draft: z.boolean(),
  audience: z.array(z.string()),
  until: calendarDate().nullable(),
  standing: z.enum(standings),
  /** By how many people it was read. */
  readers: whole,
  version: whole,
});
export type NewsDraft = z.infer<typeof newsDraft>;

export const listDrafts = call({
  method: "GET",
  path: "/api/v4/news/written",
  who: editors,
  summary: "All items of the news, also drafts and those that are planned or over, for who writes them.",
  query: tableQuery({
    order: ["title", "from", "until", "readers"],
    filter: { search: z.string().trim().max(200), standing: z.enum(standings) },
  }),
  reply: pageOf(newsDraft),
});

export const getNews = call({
  method: "GET",
  path: "/api/v4/news/written/{id}",
  who: editors,
  summary: "One item as its editor sees it.",
  params: idParam,
  reply: newsDraft,
});

export const addNews = call({
  method: "POST",
  path: "/api/v4/news",
  who: editors,
  summary: "Adds an item to the news.",
  body: newsPayload,
  reply: newsDraft,
});

export const updateNews = call({
  method: "PUT",
  path: "/api/v4/news/{id}",
  who: editors,
  summary: "Changes an item. A version that is not the newest is a conflict; without one, the last change wins.",
  params: idParam,
  body: newsPayload,
  reply: newsDraft,
});

export const deleteNews = call({
  method: "DELETE",
  path: "/api/v4/news/{id}",
  who: editors,
  summary: "Takes an item away; it can be brought back.",
  params: idParam,
});

export const restoreNews = call({
  method: "POST",
  path: "/api/v4/news/{id}/restore",
  who: editors,
  summary: "Brings an item back that was taken away.",
  params: idParam,
  reply: newsDraft,
});

export const newsScreen = screen({ path: "/news", who: open, title: "news.title" });
export const addNewsScreen = screen({ path: "/news/add", who: editors, title: "news.add" });
export const editNewsScreen = screen({ path: "/news/edit/{id}", who: editors, title: "news.edit" });
