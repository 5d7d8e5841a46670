/** Sharing with somebody outside: by its address alone, for as long as it stands, and nothing beside it. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { providerSettings } from "../../ground/settings/settings.server.ts";
import { clearJob } from "./clear.server.ts";
import { downloadShared, listShared, revokeShared, shareInfo, viewShared } from "./sharing.contract.ts";
import { standingOf } from "./sharing.ts";

const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
const body = JSON.stringify({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "Het dossier is gesloten." }] }],
});
const file = { name: "overzicht.pdf", content: pdf, mime: "application/pdf" };

let world: World;
let admin: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  world = await startWorld();
  admin = await world.login({ acl: ["ROLE_ADMIN"], name: "A. Beheerder" });
  stranger = await anybody();
});
afterAll(() => world.close());

/** Somebody who has only opened a page. */
async function anybody(): Promise<Visitor> {
  const guest = world.guest();
  await guest.raw("GET", "/api/v4/shell/info");
  return guest;
}

/** Shares something and returns it with the hash of its address. */
async function shared(changes: { days?: number; maxViews?: number } = {}, files: readonly (typeof file)[] = []) {
  const made = await admin.call(shareInfo, {
    body: { title: "Overzicht", body, days: 14, ...changes },
    ...(files.length === 0 ? { files: {} } : { files: { files: files[0] ?? file } }),
  });
  return { ...made, hash: made.path.replace("/shared-info/view/", "") };
}
const view = (hash: string, by = stranger) => by.send(viewShared, { params: { hash } });
const get = (hash: string, fileId: number) => stranger.send(downloadShared, { params: { hash, fileId } });
/** A reply without what is different in every one: the number of the request. */
const bytes = (text: string): string => text.replace(/"requestId":"[^"]*"/, "");

describe("the address", () => {
  test("is 128 random bits, shown once; the table stores only the hash", async () => {
    const { id, hash, path } = await shared();
    expect(path).toMatch(/^\/shared-info\/view\/[A-Za-z0-9_-]{22}$/);
    expect(Buffer.from(hash, "base64url")).toHaveLength(16);
    expect((await shared()).hash).not.toBe(hash);
    const row = await world.db.selectFrom("shared_info").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.token_hash.equals(createHash("sha256").update(hash).digest())).toBe(true);
    const shown = [
      JSON.stringify(row),
      JSON.stringify(await admin.call(listShared)),
      JSON.stringify(await world.db.selectFrom("audit_log").selectAll().execute()),
    ].join();
    expect(shown).not.toContain(hash);
  });

  test("opens for a guest, whose view is counted and who gets this item only", async () => {
    const { id, hash } = await shared({}, [file]);
    const first = await stranger.call(viewShared, { params: { hash } });
    expect(Object.keys(first).sort()).toEqual(["body", "expiresAt", "files", "sender", "title"]);
    // Whoever reads it knows from whom it is.
    expect(first.sender).toBe((await providerSettings(world.db)).tradeName);
    expect(first).toMatchObject({ title: "Overzicht", files: [{ name: "overzicht.pdf", mime: "application/pdf" }] });
    await view(hash);
    const row = (await admin.call(listShared)).items.find((one) => one.id === id);
    expect(row).toMatchObject({ views: 2, lastViewedAt: world.clock.now().toISOString(), createdBy: "A. Beheerder" });
    const page = await stranger.raw("GET", `/shared-info/view/${hash}`);
    expect(page.headers.get("x-robots-tag")).toContain("noindex");
    expect((await view(hash)).headers.get("cache-control")).toBe("no-store");
  });

  test("carries several files, as our own page sends them", async () => {
    const made = await admin.call(shareInfo, {
      body: { title: "Twee bestanden", body, days: 1 },
      files: { "files[0]": file, "files[1]": { ...file, name: "tweede.pdf" } },
    });
    expect(made.files).toBe(2);
  });

  test("gives its own files and no other's", async () => {
    const one = await shared({}, [file]);
    const other = await shared({}, [file]);
    const own = (await stranger.call(viewShared, { params: { hash: one.hash } })).files[0]?.id ?? 0;
    const foreign = (await stranger.call(viewShared, { params: { hash: other.hash } })).files[0]?.id ?? 0;
    const got = await get(one.hash, own);
    expect([got.status, got.text]).toEqual([200, pdf]);
    expect(got.headers.get("content-disposition")).toMatch(/^attachment/);
    expect((await get(one.hash, foreign)).status).toBe(404);
    await admin.call(revokeShared, { params: { id: one.id } });
    expect((await get(one.hash, own)).status).toBe(404);
  });

  test("unknown, revoked, expired and used-up links give the same reply byte for byte", async () => {
    const revoked = await shared();
    await admin.call(revokeShared, { params: { id: revoked.id } });
    const used = await shared({ maxViews: 1 });
    expect((await view(used.hash)).status).toBe(200);
    const expired = await shared({ days: 1 });
    await world.db
      .updateTable("shared_info")
      .set({ created_at: new Date("2026-11-01T09:00:00Z"), expires_at: new Date("2026-11-19T09:00:00Z") })
      .where("id", "=", expired.id)
      .execute();
    const unknown = "A".repeat(22);
    const replies = [];
    for (const hash of [unknown, revoked.hash, used.hash, expired.hash, "kort", `${unknown}%00`])
      replies.push(await view(hash));
    expect(replies.map(({ status }) => status).slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(replies.slice(0, 5).map(({ text }) => bytes(text))).size).toBe(1);
    expect(replies[5]?.status).toBeGreaterThanOrEqual(400);
  });

  test("is deleted thirty days after its end, with its files; what still stands is not", async () => {
    const over = await shared({ days: 1 }, [file]);
    const standing = await shared({ days: 90 }, [file]);
    const keysOf = async (id: number) =>
      (
        await world.db.selectFrom("shared_info_file").select("storage_key").where("shared_info_id", "=", id).execute()
      ).map(({ storage_key }) => storage_key);
    const [key = ""] = await keysOf(over.id);
    const night = async (days: number): Promise<readonly number[]> => {
      world.clock.set(new Date(start.getTime() + days * 86_400_000));
      await world.work((ctx) => ctx.enqueue(clearJob, {}));
      await world.drain();
      const rows = await world.db.selectFrom("shared_info").select("id").execute();
      return rows.map(({ id }) => id).filter((id) => id === over.id || id === standing.id);
    };
    const start = world.clock.now();
    expect(await night(30)).toEqual([over.id, standing.id]);
    expect(await night(32)).toEqual([standing.id]);
    expect(await keysOf(over.id)).toEqual([]);
    expect(await keysOf(standing.id)).toHaveLength(1);
    await expect(world.vorder.parts.storage.open(key)).rejects.toThrow();
    world.clock.set(start);
    expect((await view(over.hash)).status).toBe(404);
    expect((await view(standing.hash)).status).toBe(200);
  });

  test("two simultaneous readers do not both get the last view", async () => {
    const { hash, id } = await shared({ maxViews: 1 });
    const others = [await anybody(), await anybody()];
    const both = await Promise.all([stranger, ...others].map((reader) => view(hash, reader)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await admin.call(listShared)).items.find((one) => one.id === id)).toMatchObject({
      views: 1,
      standing: "used",
    });
  });
});

describe("sharing", () => {
  test("is for administrators, and recorded in the audit trail", async () => {
    const { id } = await shared();
    const clerk = await world.login({ acl: ["ROLE_SETTINGS", "ROLE_NEWS"] });
    for (const by of [clerk, world.guest()]) {
      expect((await by.refused(listShared)).status).toBe(by.userId === 0 ? 401 : 403);
      expect((await by.refused(revokeShared, { params: { id } })).status).toBe(by.userId === 0 ? 401 : 403);
      expect((await by.refused(shareInfo, { body: { title: "x", body, days: 1 }, files: {} })).status).toBe(
        by.userId === 0 ? 401 : 403,
      );
    }
    await admin.call(revokeShared, { params: { id } });
    await admin.call(revokeShared, { params: { id } });
    const auditRows = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject", "=", "shared_info")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(auditRows.map(({ action }) => action)).toEqual(["sharing.share", "sharing.revoke"]);
  });

  test("needs an end within 90 days, a text, and files of an allowed type", async () => {
    const attempt = async (changes: object) =>
      (await admin.refused(shareInfo, { body: { title: "x", body, days: 1, ...changes }, files: {} })).status;
    expect(await attempt({ days: 91 })).toBe(400);
    expect(await attempt({ days: 0 })).toBe(400);
    expect(await attempt({ title: " " })).toBe(400);
    expect(await attempt({ body: "<b>x</b>" })).toBe(400);
    expect(await attempt({ body: JSON.stringify({ type: "doc", content: [{ type: "paragraph" }] }) })).toBe(400);
    const program = { name: "overzicht.pdf", content: "MZ\u0000\u0003 program", mime: "application/pdf" };
    const refused = await admin.refused(shareInfo, { body: { title: "x", body, days: 1 }, files: { files: program } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    // A computer runs it by its name, whatever is in it.
    const runs = { ...file, name: "overzicht.hta" };
    expect(
      (await admin.refused(shareInfo, { body: { title: "x", body, days: 1 }, files: { files: runs } })).status,
    ).toBe(415);
    const kept = await world.db.selectFrom("shared_info").select("id").where("title", "=", "x").execute();
    expect(kept).toEqual([]);
  });
});

const now = new Date("2026-11-20T09:00:00Z");
const state = { expiresAt: new Date("2026-11-21T09:00:00Z"), revokedAt: null, maxViews: null, views: 0 };
test.each([
  ["open", {}],
  ["revoked", { revokedAt: now, expiresAt: now }],
  ["expired", { expiresAt: now }],
  ["used", { maxViews: 3, views: 3 }],
  ["open", { maxViews: 3, views: 2 }],
] as const)("standing: %s", (standing, changes) => {
  expect(standingOf({ ...state, ...changes }, now)).toBe(standing);
});
