import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { refreshNextSteps } from "../../letters/workflows/workflows.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createMerchant } from "../../people/merchants/merchants.contract.ts";
import { merchantOf } from "../../people/merchants/merchants.factory.ts";
import { createFile, possibleDuplicates } from "./create/create.contract.ts";
import type { Placement } from "./import/place.server.ts";
import { fileOf, placeOne, somebody } from "./intake.factory.ts";

describe("creating a file", () => {
  let world: World;
  let staff: Visitor;
  let client: number;
  const roles = ["ROLE_FILE_CREATE", "ROLE_FILE_SEARCH"];

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login({ acl: roles, name: "M. de Groot" });
    client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  });
  afterAll(() => world.close());

  test("gives it a number, a payment reference, its balance, its first step and its line", async () => {
    const made = await staff.call(createFile, { body: fileOf(client, { clientRef: "ZK-88213" }) });
    expect(made.number).toBe("26-000001");
    // 26000001: weights from the right over 8 + payload give a check digit (domain facts 8.3).
    expect(made.paymentReference).toMatch(/^\d8 ?26000001$/);
    const { items } = await staff.call(searchFiles, { query: { filter: { search: "ZK-88213" } } });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: made.id,
      clientRef: "ZK-88213",
      debtorName: "S. Yıldız",
      clientName: "Zonnekracht Energie B.V.",
      city: "Utrecht",
      phase: "amicable",
      status: "not_started",
      principalCents: 10_000,
      placedOn: "2026-11-20",
    });
    // € 100.00 at 4 % from 1 April to 20 November 2026: 233 days, 2.55.
    expect(items[0]?.openCents).toBe(10_255);
    expect(items[0]?.nextStep).not.toBeNull();
    const { items: lines } = await staff.call(listLogs, { params: { id: made.id }, query: {} });
    expect(lines.map((line) => line.subject)).toContain("File created — invoices: 1");
    expect(lines.every((line) => line.userName === "M. de Groot")).toBe(true);
  });

  test("starts it with the same next step that is calculated from its record afterwards", async () => {
    const invoice = { number: "F-1", date: date("2026-03-01"), description: null };
    const placements: Partial<Placement>[] = [
      {},
      { debtor: { ...somebody, email: "a@example.nl", mobile: "+31612345678" } },
      { debtor: { ...somebody, fileType: "company", legalForm: "bv", companyName: "Bakkerij Smit B.V." } },
      { notice14: { sentOn: date("2026-05-04"), method: "post" } },
      { invoices: [{ ...invoice, dueDate: date("2026-11-19"), cents: 1 }] },
    ];
    const made: number[] = [];
    for (const changes of placements) made.push((await placeOne(world, client, changes)).id);
    const noted = () =>
      world.db
        .selectFrom("case_file")
        .select(["id", "status", "next_step", "next_step_values", "next_action_on"])
        .where("id", "in", made)
        .orderBy("id")
        .execute();
    const before = await noted();
    expect(before.every((file) => file.next_step !== null && file.next_action_on !== null)).toBe(true);
    await world.work((ctx) => refreshNextSteps(ctx, made));
    expect(await noted()).toEqual(before);
  });

  test("for a merchant that somebody deletes at the same moment is refused beside the merchant", async () => {
    const admin = await world.login(["*"]);
    const { id: merchant } = await admin.call(createMerchant, { body: merchantOf(client, { externalId: "GONE-1" }) });
    const other = await world.owner.pool.connect();
    try {
      await other.query("begin");
      await other.query("delete from merchant where id = $1", [merchant]);
      const refused = staff.refused(createFile, { body: fileOf(client, { clientRef: "GONE-1", merchant }) });
      await untilLockWaits(world);
      await other.query("commit");
      expect((await refused).body.errors).toEqual({ merchant: [expect.any(String)] });
    } finally {
      other.release();
    }
    expect((await staff.call(createFile, { body: fileOf(client, { clientRef: "GONE-1" }) })).id).toBeGreaterThan(0);
  });

  test("is refused field by field", async () => {
    const body = fileOf(client, {
      invoices: [{ number: "F-9", date: "2026-04-01", dueDate: "2027-01-01", amount: "0.00" }],
    });
    const error = await staff.refused(createFile, {
      body: { ...body, debtor: { ...body.debtor, postcode: "0123 AB", email: "nobody", lastName: "" } },
    });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {}).sort()).toEqual([
      "debtor.email",
      "debtor.lastName",
      "debtor.postcode",
      "invoices.0.amount",
      "invoices.0.dueDate",
    ]);
  });

  test("is told of all that is missing in one round, the name of the debtor too", async () => {
    const body = fileOf(client, { clientRef: "" });
    const missing = async (debtor: object): Promise<string[]> => {
      const error = await staff.refused(createFile, { body: { ...body, ...debtor, invoices: [] } });
      return Object.keys(error.body.errors ?? {}).sort();
    };
    const person = { ...body.debtor, lastName: " ", street: "" };
    expect(await missing({ debtor: person })).toEqual(["clientRef", "debtor.lastName", "debtor.street", "invoices"]);
    const company = { fileType: "company" as const, debtor: { ...body.debtor, companyName: null } };
    expect(await missing(company)).toEqual(["clientRef", "debtor.companyName", "invoices"]);
  });

  test("never keeps a citizen service number", async () => {
    const body = fileOf(client, { claim: { description: "klant 111222333" } });
    const error = await staff.refused(createFile, { body });
    expect(error.body.errors).toHaveProperty(["claim.description"]);
    const named = await staff.refused(createFile, {
      body: { ...fileOf(client), debtor: { ...body.debtor, firstName: "123456782" } },
    });
    expect(named.body.errors).toHaveProperty(["debtor.firstName"]);
  });

  test("twice of one reference is one file", async () => {
    const body = fileOf(client, { clientRef: "TWICE" });
    const first = await staff.call(createFile, { body });
    const again = await staff.refused(createFile, { body });
    expect(again.body.errors?.clientRef).toEqual([`This reference already has a file: ${first.number}.`]);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => staff.call(createFile, { body: fileOf(client, { clientRef: "AT-ONCE" }) })),
    );
    expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  });

  test("reports all errors at once: debtor, merchant, invoices and reference", async () => {
    const body = fileOf(client, { clientRef: "ALL-AT-ONCE" });
    const { number } = await staff.call(createFile, { body });
    const wrong = await staff.refused(createFile, {
      body: {
        ...body,
        merchant: 987_654_321,
        debtor: { ...body.debtor, postcode: "12", email: "geen-mail" },
        invoices: body.invoices.map((invoice) => ({ ...invoice, date: "2099-01-01" })),
      },
    });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(
      expect.arrayContaining(["debtor.postcode", "debtor.email", "merchant", "invoices.0.date", "clientRef"]),
    );
    expect(wrong.body.errors?.clientRef).toEqual([`This reference already has a file: ${number}.`]);
    expect((await staff.refused(createFile, { body: { ...body, client: 987_654_321 } })).body.errors).toEqual({
      client: [expect.any(String)],
    });
  });

  test("warns of another file at the same address before it is saved", async () => {
    const { items } = await staff.call(possibleDuplicates, {
      query: { client, postcode: "3531 CL", houseNumber: "112" },
    });
    expect(items.length).toBeGreaterThan(0);
  });

  test("for a client that the user may not see is 404", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Anders B.V." })).id;
    const customer = await world.login({ acl: roles, kind: "customer", clientIds: [client] });
    expect((await customer.refused(createFile, { body: fileOf(other) })).body.errors).toHaveProperty("client");
    await customer.call(createFile, { body: fileOf(client) });
    const nobody = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await nobody.refused(createFile, { body: fileOf(client) })).status).toBe(403);
  });

  test("for a company adds commercial interest, and costs at once", async () => {
    const body = fileOf(client, { fileType: "company", clientRef: "B2B-1" });
    const made = await staff.call(createFile, {
      body: {
        ...body,
        debtor: { ...body.debtor, companyName: "Fietsenmakerij De Ketting B.V.", legalForm: "bv", kvk: "12345678" },
      },
    });
    const { items } = await staff.call(searchFiles, { query: { filter: { search: made.number } } });
    // 10.15 % until 1 July (91 days, 2.53), then 10.40 % (142 days, 4.05).
    expect(items[0]?.openCents).toBe(10_000 + 253 + 405);
    expect(items[0]?.debtorName).toBe("Fietsenmakerij De Ketting B.V.");
  });
});
