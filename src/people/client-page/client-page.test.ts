/** The story of the client's page and the list: figures of files, workflows, remembered layouts, and who sees which. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { statementsOf } from "../../cases/files/files.factory.ts";
import { checkImport, createFile, uploadImport } from "../../exchange/intake/intake.contract.ts";
import { fileOf } from "../../exchange/intake/intake.factory.ts";
import { readHistory } from "../../ground/platform/history.contract.ts";
import { readFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { getClaim } from "../../money/claims/claims.contract.ts";
import { addContact, addTerms, makeLogin } from "../customers/customers.contract.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { createTeam } from "../employees/employees.server.ts";
import {
  clientFigures,
  clientWorkflows,
  dropMapping,
  listClients,
  listMappings,
  setClientWorkflows,
  updateMapping,
} from "./client-page.contract.ts";

let world: World;
let staff: Visitor;
let maker: Visitor;
let people: Visitor;
let energy: number;
let gym: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE"]);
  maker = await world.login(["*"]);
  energy = (await makeClient(world.db, world.clock, { company: "Stroom Noord B.V.", number: "3001" })).id;
  gym = (await makeClient(world.db, world.clock, { company: "Sportschool", number: "3002", legalForm: "vof" })).id;
  people = await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [energy] });
  for (const amount of ["100.00", "250.00"]) {
    const invoices = [{ number: `F-${amount}`, date: "2026-10-01", dueDate: "2026-11-19", amount }];
    await maker.call(createFile, { body: fileOf(energy, { invoices }) });
  }
});
afterAll(() => world.close());

describe("the list of clients", () => {
  it("shows staff the number of open files and the balance, but not the client's people", async () => {
    const { items } = await staff.call(listClients, { query: { filter: { search: "noord" } } });
    // Both fell due yesterday: no day of interest yet, 100.00 + 250.00.
    expect(items).toMatchObject([{ id: energy, openFiles: 2, openCents: 35_000 }]);
    const own = await people.call(listClients, { query: {} });
    expect(own.items).toMatchObject([{ id: energy, openFiles: null, openCents: null }]);
    expect(own.total).toBe(1);
  });

  it("is sorted by those figures, and filtered by open files, legal form and team", async () => {
    const ids = async (query: Parameters<typeof staff.call<typeof listClients>>[1]) =>
      (await staff.call(listClients, query)).items.map((item) => item.id);
    expect(await ids({ query: { order: { field: "openCents", direction: "desc" } } })).toEqual([energy, gym]);
    expect(await ids({ query: { order: { field: "openFiles", direction: "asc" } } })).toEqual([gym, energy]);
    expect(await ids({ query: { filter: { hasOpenFiles: "true" } } })).toEqual([energy]);
    expect(await ids({ query: { filter: { hasOpenFiles: "false" } } })).toEqual([gym]);
    expect(await ids({ query: { filter: { legalForm: "vof" } } })).toEqual([gym]);
    const team = await createTeam(world.db, "Noord");
    expect(await ids({ query: { filter: { team } } })).toEqual([]);
  });

  it("counts only the files that a member of staff may see", async () => {
    await world.db
      .insertInto("global_setting")
      .values({ chosen: JSON.stringify({ staffSeeOnlyTeams: true }), updated_at: world.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await world.db
      .updateTable("global_setting")
      .set({ chosen: JSON.stringify({ staffSeeOnlyTeams: true }) })
      .execute();
    const { items } = await staff.call(listClients, { query: { filter: { search: "noord" } } });
    expect(items).toMatchObject([{ openFiles: 0, openCents: 0 }]);
    await world.db
      .updateTable("global_setting")
      .set({ chosen: JSON.stringify({}) })
      .execute();
  });

  it("takes as many queries for many clients as for one", async () => {
    // Whatever else runs in this process meanwhile is not of this list.
    const reading = async (limit: number): Promise<number> => {
      const statements = await statementsOf(() => staff.call(listClients, { query: { limit } }));
      return statements.filter((statement) => /\bfrom "(client|case_file|app_user|team)"/.test(statement)).length;
    };
    // What is read once for all is not counted.
    await reading(1);
    const one = await reading(1);
    for (let at = 0; at < 20; at++) await makeClient(world.db, world.clock, { company: `Veel ${at}`, city: "Almelo" });
    expect(one).toBeGreaterThan(0);
    // A page that is full, so that the rows behind it are counted too.
    expect(await reading(20)).toBe(one);
  });
});

describe("the figures of a client", () => {
  it("count its files, and for each of its people their visible files", async () => {
    const contact = await maker.call(addContact, {
      params: { id: gym },
      body: { name: "Vera Smit", email: "vera@example.test" },
    });
    const made = await maker.call(makeLogin, {
      params: { id: gym, contactId: contact.id },
      body: { username: "vera", acl: ["ROLE_CONTACT_PERSON"], clientIds: [gym, energy] },
    });
    const figures = await staff.call(clientFigures, { params: { id: gym } });
    const person = { userId: made.login?.userId ?? 0, files: 2, openFiles: 2 };
    expect(figures).toEqual({ files: 0, openFiles: 0, openCents: 0, people: [person] });
    expect(await people.call(clientFigures, { params: { id: energy } })).toEqual({
      files: 2,
      openFiles: 2,
      openCents: 35_000,
      people: [],
    });
    const foreign = await people.send(clientFigures, { params: { id: gym } });
    const unknown = await people.send(clientFigures, { params: { id: 999_999 } });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

describe("the workflows of a client", () => {
  const params = () => ({ id: gym });

  it("are chosen from the existing ones; new files start with the default one", async () => {
    const before = await maker.call(clientWorkflows, { params: params() });
    expect(before).toMatchObject({ consumer: "W1", business: "W2", allowed: [] });
    expect(before.known.map(({ code }) => code)).toEqual(expect.arrayContaining(["W1", "W2"]));
    const body = { consumer: "W2", business: "W2", allowed: ["W2"], version: before.version };
    await maker.call(setClientWorkflows, { params: params(), body });
    const file = await maker.call(createFile, { body: fileOf(gym) });
    expect((await maker.call(readFileWorkflow, { params: { id: file.id } })).workflow?.code).toBe("W2");
    expect((await maker.refused(setClientWorkflows, { params: params(), body })).status).toBe(409);
  });

  it.each([
    [{ consumer: "W9" }, "consumer"],
    [{ allowed: ["W1", "nope"] }, "allowed"],
    [{ consumer: "W1", allowed: ["W2"] }, "consumer"],
  ])("refuse %j beside the field", async (more, field) => {
    const { version } = await maker.call(clientWorkflows, { params: params() });
    const body = { consumer: "W1", business: "W2", allowed: [], version, ...more };
    expect((await maker.refused(setClientWorkflows, { params: params(), body })).body.errors).toHaveProperty(field);
  });

  it("are not changed by staff without the right, nor by the client's own people", async () => {
    const body = { consumer: "W1", business: "W2", allowed: [], version: 1 };
    expect((await staff.refused(setClientWorkflows, { params: params(), body })).status).toBe(403);
    const mighty = await world.login({ acl: ["*"], kind: "customer", clientIds: [energy] });
    expect((await mighty.refused(setClientWorkflows, { params: { id: energy }, body })).status).toBe(403);
    expect((await mighty.refused(setClientWorkflows, { params: { id: gym }, body })).status).toBe(404);
  });
});

describe("new files", () => {
  let serial = 0;
  const invoices = () => [{ number: `F-${++serial}`, date: "2026-03-01", dueDate: "2026-03-31", amount: "1000.00" }];
  const business = (client: number) =>
    fileOf(client, {
      fileType: "company",
      debtor: {
        companyName: "Schuldenaar B.V.",
        legalForm: "bv",
        street: "Kade",
        houseNumber: "1",
        postcode: "1011 AB",
        city: "Amsterdam",
      },
      invoices: invoices(),
    });
  const agree = (id: number, more: object) =>
    maker.call(addTerms, {
      params: { id },
      body: wrong({ fileType: "company", validFrom: "2026-01-01", interestKind: "legal", ...more }),
    });
  const termsOf = async (fileId: number) => {
    const rows = await world.db
      .selectFrom("claim_event")
      .select("data")
      .where("file_id", "=", fileId)
      .where("kind", "=", "terms")
      .execute();
    return rows[0]?.data;
  };

  it("follow the agreement of their day, and not a future one", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Contract B.V." });
    await agree(id, {
      interestKind: "contractual",
      interestRate: "1",
      interestPer: "month",
      compounding: "monthly",
      costsMethod: "percent",
      costsPercent: "15",
      costsCents: 7500,
      canReclaimVat: false,
    });
    await agree(id, { validFrom: "2027-01-01", interestKind: "none" });
    const { id: file } = await maker.call(createFile, { body: business(id) });
    expect(await termsOf(file)).toMatchObject({
      interest: { kind: "contractual", rate: 10_000, per: "month", compounding: "monthly", floor: "commercial" },
      // 15% of € 1,000.00.
      bik: { method: "contract", contractAmount: 15_000, vat: true },
    });
    expect((await maker.send(getClaim, { params: { id: file }, query: {} })).status).toBe(200);
    const consumer = await maker.call(createFile, { body: fileOf(id) });
    expect(await termsOf(consumer.id)).toMatchObject({ interest: { kind: "statutory" }, bik: { method: "scale" } });
  });

  it("can override it", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Eigen Rente B.V." });
    await agree(id, { interestKind: "contractual", interestRate: "8" });
    const body = { ...business(id), interest: { kind: "none" as const }, canReclaimVat: true };
    const { id: file } = await maker.call(createFile, { body });
    expect(await termsOf(file)).toMatchObject({ interest: { kind: "none", rate: 0 }, bik: { vat: false } });
  });

  it("of a client without an agreement follow the law", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Wet B.V." });
    const { id: file } = await maker.call(createFile, { body: business(id) });
    expect(await termsOf(file)).toMatchObject({
      interest: { kind: "commercial", compounding: "yearly" },
      bik: { method: "scale", contractAmount: 0, vat: false },
    });
  });
});

describe("layouts of import files", () => {
  const lines = {
    first:
      "Klantcode;Naam;Adres;PC;Plaats;Nota;Notadatum;Vervalt;Totaal\nK1;de Wit;Kade 1;1017 GC;Amsterdam;N1;01-01-2026;31-01-2026;10,00",
    second:
      "Kenmerk;Achternaam;Straat;Postcode;Stad;Fact;Fdatum;Vdatum;Som\nK2;de Wit;Kade 1;1017 GC;Amsterdam;N2;01-01-2026;31-01-2026;10,00",
  };
  const columns = {
    clientRef: 0,
    lastName: 1,
    street: 2,
    postcode: 3,
    city: 4,
    invoiceNumber: 5,
    invoiceDate: 6,
    dueDate: 7,
    amount: 8,
  };
  async function choose(client: number, name: string, content: string): Promise<void> {
    const batch = await maker.call(uploadImport, { body: { client }, files: { file: { name, content } } });
    const body = { client, style: batch.style, mapping: columns, version: batch.version };
    await maker.call(checkImport, { params: { id: batch.id }, body });
    await world.drain();
  }

  it("are saved under names, each for its own kind of upload; one is tried first", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Kolommen B.V." });
    await choose(id, "webshop.csv", lines.first);
    await choose(id, "winkel.csv", lines.second);
    const { items } = await staff.call(listMappings, { params: { id } });
    expect(items.map((item) => [item.name, item.isDefault])).toEqual([
      ["webshop", true],
      ["winkel", false],
    ]);
    expect(items[0]?.columns).toContainEqual({ field: "clientRef", title: "Klantcode" });
    const again = await maker.call(uploadImport, {
      body: { client: id },
      files: { file: { name: "x.csv", content: lines.second.replaceAll("K2", "K3") } },
    });
    expect(again.mapping).toMatchObject(columns);
    const params = { id, mappingId: items[1]?.id ?? 0 };
    const renamed = await maker.call(updateMapping, { params, body: { name: "Filiaal", isDefault: true } });
    expect(renamed).toMatchObject({ name: "Filiaal", isDefault: true });
    const now = (await staff.call(listMappings, { params: { id } })).items;
    expect(now.map((item) => [item.name, item.isDefault])).toEqual([
      ["Filiaal", true],
      ["webshop", false],
    ]);
    await maker.call(dropMapping, { params });
    expect((await staff.call(listMappings, { params: { id } })).items).toMatchObject([
      { name: "webshop", isDefault: true },
    ]);
    expect((await maker.refused(dropMapping, { params })).status).toBe(404);
  });

  it("of another client are not found, and are not for the client's people", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Andere Kolommen B.V." });
    await choose(id, "eigen.csv", lines.first.replaceAll("K1", "K9"));
    const [own] = (await staff.call(listMappings, { params: { id } })).items;
    const params = { id: gym, mappingId: own?.id ?? 0 };
    expect((await maker.refused(updateMapping, { params, body: { name: "x", isDefault: false } })).status).toBe(404);
    expect((await people.refused(listMappings, { params: { id: energy } })).status).toBe(403);
    const mighty = await world.login({ acl: ["*"], kind: "contact", clientIds: [id] });
    expect((await mighty.refused(listMappings, { params: { id } })).status).toBe(403);
    expect((await mighty.refused(dropMapping, { params: { id, mappingId: own?.id ?? 0 } })).status).toBe(403);
  });
});

describe("the history of a client", () => {
  it("is for staff, in readable form, and not for the client's people", async () => {
    const params = { subject: "client", subjectId: String(gym) };
    const { items } = await staff.call(readHistory, { params, query: {} });
    expect(items.map((item) => item.actionText)).toContain("Allowed workflows changed");
    expect(
      (await people.refused(readHistory, { params: { ...params, subjectId: String(energy) }, query: {} })).status,
    ).toBe(404);
    const mighty = await world.login({ acl: ["*"], kind: "contact", clientIds: [gym] });
    expect((await mighty.refused(readHistory, { params, query: {} })).status).toBe(404);
  });
});
