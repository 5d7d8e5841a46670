import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { cancelExport, countExport, downloadExport, listExports, requestExport } from "./exports.contract.ts";
import { expireExports } from "./exports.server.ts";
import type { ExportField } from "./exports.ts";

describe("an export of files", () => {
  let world: World;
  let staff: Visitor;
  let ours: number;
  let theirs: number;

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(["ROLE_FILE_EXPORT"]);
    ours = (await makeClient(world.db, world.clock, { company: '=HYPERLINK("http://evil.example")' })).id;
    theirs = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
    await placeOne(world, ours, { clientRef: "@SUM(A1)" });
    await placeOne(world, ours, { clientRef: "A-2" });
    await placeOne(world, theirs, { clientRef: "Z-1" });
    await world.drain();
  });
  afterAll(() => world.close());

  const columns: ExportField[] = ["number", "clientRef", "clientName", "debtorType", "placedOn", "open", "legalType"];

  /** Asks for it, lets the job make it, and reads the result. */
  async function made(who: Visitor, format: "csv" | "xlsx", filter: Record<string, unknown> = {}) {
    const asked = await who.call(requestExport, { body: { format, columns, filter } });
    await world.drain();
    const { items } = await who.call(listExports, {});
    expect(items[0]).toMatchObject({ id: asked.id, state: "done", files: asked.expected });
    return { asked, reply: await who.send(downloadExport, { params: { id: asked.id } }) };
  }

  test("is counted exactly before it is made", async () => {
    expect(await staff.call(countExport, { query: {} })).toEqual({ files: 3 });
    expect(await staff.call(countExport, { query: { filter: { client: [ours] } } })).toEqual({ files: 2 });
    expect(await staff.call(countExport, { query: { filter: { search: "Z-1" } } })).toEqual({ files: 1 });
    expect(await staff.call(countExport, { query: { filter: { search: "jans" } } })).toEqual({ files: 3 });
  });

  test("as CSV has a header, amounts and dates, and no cell that a spreadsheet would run as a formula", async () => {
    const { reply } = await made(staff, "csv", { client: [String(ours)] });
    expect(reply.headers.get("content-type")).toContain("text/csv");
    expect(reply.headers.get("content-disposition")).toContain("files-2026-11-20.csv");
    const [head, first, second] = reply.text.split("\r\n");
    expect(head).toContain("Open");
    expect(first).toContain(`'@SUM(A1),"'=HYPERLINK(""http://evil.example"")",Private person,2026-11-20,`);
    expect(first).toMatch(/,\d+\.\d\d,/);
    expect(second).toContain("A-2");
  });

  test("as XLSX has real numbers and dates, and text stays text", async () => {
    const asked = await staff.call(requestExport, {
      body: { format: "xlsx", columns, filter: { client: [String(ours)] } },
    });
    await world.drain();
    const { bytes } = await staff.send(downloadExport, { params: { id: asked.id } });
    const [head, first] = await readSheet(Buffer.from(bytes));
    expect(head?.length).toBe(columns.length);
    expect(first?.[1]).toBe("@SUM(A1)");
    expect(first?.[4]).toEqual(new Date("2026-11-20T00:00:00Z"));
    expect(typeof first?.[5]).toBe("number");
  });

  test("contains only what its owner may see when it is made, and is available to nobody else", async () => {
    const contact = await world.login({ kind: "contact", acl: ["ROLE_CONTACT_PERSON"], clientIds: [theirs] });
    const { asked, reply } = await made(contact, "csv");
    expect(asked.expected).toBe(1);
    expect(reply.text).toContain("Z-1");
    expect(reply.text).not.toContain("A-2");
    expect((await staff.refused(downloadExport, { params: { id: asked.id } })).status).toBe(404);
    expect((await staff.refused(cancelExport, { params: { id: asked.id } })).status).toBe(404);
    expect((await contact.call(listExports, {})).items).toHaveLength(1);
  });

  test("is no longer fetched by somebody who has lost a client or team of which it holds files", async () => {
    const contact = await world.login({ kind: "contact", acl: ["ROLE_CONTACT_PERSON"], clientIds: [ours, theirs] });
    const { asked } = await made(contact, "csv");
    const fetched = async () => (await contact.send(downloadExport, { params: { id: asked.id } })).status;
    expect(await fetched()).toBe(200);
    await world.db
      .deleteFrom("user_client")
      .where("user_id", "=", contact.userId)
      .where("client_id", "=", ours)
      .execute();
    const refused = await contact.refused(downloadExport, { params: { id: asked.id } });
    expect([refused.status, refused.body.errors]).toEqual([
      402,
      { common: [expect.stringContaining("Make it again")] },
    ]);
    await world.db.insertInto("user_client").values({ user_id: contact.userId, client_id: ours }).execute();
    expect(await fetched()).toBe(200);

    const all = (await made(staff, "csv")).asked;
    const ofStaff = async () => (await staff.send(downloadExport, { params: { id: all.id } })).status;
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    expect(await ofStaff()).toBe(402);
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
    expect(await ofStaff()).toBe(200);
  });

  test("is refused when nothing is found, no column is chosen, or the right is missing", async () => {
    const nothing = await staff.refused(requestExport, {
      body: { format: "csv", columns, filter: { search: "nobody" } },
    });
    expect(nothing.body.errors).toEqual({ common: ["No file matches these filters."] });
    expect((await staff.refused(requestExport, { body: { format: "csv", columns: [], filter: {} } })).status).toBe(400);
    const other = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await other.refused(requestExport, { body: { format: "csv", columns, filter: {} } })).status).toBe(403);
  });

  test("is not made for a user who has lost the right in the meantime", async () => {
    const leaver = await world.login(["ROLE_FILE_EXPORT"]);
    const { id } = await leaver.call(requestExport, { body: { format: "csv", columns, filter: {} } });
    await world.db
      .updateTable("app_user")
      .set({ acl: ["ROLE_NEWS"] })
      .where("id", "=", leaver.userId)
      .execute();
    await world.drain();
    const row = await world.db.selectFrom("file_export").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "failed", error_key: "exports.noLongerAllowed", storage_key: null });
  });

  test("can be cancelled while waiting, is limited to three at a time, and expires", async () => {
    const busy = await world.login(["ROLE_FILE_EXPORT"]);
    const ask = () => busy.send(requestExport, { body: { format: "csv", columns, filter: {} } });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 400]);
    const [last] = (await busy.call(listExports, {})).items;
    if (!last) throw new Error("no export");
    expect(await busy.call(cancelExport, { params: { id: last.id } })).toMatchObject({ state: "cancelled" });
    await world.drain();
    const states = (await busy.call(listExports, {})).items.map(({ state }) => state);
    expect(states).toEqual(["cancelled", "done", "done"]);

    world.clock.set(new Date("2026-11-28T03:00:00Z"));
    await world.work((ctx) => ctx.enqueue(expireExports, {}));
    await world.drain();
    const rows = await world.db.selectFrom("file_export").selectAll().where("user_id", "=", busy.userId).execute();
    expect(rows.map(({ state, storage_key }) => [state, storage_key]).sort()).toEqual([
      ["cancelled", null],
      ["expired", null],
      ["expired", null],
    ]);
  });

  test("that could not be deleted stays as it is, and is deleted by the next run", async () => {
    const keeper = await world.login(["ROLE_FILE_EXPORT"]);
    const { asked } = await made(keeper, "csv");
    const row = world.db.selectFrom("file_export").selectAll().where("id", "=", asked.id);
    const key = (await row.executeTakeFirstOrThrow()).storage_key ?? "";
    const { storage } = world.vorder.parts;
    world.clock.set(new Date("2026-12-08T03:00:00Z"));
    const { pool } = world.owner;
    await pool.query("alter table storage_deletion add constraint stopped check (false) not valid");
    await world.work((ctx) => ctx.enqueue(expireExports, {}));
    await expect(world.drain()).rejects.toThrow("stopped");
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ state: "done", storage_key: key });
    await pool.query("alter table storage_deletion drop constraint stopped");
    await world.work((ctx) => ctx.enqueue(expireExports, {}));
    await world.drain();
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ state: "expired", storage_key: null });
    expect(await storage.storedAt(key)).toBeUndefined();
  });
});
