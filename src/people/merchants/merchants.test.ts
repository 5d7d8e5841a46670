import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { readHistory, settingsHistory } from "../../ground/platform/history.contract.ts";
import { makeClaimFile } from "../../money/claims/testing/file.factory.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { createMerchant, deleteMerchant, getMerchant, listMerchants, updateMerchant } from "./merchants.contract.ts";
import { merchantOf } from "./merchants.factory.ts";

describe("merchants", () => {
  let world: World;
  let settings: Visitor;
  let client: number;

  beforeAll(async () => {
    world = await startWorld();
    settings = await world.login(["ROLE_SETTINGS"]);
    client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  });
  afterAll(() => world.close());

  test("are added, listed with their client's company, changed and removed", async () => {
    const made = await settings.call(createMerchant, { body: merchantOf(client) });
    expect(made).toMatchObject({
      name: "Fietsplein",
      client: { id: client, company: "Zonnekracht Energie B.V." },
      version: 1,
    });
    expect(made.createdAt).toBe("2026-11-20T09:00:00.000Z");
    const listed = await settings.call(listMerchants, { query: { limit: -1 } });
    expect(listed.items).toContainEqual(made);

    const changed = await settings.call(updateMerchant, {
      params: { id: made.id },
      body: { ...merchantOf(client, { name: "Fietsplein Zuid" }), version: 1 },
    });
    expect(changed).toMatchObject({ name: "Fietsplein Zuid", version: 2 });

    await settings.call(deleteMerchant, { params: { id: made.id } });
    expect((await settings.refused(getMerchant, { params: { id: made.id } })).status).toBe(404);
  });

  test("sort by the column asked for, and by no other", async () => {
    await settings.call(createMerchant, { body: merchantOf(client, { name: "B", externalId: "sort-b" }) });
    await settings.call(createMerchant, { body: merchantOf(client, { name: "A", externalId: "sort-a" }) });
    const { items } = await settings.call(listMerchants, { query: { order: { field: "name", direction: "desc" } } });
    const names = items.map((item) => item.name);
    expect(names).toEqual([...names].sort().reverse());
    const hostile = await settings.raw("GET", "/api/v4/merchant?_order[id;drop%20table%20merchant]=asc", {
      headers: { accept: "application/json" },
    });
    expect(hostile.status).toBe(400);
  });

  test("without a client is refused beside the field", async () => {
    const { client: _none, ...rest } = merchantOf(client);
    const error = await settings.refused(createMerchant, { body: wrong({ ...rest, client: "" }) });
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({ client: ["Choose a client."] });
  });

  test.each([
    ["kvkNumber", "1234567", "A chamber of commerce number has eight digits."],
    ["url", "javascript:alert(1)", "Enter an address that begins with http:// or https://."],
    ["client", 999_999, "This client does not exist."],
  ])("refuses a wrong %s beside the field", async (field, value, message) => {
    const error = await settings.refused(createMerchant, {
      body: { ...merchantOf(client, { externalId: "wrong" }), [field]: value },
    });
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({ [field]: [message] });
  });

  test("keep the external id unique for a client", async () => {
    await settings.call(createMerchant, { body: merchantOf(client, { externalId: "twice" }) });
    const error = await settings.refused(createMerchant, { body: merchantOf(client, { externalId: "twice" }) });
    expect(error.body.errors).toEqual({ externalId: ["This client already has a merchant with this id."] });
  });

  test("stay with their client while a file names them, which nobody else's client may rename", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Overname B.V." })).id;
    const made = await settings.call(createMerchant, { body: merchantOf(client, { externalId: "moved" }) });
    const moved = { params: { id: made.id }, body: merchantOf(other, { externalId: "moved" }) };
    const file = await makeClaimFile(world, client, []);
    await world.db.updateTable("case_file").set({ merchant_id: made.id }).where("id", "=", file).execute();
    const error = await settings.refused(updateMerchant, moved);
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({
      client: ["Files or other records name this merchant, so it stays with its client."],
    });
    const body = merchantOf(client, { externalId: "moved", name: "Nieuwe naam" });
    expect(await settings.call(updateMerchant, { params: { id: made.id }, body })).toMatchObject({
      client: { id: client },
    });
    await world.db.updateTable("case_file").set({ merchant_id: null }).where("id", "=", file).execute();
    expect(await settings.call(updateMerchant, moved)).toMatchObject({ client: { id: other } });
  });

  test("an unknown field is an error, never dropped", async () => {
    const error = await settings.refused(createMerchant, { body: wrong({ ...merchantOf(client), admin: true }) });
    expect(error.body.errors).toHaveProperty("admin");
  });

  test("a lost update is a conflict that shows the newer version", async () => {
    const made = await settings.call(createMerchant, { body: merchantOf(client, { externalId: "race" }) });
    const mine = { ...merchantOf(client, { externalId: "race", name: "Mine" }), version: made.version };
    await settings.call(updateMerchant, { params: { id: made.id }, body: { ...mine, name: "Theirs" } });
    const error = await settings.refused(updateMerchant, { params: { id: made.id }, body: mine });
    expect(error.status).toBe(409);
    expect(error.body.current).toMatchObject({ name: "Theirs", version: 2 });
  });

  test("every change leaves a line in the audit trail, in the same transaction", async () => {
    const made = await settings.call(createMerchant, { body: merchantOf(client, { externalId: "audited" }) });
    await settings.call(deleteMerchant, { params: { id: made.id } });
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["action", "user_id"])
      .where("subject", "=", "merchant")
      .where("subject_id", "=", String(made.id))
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "merchant.create", user_id: settings.userId },
      { action: "merchant.delete", user_id: settings.userId },
    ]);
  });

  test("and what happened to them are seen by the people of their client, and by no others", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Vreemd B.V." })).id;
    const theirs = await settings.call(createMerchant, { body: merchantOf(other, { name: "Geheim plein" }) });
    const mine = await settings.call(createMerchant, { body: merchantOf(client, { externalId: "mine" }) });
    const person = await world.login({ acl: ["ROLE_SETTINGS"], kind: "customer", clientIds: [client] });
    expect((await person.refused(getMerchant, { params: { id: theirs.id } })).status).toBe(404);
    const historyOf = (id: number) => ({ params: { subject: "merchant", subjectId: String(id) } });
    expect((await person.refused(readHistory, historyOf(theirs.id))).status).toBe(404);
    expect((await person.call(readHistory, historyOf(mine.id))).items).toHaveLength(1);
    expect(JSON.stringify(await person.call(settingsHistory))).not.toContain("Geheim plein");
    expect(JSON.stringify(await settings.call(settingsHistory))).toContain("Geheim plein");
    await settings.call(deleteMerchant, { params: { id: theirs.id } });
    expect((await settings.call(readHistory, historyOf(theirs.id))).items).toHaveLength(2);
  });

  test("are for ROLE_SETTINGS alone: others get 403, and the reply names the role", async () => {
    const employee = await world.login(["ROLE_EMPLOYEE"]);
    for (const call of [listMerchants, createMerchant]) {
      const error = await employee.refused(call, wrong({ body: merchantOf(client) }));
      expect(error.status).toBe(403);
      expect(error.body.missingRoles).toEqual(["ROLE_SETTINGS"]);
    }
    expect((await world.guest().refused(listMerchants)).status).toBe(401);
  });

  test("nothing changes without the csrf token, or with somebody else's", async () => {
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
    };
    const other = await world.login(["ROLE_SETTINGS"]);
    for (const token of [undefined, "", "wrong", other.cookie("XSRF-TOKEN")]) {
      const body = JSON.stringify({
        ...merchantOf(client, { externalId: "forged" }),
        ...(token === undefined ? {} : { _token: token }),
      });
      const reply = await settings.raw("POST", "/api/v4/merchant", { headers, body });
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({ code: "csrf" });
    }
    const { items } = await settings.call(listMerchants);
    expect(items.filter((item) => item.externalId === "forged")).toEqual([]);
  });

  test("the same POST sent many times at once is one merchant", async () => {
    const key = "merchant-once-0001";
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        settings.call(createMerchant, {
          body: merchantOf(client, { externalId: "once" }),
          headers: { "idempotency-key": key },
        }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1);
    const { items } = await settings.call(listMerchants);
    expect(items.filter((item) => item.externalId === "once")).toHaveLength(1);
  });
});
