/** The news: who reads what, when it stands, what has been read, and who writes it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";
import {
  addNews,
  countUnread,
  deleteNews,
  getNews,
  listDrafts,
  listNews,
  markRead,
  restoreNews,
  updateNews,
} from "./news.contract.ts";
import { standingOn } from "./news.ts";

type Payload = BodyOf<typeof addNews>;

const textOf = (words: string): Payload["body"] => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: words, marks: [{ type: "bold" }] }] }],
});
// The world stands still on 20 November 2026.
const today = "2026-11-20";
const itemOf = (title: string, changes: Partial<Payload> = {}): Payload => ({
  title,
  body: textOf(`Over ${title}`),
  draft: false,
  pinned: false,
  audience: [],
  from: today,
  until: null,
  ...changes,
});

let world: World;
let editor: Visitor;
let finance: Visitor;
let searcher: Visitor;
let everything: Visitor;
let guest: Visitor;

beforeAll(async () => {
  world = await startWorld();
  editor = await world.login({ acl: ["ROLE_NEWS"], name: "E. de Redacteur" });
  finance = await world.login({ acl: ["ROLE_FINANCE"] });
  searcher = await world.login({ acl: ["ROLE_FILE_SEARCH"] });
  everything = await world.login({ acl: ["*"] });
  guest = world.guest();
  for (const item of [
    itemOf("Voor iedereen", { from: "2026-11-01" }),
    itemOf("Voor financiën", { audience: ["ROLE_FINANCE", "ROLE_EMPLOYEE_FINANCE"], from: "2026-11-02" }),
    itemOf("Concept", { draft: true }),
    itemOf("Morgen", { from: "2026-11-21" }),
    itemOf("Gisteren voorbij", { from: "2026-11-01", until: "2026-11-19" }),
    itemOf("Vandaag nog", { from: "2026-10-01", until: today, pinned: true }),
  ])
    await editor.call(addNews, { body: item });
});
afterAll(() => world.close());

const titlesFor = async (reader: Visitor, query: { filter?: { search?: string; unread?: string } } = {}) =>
  (await reader.call(listNews, { query })).items.map(({ title }) => title);
const idOf = async (title: string): Promise<number> =>
  (await editor.call(listDrafts, { query: { filter: { search: title } } })).items[0]?.id ?? 0;

describe("who reads what", () => {
  test("a guest sees public news within its dates, without the author", async () => {
    expect(await titlesFor(guest)).toEqual(["Vandaag nog", "Voor iedereen"]);
    const [first] = (await guest.call(listNews)).items;
    expect(first).toMatchObject({ author: "", read: true, pinned: true });
  });

  test('who holds one of the roles sees what is for it; another role does not; "*" holds all', async () => {
    expect(await titlesFor(finance)).toEqual(["Vandaag nog", "Voor financiën", "Voor iedereen"]);
    expect(await titlesFor(searcher)).toEqual(["Vandaag nog", "Voor iedereen"]);
    expect(await titlesFor(everything)).toEqual(["Vandaag nog", "Voor financiën", "Voor iedereen"]);
    expect((await finance.call(listNews)).items[1]?.author).toBe("E. de Redacteur");
  });

  test("an author reads news as others do, and finds all of it on the editing screen", async () => {
    expect(await titlesFor(editor)).toEqual(["Vandaag nog", "Voor iedereen"]);
    const all = await editor.call(listDrafts, { query: { order: { field: "title", direction: "asc" } } });
    expect(all.items.map(({ title, standing }) => [title, standing])).toEqual([
      ["Concept", "draft"],
      ["Gisteren voorbij", "over"],
      ["Morgen", "planned"],
      ["Vandaag nog", "shown"],
      ["Voor financiën", "shown"],
      ["Voor iedereen", "shown"],
    ]);
    const planned = await editor.call(listDrafts, { query: { filter: { standing: "planned" } } });
    expect(planned.items.map(({ title }) => title)).toEqual(["Morgen"]);
  });

  test("a page has the requested size", async () => {
    const page = await everything.call(listNews, { query: { limit: 2, offset: 2 } });
    expect(page).toMatchObject({ total: 3, pager: { pages: { total: 2 } } });
    expect(page.items.map(({ title }) => title)).toEqual(["Voor iedereen"]);
    expect(await titlesFor(everything, { filter: { search: "%" } })).toEqual([]);
  });
});

describe("what has been read", () => {
  test("counts for each reader alone, one by one or all at once", async () => {
    const anna = await world.login({ acl: ["ROLE_FINANCE"] });
    expect(await anna.call(countUnread)).toEqual({ count: 3 });
    expect(await anna.call(markRead, { body: { ids: [await idOf("Voor financiën")] } })).toEqual({ count: 2 });
    expect(await titlesFor(anna, { filter: { unread: "true" } })).toEqual(["Vandaag nog", "Voor iedereen"]);
    expect(await anna.call(markRead, { body: {} })).toEqual({ count: 0 });
    expect(await anna.call(markRead, { body: {} })).toEqual({ count: 0 });
    expect(await finance.call(countUnread)).toEqual({ count: 3 });
  });

  test("nobody can mark as read what they may not see", async () => {
    const id = await idOf("Voor financiën");
    await searcher.call(markRead, { body: { ids: [id] } });
    const found = await world.db
      .selectFrom("news_read")
      .selectAll()
      .where("user_id", "=", searcher.userId)
      .where("news_item_id", "=", id)
      .execute();
    expect(found).toEqual([]);
    expect((await guest.send(markRead, { body: {} })).status).toBe(401);
    expect((await guest.send(countUnread)).status).toBe(401);
  });
});

describe("writing", () => {
  test("only users with the role can write news and list all of it", async () => {
    const id = await idOf("Voor iedereen");
    for (const other of [searcher, finance]) {
      expect((await other.send(listDrafts)).status).toBe(403);
      expect((await other.send(getNews, { params: { id } })).status).toBe(403);
      expect((await other.send(addNews, { body: itemOf("Nep") })).status).toBe(403);
      expect((await other.send(updateNews, { params: { id }, body: itemOf("Nep") })).status).toBe(403);
      expect((await other.send(deleteNews, { params: { id } })).status).toBe(403);
      expect((await other.send(restoreNews, { params: { id } })).status).toBe(403);
    }
    expect((await guest.send(addNews, { body: itemOf("Nep") })).status).toBe(401);
  });

  test("an outdated version is a conflict and changes nothing", async () => {
    const made = await editor.call(addNews, { body: itemOf("Tweemaal") });
    await editor.call(updateNews, {
      params: { id: made.id },
      body: itemOf("Tweemaal, eerst", { version: made.version }),
    });
    const late = await editor.send(updateNews, {
      params: { id: made.id },
      body: itemOf("Tweemaal, laat", { version: made.version }),
    });
    expect(late.status).toBe(409);
    expect((await editor.call(getNews, { params: { id: made.id } })).title).toBe("Tweemaal, eerst");
    await editor.call(deleteNews, { params: { id: made.id } });
  });

  test("deleted news is gone for everyone, and can be restored", async () => {
    const { id } = await editor.call(addNews, { body: itemOf("Vergissing") });
    await editor.call(deleteNews, { params: { id } });
    expect(await titlesFor(searcher, { filter: { search: "Vergissing" } })).toEqual([]);
    for (const gone of [
      await editor.send(getNews, { params: { id } }),
      await editor.send(updateNews, { params: { id }, body: itemOf("Terug") }),
      await editor.send(deleteNews, { params: { id } }),
    ])
      expect(gone.status).toBe(404);
    await editor.call(restoreNews, { params: { id } });
    expect(await titlesFor(searcher, { filter: { search: "Vergissing" } })).toEqual(["Vergissing"]);
    expect((await editor.send(restoreNews, { params: { id } })).status).toBe(404);
    const auditRows = await world.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("subject", "=", "news")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(auditRows.map(({ action }) => action)).toEqual(["news.create", "news.delete", "news.restore"]);
    expect(auditRows[0]?.after).toMatchObject({ title: "Vergissing", body: "Over Vergissing" });
    await editor.call(deleteNews, { params: { id } });
  });

  test("a text has known parts only, and is required", async () => {
    const paragraph = (...content: unknown[]) => ({ type: "doc", content: [{ type: "paragraph", content }] });
    for (const body of [
      "<script>alert(1)</script>",
      { type: "doc", content: [{ type: "html", html: "<b>x</b>" }] },
      paragraph({ type: "image", attrs: { src: "https://example.com/a.png" } }),
      paragraph({ type: "text", text: "x", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }),
      paragraph({ type: "text", text: "  " }),
      { type: "doc", content: [{ type: "paragraph" }] },
    ]) {
      const reply = await editor.raw("POST", "/api/v4/news", {
        headers: await headersOf(editor),
        body: JSON.stringify({ ...itemOf("Onveilig"), body }),
      });
      expect([reply.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
    }
    // Markup that somebody types is words like any other.
    const typed = await editor.call(addNews, { body: itemOf("Getypt", { body: textOf("<b>vet</b>") }) });
    expect(typed.body).toEqual(textOf("<b>vet</b>"));
    await editor.call(deleteNews, { params: { id: typed.id } });
  });

  test("the last day is not before the first", async () => {
    const reply = await editor.send(addNews, { body: itemOf("Omgekeerd", { from: today, until: "2026-11-19" }) });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ errors: { until: [expect.stringContaining("last day")] } });
    expect((await editor.send(addNews, { body: itemOf("Te laat", { from: null, until: "2026-11-19" }) })).status).toBe(
      400,
    );
    const made = await editor.call(addNews, { body: itemOf("Vanaf nu", { from: null }) });
    expect([made.from, made.standing]).toEqual([today, "shown"]);
    await editor.call(deleteNews, { params: { id: made.id } });
  });
});

const headersOf = async (visitor: Visitor): Promise<Record<string, string>> => ({
  "content-type": "application/json",
  accept: "application/json",
  "x-requested-with": "XMLHttpRequest",
  "x-xsrf-token": visitor.cookie("XSRF-TOKEN") ?? "",
});

test.each([
  [true, "2026-11-01", null, "draft"],
  [false, "2026-11-21", null, "planned"],
  [false, "2026-11-20", "2026-11-20", "shown"],
  [false, "2026-11-01", "2026-11-19", "over"],
  [false, "2026-11-01", null, "shown"],
] as const)("draft %s, from %s until %s: %s", (draft, from, until, standing) => {
  const item = { draft, from: date(from), until: until === null ? null : date(until) };
  expect(standingOn(item, date(today))).toBe(standing);
});
