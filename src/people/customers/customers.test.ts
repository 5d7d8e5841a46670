/** The story of clients: making one, finding one, and never seeing somebody else's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { systemRandom } from "../../ground/platform/server/process/clock.ts";
import { createUser } from "../access/access.server.ts";
import { listClients } from "../client-page/client-page.contract.ts";
import { makeClient, plainClient } from "./customers.factory.ts";
import { searchCustomers } from "./record/choices.contract.ts";
import { countries, createClientCall, readClient, salutations } from "./record/clients.contract.ts";
import { clientByNumber } from "./record/clients.server.ts";
import { countriesIn } from "./record/countries.ts";

let world: World;
let staff: Visitor;
let maker: Visitor;
let energy: number;
let gym: number;
let shop: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE"]);
  maker = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT"]);
  energy = (
    await makeClient(world.db, world.clock, { company: "Stroom & Gas Noord B.V.", number: "2001", city: "Assen" })
  ).id;
  gym = (await makeClient(world.db, world.clock, { company: "Sportschool 100%_Fit", number: "2002", city: "Breda" }))
    .id;
  shop = (await makeClient(world.db, world.clock, { company: "Schoenenwinkel De Zool", number: "2003", city: "Assen" }))
    .id;
});
afterAll(() => world.close());

const create = (visitor: Visitor, more: Record<string, unknown>) =>
  visitor.send(createClientCall, { body: wrong({ ...plainClient(), ...more }) });

describe("making a client", () => {
  it("assigns the next free number when none is chosen, and stores everything in canonical form", async () => {
    const made = await maker.call(createClientCall, {
      body: plainClient({
        kvk: "0000 0002",
        vatNumber: "nl001855013b01",
        iban: "NL20 INGB 0001 2345 67",
        postcode: "9401hx",
        phone: "0592 123 456",
        contactPhone: "06-12345678",
        email: "",
        mandateOn: "2026-01-01",
      }),
    });
    expect(made.number).toBe("10001");
    const client = await staff.call(readClient, { params: { id: made.id } });
    expect(client).toMatchObject({
      kvk: "00000002",
      vatNumber: "NL001855013B01",
      iban: "NL20INGB0001234567",
      postcode: "9401 HX",
      phone: "+31592123456",
      contactPhone: "+31612345678",
      email: null,
      mandateOn: "2026-01-01",
      canReclaimVat: true,
      workflowConsumer: "W1",
      workflowBusiness: "W2",
      version: 1,
    });
    const audit = await world.db
      .selectFrom("audit_log")
      .select(["action", "username"])
      .where("subject", "=", "client")
      .where("subject_id", "=", String(made.id))
      .execute();
    expect(audit).toHaveLength(1);
  });

  it.each([
    [{ company: " " }, "company", "This field is required."],
    [{ legalForm: "gmbh" }, "legalForm", "Choose a legal form."],
    [{ kvk: "1234567" }, "kvk", "A KvK number has 8 digits."],
    [{ kvk: null }, "kvk", "Enter the KvK number: this is a Dutch business."],
    [{ vatNumber: "NL001855014B01" }, "vatNumber", "This is not a valid VAT number."],
    [{ iban: "NL91ABNA0417164301" }, "iban", "This is not a valid IBAN."],
    [{ postcode: "1234 SS" }, "postcode", "This is not a Dutch postcode (1234 AB)."],
    [{ postcode: "0123 AB" }, "postcode", "This is not a Dutch postcode (1234 AB)."],
    [{ houseNumber: "12-A" }, "houseNumber", "A house number is a whole number; the rest goes into addition."],
    [{ email: "nobody@" }, "email", "This is not a valid e-mail address."],
    [{ phone: "06-1234" }, "phone", "This phone number does not exist."],
    [{ country: "XX" }, "country", "Choose a country."],
    [{ website: "ftp://example.test" }, "website", "Enter an address that starts with https:// or http://."],
    [
      { mandateOn: "2026-02-01", mandateUntil: "2026-01-31" },
      "mandateUntil",
      "The mandate cannot end before it begins.",
    ],
    [{ number: "2001" }, "number", "This number is already in use."],
    [{ accountManagerId: 999_999 }, "accountManagerId", "Choose somebody from the list."],
    [{ teamId: 999_999 }, "teamId", "Choose a team from the list."],
  ])("refuses %j beside the field", async (more, field, message) => {
    const reply = await create(maker, more);
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ errors: { [field]: [message] } });
  });

  it("refuses all that is wrong at once", async () => {
    const wrong = { number: "2001", phone: "06-1234", accountManagerId: 999_999, teamId: 999_999 };
    const reply = await create(maker, wrong);
    expect(reply.status).toBe(400);
    const told = expect.arrayContaining([expect.any(String)]);
    expect(reply.json()).toMatchObject({ errors: { number: told, phone: told, accountManagerId: told, teamId: told } });
  });

  it("accepts a foreign postcode unchanged, and needs no KvK number of a foreign company or a public body", async () => {
    expect((await create(maker, { country: "BE", postcode: "2000", kvk: null })).status).toBe(200);
    expect((await create(maker, { legalForm: "overheid", isPublicBody: true, kvk: null })).status).toBe(200);
  });

  it("refuses an undeclared field", async () => {
    for (const more of [{ id: 1 }, { version: 7 }, { active: false }, { createdBy: 1 }]) {
      expect((await create(maker, more)).status).toBe(400);
    }
  });

  it("assigns each of many simultaneous clients its own number", async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => maker.call(createClientCall, { body: plainClient() })));
    expect(new Set(replies.map((reply) => reply.number)).size).toBe(5);
  });

  it("is for ROLE_MANAGE_CLIENT or ROLE_CUSTOMER_CREATE", async () => {
    expect((await create(staff, {})).status).toBe(403);
    expect((await create(world.guest(), {})).status).toBe(401);
    expect((await create(await world.login(["ROLE_CUSTOMER_CREATE"]), {})).status).toBe(200);
  });

  it("accepts only active staff with that duty as managers", async () => {
    const context = { clock: world.clock, random: systemRandom };
    const duties = { acl: ["ROLE_EMPLOYEE"], kind: "staff", isAccountManager: true } as const;
    const manager = await createUser(world.db, context, { username: "manager", name: "Mieke", ...duties });
    const left = await createUser(world.db, context, { username: "left", name: "Leo", ...duties, active: false });
    expect((await create(maker, { accountManagerId: left })).status).toBe(400);
    expect((await create(maker, { caseManagerId: manager })).status).toBe(400);
    const made = await maker.call(createClientCall, { body: plainClient({ accountManagerId: manager }) });
    const { accountManager } = await staff.call(readClient, { params: { id: made.id } });
    expect(accountManager).toEqual({ id: manager, name: "Mieke" });
  });
});

describe("finding a client", () => {
  it("by words of name, number or place", async () => {
    const texts = async (keywords: string) =>
      (await staff.call(searchCustomers, { query: { keywords } })).items.map((item) => item.text);
    expect(await texts("gas noord")).toEqual(["Stroom & Gas Noord B.V. (2001)"]);
    expect(await texts("2003")).toEqual(["Schoenenwinkel De Zool (2003)"]);
    expect(await texts("assen")).toEqual(["Schoenenwinkel De Zool (2003)", "Stroom & Gas Noord B.V. (2001)"]);
    expect(await texts("100%_fit")).toEqual(["Sportschool 100%_Fit (2002)"]);
    expect(await texts("%")).toEqual(["Sportschool 100%_Fit (2002)"]);
    expect(await texts("'; drop table client; --")).toEqual([]);
    expect(await texts("  ")).toEqual([]);
  });

  it("by id, one or several, as a picker loads its first value", async () => {
    const ids = async (query: { id: number | number[] }) =>
      (await staff.call(searchCustomers, { query })).items.map((item) => item.id);
    expect(await ids({ id: gym })).toEqual([gym]);
    expect(await ids({ id: [gym, shop] })).toEqual([shop, gym]);
    expect(await ids({ id: 999_999 })).toEqual([]);
  });

  it("in a list that is filtered, sorted and counted", async () => {
    const page = await staff.call(listClients, {
      query: { filter: { search: "assen" }, order: { field: "number", direction: "desc" }, limit: 50 },
    });
    expect(page.items.map((item) => item.number)).toEqual(["2003", "2001"]);
    expect(page).toMatchObject({ total: 2, capped: false, pager: { pages: { total: 1 } } });
    const wrong = await staff.raw("GET", "/api/v4/client?_order[iban]=asc", { headers: { "x-requested-with": "x" } });
    expect(wrong.status).toBe(400);
  });
});

describe("somebody else's clients", () => {
  it("do not exist for a customer or a contact person, in any call", async () => {
    const customer = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer", clientIds: [energy] });
    const contact = await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [gym, shop] });
    for (const [visitor, own, foreign] of [
      [customer, [energy], gym],
      [contact, [gym, shop], energy],
    ] as const) {
      const list = await visitor.call(listClients, { query: { limit: 1000 } });
      expect(list.items.map((item) => item.id).sort()).toEqual([...own].sort());
      expect(list.total).toBe(own.length);
      expect((await visitor.call(searchCustomers, { query: { id: foreign } })).items).toEqual([]);
      expect(
        (await visitor.call(searchCustomers, { query: { keywords: "o" } })).items.every((item) =>
          own.some((id) => id === item.id),
        ),
      ).toBe(true);
      const unseen = await visitor.send(readClient, { params: { id: foreign } });
      const unknown = await visitor.send(readClient, { params: { id: 999_999 } });
      expect([unseen.status, unseen.text]).toEqual([404, unknown.text]);
      const [first] = own;
      expect((await visitor.call(readClient, { params: { id: first } })).id).toBe(first);
    }
  });

  it("do not exist for a customer without clients, even one who holds every role", async () => {
    const nobody = await world.login({ acl: ["*"], kind: "customer" });
    expect((await nobody.call(listClients)).items).toEqual([]);
    expect((await nobody.refused(readClient, { params: { id: energy } })).status).toBe(404);
  });

  it("are hidden from imports by number too", async () => {
    const actor = { kind: "customer", clientIds: [gym] } as const;
    const { guest } = await import("../../ground/platform/server/http/module.ts");
    expect((await clientByNumber(world.db, { ...guest, ...actor }, "2002"))?.id).toBe(gym);
    expect(await clientByNumber(world.db, { ...guest, ...actor }, "2001")).toBeUndefined();
  });

  it("are not for guests, nor for users without a role", async () => {
    for (const visitor of [world.guest(), await world.login([])]) {
      for (const reply of [
        visitor.refused(listClients),
        visitor.refused(searchCustomers),
        visitor.refused(readClient, { params: { id: gym } }),
      ]) {
        expect((await reply).status).toBe(visitor.userId === 0 ? 401 : 403);
      }
    }
  });
});

describe("the short lists", () => {
  it("name every country in every language, sorted for its readers", async () => {
    for (const language of languages) {
      const list = countriesIn(language);
      expect(list).toHaveLength(249);
      expect(list.every(({ code, name }) => name !== code && name.length > 2)).toBe(true);
    }
    const dutch = await staff.send(countries, { query: { limit: -1 }, headers: { "accept-language": "nl" } });
    expect(dutch.json()).toMatchObject({ total: 249, pager: { pages: { total: 1 } } });
    const german = await staff.call(countries, {
      query: { limit: -1, filter: { search: "deutsch" } },
      headers: { "accept-language": "de" },
    });
    expect(german.items.map((item) => item.code)).toEqual(["DE"]);
    const page = await staff.call(countries, { query: { limit: 10, offset: 240 } });
    expect(page.items).toHaveLength(9);
  });

  it("give salutations in the reader's language", async () => {
    const { items } = await staff.call(salutations, { headers: { "accept-language": "nl" } });
    expect(items).toEqual([
      { id: "male", text: "De heer", opening: "Geachte heer" },
      { id: "female", text: "Mevrouw", opening: "Geachte mevrouw" },
      { id: "unknown", text: "De heer of mevrouw", opening: "Geachte heer of mevrouw" },
    ]);
    expect((await world.guest().refused(salutations)).status).toBe(401);
  });
});
