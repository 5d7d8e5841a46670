/** Information for somebody outside: shared, read, counted, ended; and nothing but that to be seen. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { csrfToken } from "../access/access.contract.ts";
import { startWorld, type Visitor, type World } from "../app/world.factory.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { plainText, richText } from "../platform/rich-text.ts";
import { downloadShared, listShared, revokeShared, shareInfo, viewShared } from "./shared-info.contract.ts";
import { standingOf } from "./shared-info.ts";

const text = (words: string) => ({
  type: "doc" as const,
  content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text: words }] }],
});
const day = 24 * 60 * 60_000;

let world: World;
let admin: Visitor;
let stranger: Visitor;

const administrator = () => world.login({ acl: ["ROLE_ADMIN"], name: "A. Beheerder" });

/** Somebody whose browser has just opened the page, as the address leads to. */
async function visitor(): Promise<Visitor> {
  const somebody = world.guest();
  await somebody.call(csrfToken);
  return somebody;
}

const share = async (changes: Partial<BodyOf<typeof shareInfo>> = {}, files = {}) => {
  const body = { title: "Voor de notaris", body: JSON.stringify(text("Saldo € 12,00")), days: 14, ...changes };
  const made = await admin.call(shareInfo, { body, files });
  return { ...made, hash: made.path.split("/").at(-1) ?? "" };
};

const open = (hash: string) => stranger.call(viewShared, { params: { hash } });

beforeAll(async () => {
  world = await startWorld();
  admin = await administrator();
  stranger = await visitor();
});
afterAll(() => world.close());

describe("sharing", () => {
  test("the address is shown once, is 128 random bits, and the table holds only its hash", async () => {
    const made = await share();
    expect(made.hash).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await share()).hash).not.toBe(made.hash);
    const rows = await world.db.selectFrom("shared_info").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.hash);
    const listed = await admin.call(listShared, { query: {} });
    expect(listed.items.map(({ id }) => id)).toContain(made.id);
    expect(JSON.stringify(listed)).not.toContain(made.hash);
    const trail = await world.db.selectFrom("audit_log").selectAll().where("subject", "=", "shared_info").execute();
    expect(trail.map(({ action }) => action)).toEqual(["shared-info.share", "shared-info.share"]);
    expect(JSON.stringify(trail)).not.toContain(made.hash);
  });

  test("a stranger reads it, and it is counted", async () => {
    const { id, hash } = await share();
    expect(await open(hash)).toMatchObject({ title: "Voor de notaris", body: text("Saldo € 12,00"), files: [] });
    await open(hash);
    const { items } = await admin.call(listShared, { query: { filter: { search: "NOTARIS" } } });
    expect(items.find((row) => row.id === id)).toMatchObject({ views: 2, standing: "open", createdBy: "A. Beheerder" });
  });

  test("its files are what their content says, and are had by the same address only", async () => {
    const pdf = Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n", "latin1");
    const made = await share({}, { files: { name: "saldo.pdf", content: pdf } });
    const other = await share();
    const { files } = await open(made.hash);
    expect(files).toMatchObject([{ name: "saldo.pdf", mime: "application/pdf", sizeBytes: pdf.length }]);
    const fileId = files[0]?.id ?? 0;
    const reply = await stranger.send(downloadShared, { params: { hash: made.hash, fileId } });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await stranger.send(downloadShared, { params: { hash: other.hash, fileId } })).status).toBe(404);
  });

  test("a program under the name of a letter is refused, and nothing is shared", async () => {
    const before = await world.db.selectFrom("shared_info").select("id").execute();
    const body = { title: "Fout", body: JSON.stringify(text("x")), days: 1 };
    const content = Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1");
    const refusal = await admin.refused(shareInfo, { body, files: { files: { name: "brief.pdf", content } } });
    expect(refusal.status).toBe(415);
    expect(await world.db.selectFrom("shared_info").select("id").execute()).toEqual(before);
  });

  test.each([
    ["no subject", { title: " " }, "title"],
    ["no words", { body: JSON.stringify({ type: "doc", content: [{ type: "paragraph" }] }) }, "body"],
    ["markup instead of a text", { body: "<script>alert(1)</script>" }, "body"],
    [
      "a part that is not known",
      { body: JSON.stringify({ type: "doc", content: [{ type: "iframe" }] }) },
      "body.content.0.type",
    ],
    ["longer than may be", { days: 91 }, "days"],
    ["no day at all", { days: 0 }, "days"],
  ] as const)("%s is told beside its field", async (_what, wrong, field) => {
    const body = { title: "T", body: JSON.stringify(text("x")), days: 1, ...wrong };
    const { status, body: reply } = await admin.refused(shareInfo, { body });
    expect(status).toBe(400);
    expect(Object.keys(reply.errors ?? {})).toEqual([field]);
  });
});

describe("its end", () => {
  test("unknown, misshapen, expired, used up and revoked: the same answer to the last byte", async () => {
    const [revoked, used, expired] = [await share(), await share({ maxViews: 1 }), await share({ days: 1 })];
    await admin.call(revokeShared, { params: { id: revoked.id } });
    await open(used.hash);
    world.clock.set(new Date(world.clock.now().getTime() + day));
    admin = await administrator();
    const hashes = ["A".repeat(22), "x", "%00", "../../etc/passwd", revoked.hash, used.hash, expired.hash];
    const replies = await Promise.all(hashes.map((hash) => stranger.send(viewShared, { params: { hash } })));
    expect(replies.map(({ status }) => status)).toEqual(hashes.map(() => 404));
    expect(new Set(replies.map(({ text: body }) => body)).size).toBe(1);
  });

  test("two strangers at once: the last view is one view", async () => {
    const { hash } = await share({ maxViews: 1 });
    const readers = [await visitor(), await visitor()];
    const both = await Promise.all(readers.map((reader) => reader.send(viewShared, { params: { hash } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test.each([
    ["open", {}, "open"],
    ["on its last moment", { expiresAt: 1000 }, "expired"],
    ["seen as often as may be", { maxViews: 3, views: 3 }, "used"],
    ["revoked, whatever else", { revokedAt: 5, expiresAt: 1 }, "revoked"],
  ] as const)("%s", (_what, state, standing) => {
    const { expiresAt = 2000, revokedAt = null, maxViews = null, views = 0 } = { ...state } as Record<string, number>;
    const given = { expiresAt: new Date(expiresAt), revokedAt: revokedAt === null ? null : new Date(revokedAt) };
    expect(standingOf({ ...given, maxViews, views }, new Date(1000))).toBe(standing);
  });
});

describe("who may", () => {
  test("only an administrator shares, lists and revokes", async () => {
    const { id } = await share();
    for (const visitor of [world.guest(), await world.login(["ROLE_SETTINGS", "ROLE_NEWS"])]) {
      expect((await visitor.refused(listShared)).status).toBe(403);
      expect((await visitor.refused(revokeShared, { params: { id } })).status).toBe(403);
      const body = { title: "T", body: JSON.stringify(text("x")), days: 1 };
      expect((await visitor.refused(shareInfo, { body })).status).toBe(403);
    }
  });

  test("search engines are told to stay away, and nothing is kept by anybody between", async () => {
    const reply = await stranger.raw("GET", "/shared-info/view/abc");
    expect(reply.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(reply.headers.get("cache-control")).toContain("no-store");
  });
});

describe("rich text", () => {
  test("keeps what is known and refuses the rest", () => {
    const list = { type: "bulletList", content: [{ type: "listItem", content: text("Eén").content }] };
    const given = { type: "doc", content: [...text("Twee").content, list] };
    expect(plainText(richText.parse(given))).toBe("Twee Eén");
    const linked = { type: "text", text: "klik", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] };
    expect(richText.safeParse({ type: "doc", content: [{ type: "paragraph", content: [linked] }] }).success).toBe(
      false,
    );
  });
});
